import { useEffect, useState } from 'react';

/**
 * Tokens as colours a canvas understands. A custom property reads back as `light-dark(…)`; only a property that uses
 * it has a colour, so a hidden element is asked. Read again whenever the theme changes.
 * @param names tokens without the dashes: `kind-tool`, `line`.
 */
export function useThemeColors<Name extends string>(names: readonly Name[]): Readonly<Record<Name, string>> {
  const [colors, setColors] = useState(() => readColors(names));
  const joined = names.join(' ');
  useEffect(() => {
    const read = (): void => setColors(readColors(joined.split(' ') as Name[]));
    read();
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', read);
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      dark.removeEventListener('change', read);
      observer.disconnect();
    };
  }, [joined]);
  return colors;
}

function readColors<Name extends string>(names: readonly Name[]): Record<Name, string> {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const colors = names.map((name): [Name, string] => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(colors) as Record<Name, string>;
}
