import type { ReactNode } from 'react';
import { useHref } from '../../queries/use-route.ts';
import { useDecisions } from '../../queries/use-verdicts.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';

interface Props {
  readonly session: string;
  /** The log of this call's crossing comes first; undefined: no crossing is known. */
  readonly input: string | undefined;
}

/** Whether the session's logs would support each of the four replay modes. */
export function ModeStrip({ session, input }: Props): ReactNode {
  const { data } = useDecisions(session);
  const href = useHref();
  if (data === undefined) return <p className="wm-mode-strip wm-soft">Reading the log…</p>;
  if (data.logs.length === 0) {
    return (
      <p className="wm-mode-strip wm-soft">
        No write-ahead log belongs to this session: none of the four replay modes can be planned.
      </p>
    );
  }
  const logs = [...data.logs].sort((a, b) => Number(b.input === input) - Number(a.input === input));
  return (
    <>
      {logs.map((log) => (
        <p key={log.input} className="wm-mode-strip">
          <a href={href({ screen: 'decisions', selection: 'none' })}>
            <EvidenceText text={log.input} look="name" />
          </a>
          {log.modes.map((mode) => (
            <Chip
              key={mode.mode}
              tone={mode.plannable ? 'good' : 'void'}
              glyph={mode.plannable ? 'check' : 'barred'}
              hint={
                mode.missing.length === 0 ? mode.said : `${mode.said} Missing: ${mode.missing.join(', ')}.`
              }
            >
              {mode.mode.replace('-', ' ')}
              {mode.crossings === undefined ? '' : ` ${mode.crossings.ready} of ${mode.crossings.of}`}
              <span className="wm-spoken">{mode.plannable ? ': plannable' : ': not plannable'}</span>
            </Chip>
          ))}
        </p>
      ))}
    </>
  );
}
