import { exactForm } from '../../../lib/json-exact-form.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../lib/json-value.ts';

/** Numbers that two values share iff they are equal by structure, with exact numbers and without key order. */
export interface EqualityNumbers {
  /** Of a value inside one of the roots. */
  of(value: Json): number;
}

/**
 * Numbers every value in the roots once, from the leaves up: an equality that would write out each value at each level
 * of its nesting costs the depth times the size. Without recursion.
 */
export function numberValues(...roots: readonly Json[]): EqualityNumbers {
  const numberOfForm = new Map<string, number>();
  const numberOf = new Map<Json, number>();
  const intern = (form: string): number => {
    const known = numberOfForm.get(form);
    if (known !== undefined) return known;
    numberOfForm.set(form, numberOfForm.size);
    return numberOfForm.size - 1;
  };
  const of = (value: Json): number => numberOf.get(value) ?? intern(exactForm(value));
  for (const root of roots) {
    const open: { readonly value: Json; readonly closing: boolean }[] = [{ value: root, closing: false }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { value, closing } = next;
      if (!isJsonArray(value) && !isJsonObject(value)) continue;
      if (closing) {
        numberOf.set(value, intern(formOf(value, of)));
        continue;
      }
      open.push({ value, closing: true });
      for (const child of value.values()) open.push({ value: child, closing: false });
    }
  }
  return { of };
}

/** No scalar's exact form starts with a letter that stands here: those of texts start with a quote. */
function formOf(value: readonly Json[] | ReadonlyMap<string, Json>, of: (value: Json) => number): string {
  if (isJsonArray(value)) return `A${value.map(of).join(',')}`;
  const members = [...(value as ReadonlyMap<string, Json>)].map(
    ([key, member]) => `${JSON.stringify(key)}:${of(member)}`,
  );
  return `O${members.sort().join(',')}`;
}
