import { assumptionsOf } from '../casefile/changed-people.ts';
import type { CaseRoute, Route } from '../state/route.ts';
import type { Workbench } from './workbench.ts';

/**
 * Where to go when a bundle was read. The files of the case that was open, chosen again (a log that a replay is still
 * writing), are a case of their own, since evidence is never changed; the screen stays, and what was assumed is carried
 * over. Notes, claims and findings stay with the bytes that they were about.
 */
export async function placeAfter(from: Route, caseId: string, workbench: Workbench): Promise<CaseRoute> {
  const triage: CaseRoute = {
    is: 'case',
    caseId,
    screen: 'triage',
    session: undefined,
    selection: undefined,
  };
  if (from.is !== 'case' || !(await isSameBundle(from.caseId, caseId, workbench))) return triage;
  const { shelf, preferences } = workbench;
  const changes = assumptionsOf(await shelf.people(from.caseId));
  if (changes.length > 0) {
    await shelf.apply(caseId, {
      author: preferences.getState().examiner,
      label: 'carry over what was assumed of an earlier reading',
      changes,
      detail: { earlier: from.caseId },
    });
  }
  return { ...from, caseId };
}

async function isSameBundle(before: string, after: string, { engine }: Workbench): Promise<boolean> {
  const pathsOf = async (caseId: string): Promise<string> => {
    const assumed = { pins: [], assumedParents: [], expectSealed: false };
    const { inputs } = await engine.ask({ is: 'overview', caseId, assumed });
    return JSON.stringify(inputs.map(({ path }) => path).sort());
  };
  try {
    const paths = await pathsOf(before);
    return paths === (await pathsOf(after));
  } catch {
    // the earlier case is gone
    return false;
  }
}
