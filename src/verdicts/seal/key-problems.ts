import { type Problem, problem } from '../../model/problem.ts';
import type { EvidenceKey } from '../../model/seal.ts';
import { WEAK_KEY_BYTES } from './evidence-key.ts';

/**
 * What there is to say of the given keys: one that lies in the bundle proves nothing against whoever made the bundle,
 * and a short one can be guessed from a single seal. Problems of no file have the path `''`. A key is named by its id alone.
 * @param files the evidence files with their SHA-256
 */
export function findKeyProblems(
  keys: readonly EvidenceKey[],
  files: readonly { readonly path: string; readonly sha256: string }[],
): readonly Problem[] {
  return keys.flatMap((key) => [
    ...files
      .filter(({ sha256 }) => sha256 === key.bytesSha256 || sha256 === key.twinSha256)
      .map(({ path }) =>
        problem(
          'key-is-evidence',
          path,
          `The key ${key.keyId} lies in the bundle as this file: whoever made the bundle can have sealed anything with it.`,
        ),
      ),
    ...(key.bytes < WEAK_KEY_BYTES
      ? [
          problem(
            'key-weak',
            '',
            `The key ${key.keyId} has only ${key.bytes} ${key.bytes === 1 ? 'byte' : 'bytes'}: it can be guessed from a single seal.`,
          ),
        ]
      : []),
  ]);
}
