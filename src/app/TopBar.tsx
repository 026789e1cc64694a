import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { shortId } from '../lib/short-id.ts';
import { useCaseScope } from '../queries/case-scope.ts';
import { useCommand, useOfferCommand } from '../queries/use-command.ts';
import { useKeys } from '../queries/use-keys.ts';
import { useUndo } from '../queries/use-people.ts';
import { useGo, useHref, useRoute } from '../queries/use-route.ts';
import { useCurrentSession, useOverview } from '../queries/use-verdicts.ts';
import { OUTCOME_LOOK } from '../queries/words.ts';
import { useWorkbench } from '../queries/workbench.ts';
import type { CommandId } from '../state/commands.ts';
import type { Screen } from '../state/route.ts';
import { Chip } from '../ui/Chip.tsx';
import { EvidenceText } from '../ui/EvidenceText.tsx';
import { Glyph, type GlyphName } from '../ui/Glyph.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { formatKeys } from '../ui/KeyHint.tsx';
import { useSay } from '../ui/Toaster.tsx';
import './top-bar.css';

/** Always in view: which case, which session and its outcome, the screens, and what can be undone. */
export function TopBar({ inCase }: { readonly inCase: boolean }): ReactNode {
  const { hrefOf } = useWorkbench();
  return (
    <header className="wm-bar">
      <a className="wm-bar-home" href={hrefOf({ is: 'start' })}>
        <Glyph name="seal" size={18} />
        Witnessmark
      </a>
      {inCase ? <CasePart /> : <span className="wm-bar-rest" />}
      <CommandIcon id="palette" glyph="search" />
      <ThemeButton />
      <CommandIcon id="preferences" glyph="sliders" />
      <CommandIcon id="help" glyph="question" />
    </header>
  );
}

const SCREEN_NAMES: readonly (readonly [Screen, string])[] = [
  ['triage', 'Triage'],
  ['graph', 'Graph'],
  ['calls', 'Calls'],
  ['decisions', 'Decisions'],
  ['findings', 'Findings'],
  ['ledger', 'Ledger'],
];

function CasePart(): ReactNode {
  const { title, people, readOnly } = useCaseScope();
  const { data: overview } = useOverview();
  const { keyIds } = useKeys();
  const route = useRoute();
  const href = useHref();
  const counts = overview?.problemCounts;
  const problems = counts === undefined ? 0 : counts.error + counts.warning + counts.info;
  const countOf = (screen: Screen): number | undefined => {
    if (screen === 'ledger') return problems;
    return screen === 'findings' && people.findings.length > 0 ? people.findings.length : undefined;
  };
  return (
    <>
      <span className="wm-bar-title" title={title}>
        <EvidenceText text={title} look="name" />
      </span>
      {readOnly ? (
        <Chip tone="warn" glyph="warning" hint="This case is open in another tab; here it can only be read.">
          read only
        </Chip>
      ) : undefined}
      <nav className="wm-bar-nav" aria-label="Screens">
        {SCREEN_NAMES.map(([screen, name]) => (
          <a
            key={screen}
            href={href({ screen, selection: 'none' })}
            aria-current={route.is === 'case' && route.screen === screen ? 'page' : undefined}
          >
            {name}
            {countOf(screen) === undefined ? undefined : (
              <span
                className={
                  screen === 'ledger' && (counts?.error ?? 0) > 0
                    ? 'wm-bar-count wm-bar-alarm'
                    : 'wm-bar-count'
                }
              >
                {countOf(screen)}
              </span>
            )}
          </a>
        ))}
      </nav>
      <span className="wm-bar-rest" />
      <SessionPart />
      <UndoPart />
      <CommandIcon
        id="key.give"
        glyph="key"
        text={keyIds.length === 0 ? undefined : keyIds.length === 1 ? '1 key' : `${keyIds.length} keys`}
      />
    </>
  );
}

/** Choosing among more would be a long list: triage is the place to choose then. */
const LISTED_SESSIONS = 300;

function SessionPart(): ReactNode {
  const { data: overview } = useOverview();
  const session = useCurrentSession();
  const go = useGo();
  const sessions = overview?.sessions ?? [];
  const at = sessions.findIndex((card) => card.id === session?.id);
  const to = (index: number) => {
    const card = sessions[index];
    return card === undefined ? undefined : () => go({ session: card.id });
  };
  useOfferCommand('session.next', to(at + 1));
  useOfferCommand('session.previous', to(at - 1));
  if (session === undefined) return undefined;
  const look = OUTCOME_LOOK[session.outcome];
  return (
    <span className="wm-bar-session">
      {sessions.length > 1 && sessions.length <= LISTED_SESSIONS ? (
        <select
          aria-label="Session"
          value={session.id}
          onChange={(event) => go({ session: event.target.value })}
        >
          {sessions.map((card) => (
            <option key={card.id} value={card.id}>
              {card.title ?? `${shortId(card.id)} ${card.inputs[0] ?? ''}`}
            </option>
          ))}
        </select>
      ) : undefined}
      <span data-testid="outcome">
        <Chip
          tone={look.tone}
          glyph={look.glyph}
          hint={look.said}
          look={session.outcome === 'refused' ? 'solid' : 'tint'}
        >
          {look.word}
        </Chip>
      </span>
    </span>
  );
}

function UndoPart(): ReactNode {
  const { undoLabel, redoLabel, undo, redo } = useUndo();
  const say = useSay();
  const how = (perform: () => Promise<void>, word: string, label: string | undefined) =>
    label === undefined
      ? undefined
      : () =>
          void perform().then(
            () => say(`${word}: ${label}`),
            (error: unknown) => say(error instanceof Error ? error.message : String(error), 'bad'),
          );
  useOfferCommand('undo', how(undo, 'undone', undoLabel));
  useOfferCommand('redo', how(redo, 'redone', redoLabel));
  return (
    <>
      <CommandIcon id="undo" glyph="undo" more={undoLabel} />
      <CommandIcon id="redo" glyph="redo" more={redoLabel} />
    </>
  );
}

interface IconProps {
  readonly id: CommandId;
  readonly glyph: GlyphName;
  /** Shown beside the glyph. */
  readonly text?: string | undefined;
  /** Said after the label. */
  readonly more?: string | undefined;
}

function CommandIcon({ id, glyph, text, more }: IconProps): ReactNode {
  const { label, keys, run } = useCommand(id);
  const spoken = `${label}${more === undefined ? '' : `: ${more}`}${keys[0] === undefined ? '' : ` (${formatKeys(keys[0])})`}`;
  if (text === undefined) {
    return <IconButton label={spoken} glyph={glyph} onClick={() => run?.()} disabled={run === undefined} />;
  }
  return (
    <button type="button" className="wm-button wm-button-quiet" title={spoken} onClick={() => run?.()}>
      <Glyph name={glyph} size={16} />
      {text}
    </button>
  );
}

function ThemeButton(): ReactNode {
  const { preferences } = useWorkbench();
  const theme = useStore(preferences, (state) => state.theme);
  const { run } = useCommand('theme');
  const glyph = theme === 'system' ? 'auto' : theme === 'light' ? 'sun' : 'moon';
  return <IconButton label={`Theme: ${theme} (t)`} glyph={glyph} onClick={() => run?.()} />;
}
