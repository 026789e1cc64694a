import type { ReactNode } from 'react';
import { assertNever } from '../../lib/assert-never.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { VERDICT_LOOK } from '../../queries/words.ts';
import type { Breakpoint } from '../../state/breakpoint.ts';
import { EvidenceText } from '../../ui/EvidenceText.tsx';

/** "writes to db:orders": what stepping stops at. */
export function breakpointWords(breakpoint: Breakpoint): ReactNode {
  switch (breakpoint.is) {
    case 'verdict':
      return VERDICT_LOOK[breakpoint.verdict].word;
    case 'tool':
      return (
        <>
          calls of <EvidenceText text={breakpoint.tool} look="name" />
        </>
      );
    case 'resource':
      return (
        <>
          {breakpoint.at === 'writes' ? 'writes to ' : 'any access to '}
          {breakpoint.resource === null ? (
            'the one unnamed resource'
          ) : (
            <EvidenceText text={breakpoint.resource} look="name" />
          )}
        </>
      );
    default:
      return assertNever(breakpoint);
  }
}

/** The same as a plain text, for the label of a button. */
export function breakpointLabel(breakpoint: Breakpoint): string {
  switch (breakpoint.is) {
    case 'verdict':
      return VERDICT_LOOK[breakpoint.verdict].word;
    case 'tool':
      return `calls of ${visibleText(breakpoint.tool, { oneLine: true })}`;
    case 'resource':
      return `${breakpoint.at === 'writes' ? 'writes to' : 'any access to'} ${
        breakpoint.resource === null
          ? 'the one unnamed resource'
          : visibleText(breakpoint.resource, { oneLine: true })
      }`;
    default:
      return assertNever(breakpoint);
  }
}
