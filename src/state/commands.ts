import { createStore } from 'zustand/vanilla';

/**
 * Names of everything that can be done by key, button or palette. `app/commands.ts` has the one row for each (label,
 * keys, and for those that need no screen what they do); a screen offers the rest while it is shown (`useOfferCommand`).
 */
export const COMMAND_IDS = [
  'palette',
  'help',
  'go.start',
  'go.triage',
  'go.graph',
  'go.calls',
  'go.decisions',
  'go.findings',
  'go.ledger',
  'session.next',
  'session.previous',
  'undo',
  'redo',
  'theme',
  'preferences',
  'key.give',
  'key.forget',
  'bundle.files',
  'bundle.folder',
  'bundle.sample',
  'findings.new',
  'note.new',
  'export.findings',
  'export.html',
  'ledger.search',
  'triage.search',
  'graph.axis',
  'graph.fit',
  'graph.zoom-in',
  'graph.zoom-out',
  'graph.centre',
  'graph.next-question',
  'graph.previous-question',
  'graph.pin-a-first',
  'graph.pin-b-first',
  'graph.order-group',
  'graph.save-replay-input',
  'graph.fold',
  'graph.fold-agents',
  'graph.index-names',
  'calls.next',
  'calls.previous',
  'calls.first',
  'calls.last',
  'calls.next-divergence',
  'calls.previous-divergence',
  'calls.next-gap',
  'calls.previous-gap',
  'calls.next-of-tool',
  'calls.previous-of-tool',
  'calls.next-write',
  'calls.previous-write',
  'calls.to-turn',
  'calls.next-attempt',
  'calls.previous-attempt',
  'calls.set-breakpoint',
  'calls.run',
  'calls.run-back',
  'calls.clear-breakpoints',
  'calls.show-resource',
  'calls.show-in-graph',
  'calls.show-decision',
] as const;
export type CommandId = (typeof COMMAND_IDS)[number];

export interface CommandsState {
  /** What can be done now; a command that is not in it is disabled. */
  readonly offered: ReadonlyMap<CommandId, () => void>;
  /** @returns the function that takes the offer back. */
  offer(id: CommandId, perform: () => void): () => void;
}

export const createCommandsStore = () =>
  createStore<CommandsState>((set, get) => ({
    offered: new Map(),
    offer: (id, perform) => {
      set((state) => ({ offered: new Map(state.offered).set(id, perform) }));
      return () => {
        // somebody may have offered it anew in the meantime
        if (get().offered.get(id) !== perform) return;
        const offered = new Map(get().offered);
        offered.delete(id);
        set({ offered });
      };
    },
  }));
export type CommandsStore = ReturnType<typeof createCommandsStore>;
