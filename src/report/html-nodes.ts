import { visiblePieces } from '../lib/visible-text.ts';

/** Everything a report may hold. No script, link, image, form or style attribute can be written with these. */
const TAGS = [
  'html',
  'head',
  'body',
  'title',
  'main',
  'header',
  'footer',
  'section',
  'h1',
  'h2',
  'h3',
  'p',
  'ul',
  'li',
  'dl',
  'dt',
  'dd',
  'table',
  'caption',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'pre',
  'code',
  'bdi',
  'span',
  'strong',
  'em',
] as const;
type Tag = (typeof TAGS)[number];

/** A class is one of our own words, never a text from evidence. */
export type ReportClass =
  | 'refused'
  | 'divergent'
  | 'hypothesis'
  | 'admissible'
  | 'error'
  | 'warning'
  | 'info'
  | 'hidden'
  | 'numbers'
  | 'quiet';

export interface ReportElement {
  readonly tag: Tag;
  readonly className?: ReportClass;
  readonly children: readonly ReportNode[];
}
/** A string is text, whatever it looks like. */
export type ReportNode = string | ReportElement;

export function element(
  tag: Tag,
  children: readonly ReportNode[] | string,
  className?: ReportClass,
): ReportElement {
  return {
    tag,
    children: typeof children === 'string' ? [children] : children,
    ...(className === undefined ? {} : { className }),
  };
}

/** A text from evidence: set apart from the direction of the text around it, what does not show made visible. */
export const evidence = (text: string): ReportElement =>
  element(
    'bdi',
    visiblePieces(text).map((piece) =>
      piece.is === 'text' ? piece.text : element('span', piece.token, 'hidden'),
    ),
  );

/** Recursion is as deep as the report that is built here, whatever the evidence holds. */
export function writeElement(node: ReportNode): string {
  if (typeof node === 'string') return escaped(node);
  if (!TAGS.includes(node.tag))
    throw new Error(`${node.tag} is no element of a report (a bug in Witnessmark)`);
  const opening = node.className === undefined ? node.tag : `${node.tag} class="${node.className}"`;
  return `<${opening}>${node.children.map(writeElement).join('')}</${node.tag}>`;
}

const escaped = (text: string): string => text.replace(/[&<>"'`]/g, (one) => `&#${one.charCodeAt(0)};`);
