import type { CaseStore, StoredBytes } from '../model/case-store.ts';
import type { Evidence } from '../model/session.ts';

/** Cases that live as long as the process. The bytes are not copied: they stay where they were read. */
export function createMemoryStore(): CaseStore {
  const cases = new Map<
    string,
    { readonly evidence: Evidence; readonly files: ReadonlyMap<number, StoredBytes> }
  >();
  return {
    async stage(id) {
      const files = new Map<number, StoredBytes>();
      let evidence: Evidence | undefined;
      return {
        async putFiles(first, some) {
          for (const [i, bytes] of some.entries()) files.set(first + i, bytes);
        },
        async putEvidence(fresh) {
          evidence = fresh;
        },
        async commit() {
          if (evidence === undefined)
            throw new Error('a case was committed without evidence (a bug in Witnessmark)');
          cases.set(id, { evidence, files });
        },
        async abandon() {
          files.clear();
          evidence = undefined;
        },
      };
    },
    load: async (id) => cases.get(id)?.evidence,
    async source(id, file) {
      const bytes = cases.get(id)?.files.get(file);
      if (bytes === undefined) throw new RangeError(`no evidence file ${file} of the case ${id}`);
      return bytes;
    },
  };
}
