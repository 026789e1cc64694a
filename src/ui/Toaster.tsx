import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import './toaster.css';
import type { Tone } from './tone.ts';

/** Says something once: shown for a few seconds (until closed when `bad`), and read by screen readers. */
export type Say = (text: string, tone?: Tone) => void;

const SayContext = createContext<Say>(() => {
  throw new Error('nothing to say it with above this component (a bug in Witnessmark)');
});

export const useSay = (): Say => useContext(SayContext);

interface Said {
  readonly id: number;
  readonly text: string;
  readonly tone: Tone;
}

const SHOWN_MS = 5_000;
const SHOWN_AT_ONCE = 4;

export function Toaster({ children }: { readonly children: ReactNode }): ReactNode {
  const [said, setSaid] = useState<readonly Said[]>([]);
  const next = useRef(0);
  const close = useCallback((id: number) => setSaid((now) => now.filter((one) => one.id !== id)), []);
  const say = useCallback<Say>(
    (text, tone = 'plain') => {
      const id = next.current++;
      setSaid((now) => [...now, { id, text, tone }].slice(-SHOWN_AT_ONCE));
      if (tone !== 'bad') setTimeout(() => close(id), SHOWN_MS);
    },
    [close],
  );
  return (
    <SayContext value={say}>
      {children}
      <div className="wm-toasts" role="status" aria-live="polite">
        {said.map((one) => (
          <div key={one.id} className={`wm-toast wm-tone-${one.tone}`}>
            <span>{one.text}</span>
            <IconButton label="close this message" glyph="cross" onClick={() => close(one.id)} />
          </div>
        ))}
      </div>
    </SayContext>
  );
}
