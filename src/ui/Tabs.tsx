import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { formatCount } from '../lib/format-size.ts';
import './tabs.css';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  /** A count beside the label. */
  readonly count?: number | undefined;
}

interface Props<Id extends string> {
  /** Spoken: what the tabs choose. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  readonly children: ReactNode;
}

/** Tabs with their panel; left and right choose, as in the ARIA pattern with automatic activation. */
export function Tabs<Id extends string>({ label, tabs, chosen, onChoose, children }: Props<Id>): ReactNode {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex((tab) => tab.id === chosen);
    const last = tabs.length - 1;
    const to = new Map([
      ['ArrowRight', at === last ? 0 : at + 1],
      ['ArrowLeft', at === 0 ? last : at - 1],
      ['Home', 0],
      ['End', last],
    ]).get(event.key);
    const tab = to === undefined ? undefined : tabs[to];
    if (tab === undefined || to === undefined) return;
    event.preventDefault();
    onChoose(tab.id);
    list.current?.querySelectorAll('button')[to]?.focus();
  };
  return (
    <div className="wm-tabs">
      <div className="wm-tabs-list" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab.id === chosen}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            className="wm-tab"
            onClick={() => onChoose(tab.id)}
          >
            {tab.label}
            {tab.count === undefined ? undefined : (
              <span className="wm-tab-count">{formatCount(tab.count)}</span>
            )}
          </button>
        ))}
      </div>
      <div
        className="wm-tabs-panel"
        role="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls must be reachable by keyboard
        tabIndex={0}
        id={`${base}-panel`}
        aria-labelledby={`${base}-${chosen}`}
      >
        {children}
      </div>
    </div>
  );
}
