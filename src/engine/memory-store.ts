import type { CaseStore, StoredBytes, StoredCase } from '../model/case-store.ts';
import type { Evidence } from '../model/session.ts';

/** Cases that live as long as the process. The bytes are not copied: they stay where they were read. */
export function createMemoryStore(): CaseStore {
  const cases = new Map<string, StoredCase>();
  return {
    async stage(id) {
      const files = new Map<number, StoredBytes>();
      let evidence: Evidence | undefined;
      return {
        async putFile(index, bytes) {
          files.set(index, bytes);
        },
        async putEvidence(fresh) {
          evidence = fresh;
        },
        async commit() {
          if (evidence === undefined)
            throw new Error('a case was committed without evidence (a bug in Witnessmark)');
          const source = (file: number): StoredBytes => {
            const bytes = files.get(file);
            if (bytes === undefined) throw new RangeError(`no evidence file ${file}`);
            return bytes;
          };
          cases.set(id, { evidence, source });
        },
        async abandon() {
          files.clear();
          evidence = undefined;
        },
      };
    },
    load: async (id) => cases.get(id),
  };
}
