import type { ReactNode } from 'react';
import './key-hint.css';

/** A key combination as the command table writes it: `mod+k`, `shift+arrowleft`, `?`. */
export function KeyHint({ keys }: { readonly keys: string }): ReactNode {
  return <kbd className="wm-key">{formatKeys(keys)}</kbd>;
}

/** The same as text, for tooltips. */
export const formatKeys = (keys: string): string =>
  keys
    .split(/\+(?=.)/)
    .map((part) => NAMES.get(part) ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(' ');

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

const NAMES = new Map([
  ['mod', isMac ? '⌘' : 'Ctrl'],
  ['shift', 'Shift'],
  ['alt', isMac ? '⌥' : 'Alt'],
  ['arrowleft', '←'],
  ['arrowright', '→'],
  ['arrowup', '↑'],
  ['arrowdown', '↓'],
  ['escape', 'Esc'],
  ['enter', 'Enter'],
  ['space', 'Space'],
  ['delete', 'Del'],
]);
