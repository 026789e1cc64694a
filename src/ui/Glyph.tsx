import type { ReactNode } from 'react';
import './glyph.css';

/** Small shapes, told apart without colour. Drawn on 16 × 16 with the text's colour. */
const SHAPES = {
  check: <path d="M3 8.5 6.5 12 13 4.5" />,
  'not-equal': <path d="M3 6h10M3 10h10M10.5 2.5l-5 11" />,
  barred: <path d="M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM4.2 4.2l7.6 7.6" />,
  half: (
    <>
      <path d="M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z" />
      <path d="M8 2.5a5.5 5.5 0 0 1 0 11Z" fill="currentColor" />
    </>
  ),
  hollow: <path d="M8 2.5 13.5 8 8 13.5 2.5 8Z" />,
  skip: <path d="M3 4v8l5-4-5-4ZM9 4v8l4-4-4-4Z" />,
  broken: <path d="M2.5 2.5h5l-1 4 3 3-1 4h-6ZM10.5 2.5h3v11h-2l1-4-3-3Z" />,
  question: <path d="M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M8 12.6v.2" />,
  warning: <path d="M8 2.5 14 13H2ZM8 6.5v3M8 11.2v.2" />,
  error: <path d="M5 2.5h6L13.5 5v6L11 13.5H5L2.5 11V5ZM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4" />,
  info: <path d="M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 7.4v3.4M8 5.2v.2" />,
  key: <path d="M5 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM7.5 8H14M11.5 8v2.5" />,
  seal: <path d="M8 2.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM6 9.2 5 13.5l3-1.6 3 1.6-1-4.3" />,
  pin: <path d="M6 2.5h4l-.6 4 2.1 2.2h-7L6.6 6.5ZM8 8.7v4.8" />,
  cross: <path d="M4 4l8 8M12 4l-8 8" />,
  plus: <path d="M8 3v10M3 8h10" />,
  minus: <path d="M3 8h10" />,
  left: <path d="M10 3 5 8l5 5" />,
  right: <path d="M6 3l5 5-5 5" />,
  first: <path d="M12 3 7 8l5 5M4 3v10" />,
  last: <path d="M4 3l5 5-5 5M12 3v10" />,
  up: <path d="M3 10l5-5 5 5" />,
  down: <path d="M3 6l5 5 5-5" />,
  undo: <path d="M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6" />,
  redo: <path d="M10 3l3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H10" />,
  copy: <path d="M5.5 5.5h8v8h-8ZM3.5 10.5h-1v-8h8v1" />,
  file: <path d="M4 2.5h5L12.5 6v7.5H4ZM9 2.5V6h3.5" />,
  folder: <path d="M2.5 4h4l1.5 1.5h5.5V12h-11Z" />,
  trash: <path d="M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9M7 7v4M9 7v4" />,
  sun: (
    <path d="M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M12.6 3.4l-1.1 1.1M4.5 11.5l-1.1 1.1" />
  ),
  moon: <path d="M12.8 9.8A5.5 5.5 0 0 1 6.2 3.2a5.5 5.5 0 1 0 6.6 6.6Z" />,
  auto: (
    <>
      <path d="M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z" />
      <path d="M8 2.5a5.5 5.5 0 0 0 0 11Z" fill="currentColor" />
    </>
  ),
  sliders: <path d="M3 4.5h10M3 8h10M3 11.5h10M6 3v3M10.5 6.5v3M5 10v3" />,
  search: <path d="M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.3 10.3l3.2 3.2" />,
  save: <path d="M8 2.5v7M5 7l3 3 3-3M2.5 11v2.5h11V11" />,
  note: <path d="M3 2.5h10v7.5L9.5 13.5H3ZM9.5 13.5V10H13M5.5 5.5h5M5.5 8h3" />,
  lock: <path d="M4 7.5h8v6H4ZM5.5 7.5v-2a2.5 2.5 0 0 1 5 0v2" />,
  link: (
    <path d="M6.5 9.5 9.5 6.5M7 5l1.5-1.5a2.5 2.5 0 0 1 4 0 2.5 2.5 0 0 1 0 4L11 9M9 11l-1.5 1.5a2.5 2.5 0 0 1-4 0 2.5 2.5 0 0 1 0-4L5 7" />
  ),
} as const satisfies Record<string, ReactNode>;

export type GlyphName = keyof typeof SHAPES;

interface Props {
  readonly name: GlyphName;
  /** Pixels, 14 by default. */
  readonly size?: number;
}

/** Decoration beside a word, or inside a labelled button: hidden from screen readers. */
export function Glyph({ name, size = 14 }: Props): ReactNode {
  return (
    <svg
      className="wm-glyph"
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      {SHAPES[name]}
    </svg>
  );
}
