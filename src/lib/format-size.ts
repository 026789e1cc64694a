/** Bytes for people: `0 B`, `812 B`, `14.2 KiB`, `1.1 GiB`; one decimal below 100. */
export function formatSize(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  let value = bytes;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** With narrow spaces between thousands, at which no line breaks: `1 204 331`. */
export const formatCount = (count: number): string =>
  String(count).replace(/\B(?=(?:[0-9]{3})+$)/g, '\u202f');

/** `one call`, `3 calls`; thousands are set apart. */
export const formatPlural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
