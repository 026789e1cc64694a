/** Two resources that may be one: they differ only in their spelling. They are shown, and never merged. */
export interface RespelledResource {
  readonly one: string;
  readonly other: string;
}

/** Pairs of resources whose names are equal once case, percent signs, `file://`, doubled and last slashes are levelled. */
export function findRespelledResources(resources: Iterable<string>): readonly RespelledResource[] {
  const first = new Map<string, string>();
  const found: RespelledResource[] = [];
  for (const resource of [...new Set(resources)].sort()) {
    const level = levelled(resource);
    const other = first.get(level);
    if (other === undefined) first.set(level, resource);
    else found.push({ one: other, other: resource });
  }
  return found;
}

function levelled(resource: string): string {
  let text = resource.normalize('NFC').trim();
  try {
    text = decodeURIComponent(text);
  } catch {
    // a percent sign that escapes nothing is a character like any other
  }
  return text
    .toLowerCase()
    .replaceAll('\\', '/')
    .replace(/^file:\/\/(?:localhost)?(?=\/)/, '')
    .replace(/([^:/]|^)\/{2,}/g, '$1/')
    .replaceAll('/./', '/')
    .replace(/\/$/, '');
}
