import type { Verdict } from '../model/verdict.ts';

/** Where stepping through the calls stops. */
export type Breakpoint =
  | { readonly is: 'verdict'; readonly verdict: Verdict }
  | { readonly is: 'tool'; readonly tool: string }
  /** @property resource null: the short form's unnamed one. */
  | { readonly is: 'resource'; readonly resource: string | null; readonly at: 'writes' | 'any-access' };

/** Equal for equal breakpoints. */
export const breakpointKey = (breakpoint: Breakpoint): string =>
  JSON.stringify(Object.entries(breakpoint).sort());
