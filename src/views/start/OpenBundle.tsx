import { type ReactNode, useRef, useState } from 'react';
import { useOfferCommand } from '../../queries/use-command.ts';
import { useImport } from '../../queries/use-import.ts';
import { useWorkbench } from '../../queries/workbench.ts';
import { Button } from '../../ui/Button.tsx';
import { Glyph } from '../../ui/Glyph.tsx';

const SAMPLE = 'samples/limits-incident.zip';

/** The place to drop on (the whole window takes it), the two dialogs, and the sample. */
export function OpenBundle(): ReactNode {
  const { start, fail } = useImport();
  const { chosenFiles, pending } = useWorkbench();

  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [fetching, setFetching] = useState(false);

  const openSample = async (): Promise<void> => {
    setFetching(true);
    try {
      const response = await pending.getState().track(fetch(SAMPLE));
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      const bytes = await pending.getState().track(response.blob());
      await start(chosenFiles([new File([bytes], 'limits-incident.zip')]));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      fail(
        'the sample incident',
        `The sample incident could not be read from this page's own server: ${why}.`,
      );
    } finally {
      setFetching(false);
    }
  };
  useOfferCommand('bundle.files', () => files.current?.click());
  useOfferCommand('bundle.folder', () => folder.current?.click());
  useOfferCommand('bundle.sample', fetching ? undefined : () => void openSample());

  const take = (input: HTMLInputElement): void => {
    const chosen = chosenFiles(input.files ?? []);
    // choosing the same files again must be a change again
    input.value = '';
    if (chosen.length > 0) void start(chosen);
  };

  return (
    <section className="wm-open" aria-labelledby="wm-open-title">
      <div className="wm-open-text">
        <h2 id="wm-open-title" className="wm-open-title">
          Drop an incident bundle
        </h2>
        <p>
          OpenTelemetry traces, write-ahead logs, recorded and replayed calls of an agent: loose files, a
          folder, or an archive (<code>.zip .tar .tgz .gz .zst</code>). What a file is, is read from its
          content.
        </p>
        <p className="wm-open-private">
          <Glyph name="lock" /> Nothing leaves this machine.
        </p>
      </div>
      <div className="wm-open-buttons">
        <Button look="primary" glyph="file" onClick={() => files.current?.click()}>
          Open files…
        </Button>
        <Button glyph="folder" onClick={() => folder.current?.click()}>
          Open a folder…
        </Button>
        <Button onClick={() => void openSample()} disabled={fetching}>
          Open the sample incident
        </Button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files of the bundle"
        data-testid="choose-files"
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={(input) => {
          folder.current = input;
          // React has no property for it
          input?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        hidden
        aria-label="Folder of the bundle"
        data-testid="choose-folder"
        onChange={(event) => take(event.currentTarget)}
      />
    </section>
  );
}
