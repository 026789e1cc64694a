import type { Evidence, EvidenceFile, Manifest } from '../../model/session.ts';

export type ManifestEntry = Manifest['files'][number];

/** Which files of the bundle a manifest's paths name. */
export interface NamedFiles {
  /** By index of the evidence file. */
  readonly entryOf: ReadonlyMap<number, ManifestEntry>;
  readonly missing: readonly ManifestEntry[];
}

/**
 * Finds the file of the bundle that a path names: relative to the folder it was written in, then as it stands, then
 * the only file that ends with it or that it ends with (a file that was named by itself stands in the bundle under its
 * base name).
 */
export function findByPath(
  files: readonly EvidenceFile[],
  path: string,
  folder: string,
): EvidenceFile | undefined {
  const wanted = path.replace(/^(?:\.\/)+/, '');
  const exact =
    files.find((file) => file.path === `${folder}${wanted}`) ?? files.find((file) => file.path === wanted);
  if (exact !== undefined) return exact;
  const near = files.filter((file) => file.path.endsWith(`/${wanted}`) || wanted.endsWith(`/${file.path}`));
  return near.length === 1 ? near[0] : undefined;
}

/** The folder a path stands in, with its closing slash; '' at the top. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Matches the manifest's entries to files; a file that several entries name belongs to the first. */
export function nameFiles(evidence: Evidence): NamedFiles {
  const entryOf = new Map<number, ManifestEntry>();
  const missing: ManifestEntry[] = [];
  const manifestFile = evidence.files.find((file) => file.role === 'manifest');
  const folder = manifestFile === undefined ? '' : folderOf(manifestFile.path);
  const others = evidence.files.filter((file) => file !== manifestFile);
  for (const entry of evidence.manifest?.files ?? []) {
    const file = findByPath(others, entry.path, folder);
    if (file === undefined) missing.push(entry);
    else if (!entryOf.has(file.index)) entryOf.set(file.index, entry);
  }
  return { entryOf, missing };
}
