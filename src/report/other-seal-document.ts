import type { OtherSealDocument } from '../model/findings.ts';
import type { OtherSealReading } from '../model/other-seal.ts';
import type { Evidence } from '../model/session.ts';

export function otherSealDocument(reading: OtherSealReading, { files }: Evidence): OtherSealDocument {
  const { seal, state, said, subjects } = reading;
  return {
    input: files[seal.at.file]?.path ?? '',
    byte: seal.at.offset,
    carrier: seal.carrier,
    type: seal.type,
    keyIds: seal.signatures.flatMap(({ keyId }) => keyId ?? []),
    state,
    said,
    subjects: subjects.map(({ name, sha256, path }) => ({ name, sha256, path: path ?? null })),
  };
}
