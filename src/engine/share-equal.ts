/**
 * Equal values become one object: the words of thousands of sessions are the same few. They are held once, and
 * structuredClone copies an object once, so that the page's thread does not unpack each anew.
 */
export function shareEqual(): <T extends object>(value: T) => T {
  const known = new Map<string, object>();
  return <T extends object>(value: T): T => {
    const key = JSON.stringify(value);
    const first = known.get(key);
    if (first === undefined) known.set(key, value);
    return (first ?? value) as T;
  };
}
