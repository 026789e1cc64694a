import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useWorkbench } from '../queries/workbench.ts';
import type { Preferences } from '../state/preferences.ts';
import { Dialog } from '../ui/Dialog.tsx';
import './preferences-dialog.css';

/** Kept in this browser, for all cases. */
export function PreferencesDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { preferences } = useWorkbench();
  const { theme, examiner, keyIdleMinutes, set } = useStore(preferences);
  return (
    <Dialog title="Preferences" onClose={onClose}>
      <div className="wm-preferences">
        <label>
          <span>Your name, on pins, notes and findings</span>
          <input
            type="text"
            value={examiner}
            onChange={(event) => set({ examiner: event.target.value || 'examiner' })}
          />
        </label>
        <label>
          <span>Theme</span>
          <select
            value={theme}
            onChange={(event) => set({ theme: event.target.value as Preferences['theme'] })}
          >
            <option value="system">as the system has it</option>
            <option value="light">light</option>
            <option value="dark">dark</option>
          </select>
        </label>
        <label>
          <span>
            Forget keys after so many minutes without a key press or click (0: only when the page closes)
          </span>
          <input
            type="number"
            min={0}
            max={1440}
            value={keyIdleMinutes}
            onChange={(event) => set({ keyIdleMinutes: Math.max(0, Number(event.target.value) || 0) })}
          />
        </label>
      </div>
    </Dialog>
  );
}
