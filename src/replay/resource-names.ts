/** What a resource's name says it is, as far as it can be looked at in a snapshot. */
export type NamedResource =
  /** `file:limits.yaml`, or `file:///etc/agent/limits.yaml`, which is `etc/agent/limits.yaml` of the snapshot. */
  | { readonly is: 'file'; readonly path: string }
  /** `sqlite:shop.db#orders`: a table of a database file. */
  | { readonly is: 'table'; readonly path: string; readonly table: string }
  /** Its path leads out of the snapshot. The recording is evidence, and may be hostile. */
  | { readonly is: 'outside' }
  | { readonly is: 'other' };

export function readResourceName(resource: string): NamedResource {
  const file = /^file:(?:\/\/\/|\/)?([^/].*)$/.exec(resource)?.[1];
  if (file !== undefined) return isInside(file) ? { is: 'file', path: file } : { is: 'outside' };
  const [, path, table] = /^sqlite:(?:\/\/\/|\/)?([^/][^#]*)#(.+)$/.exec(resource) ?? [];
  if (path === undefined || table === undefined) return { is: 'other' };
  return isInside(path) ? { is: 'table', path, table } : { is: 'outside' };
}

/** Path segments with slashes, none of which goes up or nowhere. */
const isInside = (path: string): boolean =>
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\0\\]/.test(part));

export const fileResource = (path: string): string => `file:${path}`;
export const tableResource = (path: string, table: string): string => `sqlite:${path}#${table}`;
