import { type ReactNode, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { GivenKey } from '../../queries/answers.ts';
import { useOfferCommand } from '../../queries/use-command.ts';
import { useKeys } from '../../queries/use-keys.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { useWorkbench } from '../../queries/workbench.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { useSay } from '../../ui/Toaster.tsx';

const IDLE_CHOICES = [5, 15, 60, 0];

/** The one way a key gets in: by file or paste. It goes to the engine's memory, is never stored, and can be forgotten. */
export function KeyControl(): ReactNode {
  const { keyIds, give, forget } = useKeys();
  const { note } = usePeopleActions();
  const { preferences, pending } = useWorkbench();
  const idle = useStore(preferences, (state) => state.keyIdleMinutes);
  const say = useSay();
  const file = useRef<HTMLInputElement>(null);
  const paste = useRef<HTMLInputElement>(null);
  const [last, setLast] = useState<GivenKey | undefined>(undefined);
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  useOfferCommand('key.give', () => paste.current?.focus());
  useOfferCommand('key.forget', keyIds.length === 0 ? undefined : () => void forgetAll());

  const take = async (bytes: Uint8Array): Promise<void> => {
    try {
      const given = await give(bytes);
      setLast(given);
      setWrong(undefined);
      say(`The key ${given.keyId} is held in memory; the table says which seals it fits.`, 'note');
      await note('give a key', { keyId: given.keyId });
    } catch (error) {
      // the engine's sentence never quotes key bytes
      setWrong(error instanceof Error ? error.message : String(error));
    } finally {
      bytes.fill(0);
    }
  };
  const takeFile = async (input: HTMLInputElement): Promise<void> => {
    const chosen = input.files?.[0];
    if (chosen !== undefined) {
      await take(new Uint8Array(await pending.getState().track(chosen.arrayBuffer())));
    }
    input.value = '';
  };
  const takePaste = async (): Promise<void> => {
    const text = paste.current?.value ?? '';
    if (paste.current !== null) paste.current.value = '';
    if (text !== '') await take(new TextEncoder().encode(text));
  };
  const forgetAll = async (): Promise<void> => {
    await forget();
    setLast(undefined);
    say('The keys are forgotten.');
    await note('forget the keys', {});
  };

  return (
    <section className="wm-keys" aria-labelledby="wm-keys-title">
      <h2 id="wm-keys-title">
        <Glyph name="key" size={16} /> Key
      </h2>
      <p className="wm-soft">
        Seals are checked with the key that made them. It is held in memory only: never stored, sent, logged
        or exported.
      </p>
      {keyIds.length === 0 ? undefined : (
        <ul className="wm-keys-held">
          {keyIds.map((keyId) => (
            <li key={keyId}>
              <Chip tone="note" glyph="key">
                {keyId}
              </Chip>
            </li>
          ))}
          <li>
            <Button look="danger" onClick={() => void forgetAll()}>
              Forget
            </Button>
          </li>
        </ul>
      )}
      <div className="wm-keys-give">
        <Button glyph="file" onClick={() => file.current?.click()}>
          Key file…
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          aria-label="Key file"
          data-testid="key-file"
          onChange={(event) => void takeFile(event.currentTarget)}
        />
        <form
          className="wm-keys-paste"
          onSubmit={(event) => {
            event.preventDefault();
            void takePaste();
          }}
        >
          <input
            ref={paste}
            type="password"
            autoComplete="off"
            spellCheck={false}
            aria-label="Paste the key"
            placeholder="or paste it"
          />
          <button type="submit" className="wm-button wm-button-plain">
            Use it
          </button>
        </form>
      </div>
      {wrong === undefined ? undefined : (
        <p role="alert" className="wm-keys-wrong">
          {wrong}
        </p>
      )}
      {last?.warnings.map((warning) => (
        <p key={warning} className="wm-keys-warning">
          <Glyph name="warning" /> {warning}
        </p>
      ))}
      <label className="wm-keys-idle">
        Forget it{' '}
        <select
          value={idle}
          onChange={(event) => preferences.getState().set({ keyIdleMinutes: Number(event.target.value) })}
        >
          {IDLE_CHOICES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes === 0
                ? 'only when the page closes'
                : `after ${minutes} minutes without a key press or click`}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}
