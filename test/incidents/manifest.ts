import type { BundleFiles } from './archive.ts';
import { sha256 } from './made-ids.ts';

/** A bundle with the `incident.json` (design.md 3) that names each of its files. */
export function withManifest(
  head: { readonly title: string; readonly session: string },
  files: BundleFiles,
  roles: Readonly<Record<string, { readonly role: string; readonly attempt?: string }>>,
): BundleFiles {
  const named = Object.entries(files).map(([path, text]) => ({
    path,
    ...(roles[path] ?? { role: 'state' }),
    sha256: sha256(text),
  }));
  const manifest = { witnessmark: 1, ...head, files: named };
  return { 'incident.json': `${JSON.stringify(manifest, undefined, 2)}\n`, ...files };
}
