import { assertNever } from '../lib/assert-never.ts';
import type { PeopleChange, PeopleMade } from '../model/people.ts';

/** What people made, after the changes. An item that is changed keeps its place; one that comes back stands last. */
export function changedPeople(people: PeopleMade, changes: readonly PeopleChange[]): PeopleMade {
  const pins = byId(people.pins);
  const assumedParents = byId(people.assumedParents);
  const comparisons = byId(people.comparisons ?? []);
  const notes = byId(people.notes);
  const findings = byId(people.findings);
  const claims = byId(people.claims);
  let { names, expectSealed } = people;
  const formats = new Map(Object.entries(people.formats ?? {}));
  for (const change of changes) {
    switch (change.is) {
      case 'pin':
        put(pins, change.id, change.after);
        break;
      case 'assumed-parent':
        put(assumedParents, change.id, change.after);
        break;
      case 'comparison':
        put(comparisons, change.id, change.after);
        break;
      case 'note':
        put(notes, change.id, change.after);
        break;
      case 'finding':
        put(findings, change.id, change.after);
        break;
      case 'claim':
        put(claims, change.id, change.after);
        break;
      case 'names':
        names = change.after;
        break;
      case 'expect-sealed':
        expectSealed = change.after === true;
        break;
      case 'format':
        if (change.after === undefined) formats.delete(change.id);
        else formats.set(change.id, change.after);
        break;
      default:
        assertNever(change);
    }
  }
  return {
    pins: [...pins.values()],
    assumedParents: [...assumedParents.values()],
    names,
    expectSealed,
    ...(formats.size === 0 ? {} : { formats: Object.fromEntries(formats) }),
    ...(comparisons.size === 0 ? {} : { comparisons: [...comparisons.values()] }),
    notes: [...notes.values()],
    findings: [...findings.values()],
    claims: [...claims.values()],
  };
}

const byId = <T extends { readonly id: string }>(items: readonly T[]): Map<string, T> =>
  new Map(items.map((item) => [item.id, item]));

function put<T>(items: Map<string, T>, id: string, after: T | undefined): void {
  if (after === undefined) items.delete(id);
  else items.set(id, after);
}

/** What was assumed of a case, as changes that make it so elsewhere. What was written about it is not among it. */
export function assumptionsOf(people: PeopleMade): readonly PeopleChange[] {
  const before = undefined;
  return [
    ...people.pins.map((after): PeopleChange => ({ is: 'pin', id: after.id, before, after })),
    ...people.assumedParents.map(
      (after): PeopleChange => ({ is: 'assumed-parent', id: after.id, before, after }),
    ),
    ...(people.comparisons ?? []).map(
      (after): PeopleChange => ({ is: 'comparison', id: after.id, before, after }),
    ),
    ...Object.entries(people.formats ?? {}).map(
      ([id, after]): PeopleChange => ({ is: 'format', id, before, after }),
    ),
    ...(people.names === undefined
      ? []
      : [{ is: 'names', id: '', before, after: people.names } satisfies PeopleChange]),
    ...(people.expectSealed
      ? [{ is: 'expect-sealed', id: '', before, after: true } satisfies PeopleChange]
      : []),
  ];
}
