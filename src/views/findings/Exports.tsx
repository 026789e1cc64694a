import { type ReactNode, useState } from 'react';
import type { ExportForm } from '../../model/document-writers.ts';
import { useCaseScope } from '../../queries/case-scope.ts';
import { useOfferCommand } from '../../queries/use-command.ts';
import { useExport } from '../../queries/use-export.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { Button } from '../../ui/Button.tsx';
import { fileNameOf, saveFile } from '../../ui/save-file.ts';
import { useSay } from '../../ui/Toaster.tsx';

interface Props {
  readonly onNew: () => void;
  readonly isWriting: boolean;
}

interface Look {
  readonly label: string;
  readonly hint: string;
  readonly suffix: string;
  readonly type: string;
}

const LOOKS: Readonly<Record<ExportForm, Look>> = {
  findings: {
    label: 'Export findings.json',
    hint: 'The document of the command line, with pins, notes, findings and the action log. A second examiner gets the same result digest.',
    suffix: 'findings.json',
    type: 'application/json',
  },
  html: {
    label: 'Export the HTML report',
    hint: 'One file that prints, without a script, a link or an image.',
    suffix: 'report.html',
    type: 'text/html',
  },
  sarif: {
    label: 'Export SARIF',
    hint: 'SARIF 2.1.0, for tools that collect results with places in files.',
    suffix: 'sarif.json',
    type: 'application/json',
  },
};

/** A new finding, and the files that leave the workbench. */
export function Exports({ onNew, isWriting }: Props): ReactNode {
  const { readOnly, title } = useCaseScope();
  const { note } = usePeopleActions();
  const make = useExport();
  const say = useSay();
  const [busy, setBusy] = useState<ExportForm | undefined>(undefined);
  const save = async (form: ExportForm): Promise<void> => {
    const { suffix, type, label } = LOOKS[form];
    setBusy(form);
    try {
      const file = await make(form);
      const name = `${fileNameOf(title)}.${suffix}`;
      saveFile(name, file, type);
      say(`Saved as ${name}.`, 'good');
      await note(label.toLowerCase(), { bytes: file.size });
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), 'bad');
    } finally {
      setBusy(undefined);
    }
  };
  const offered = (form: ExportForm) => (busy === undefined ? () => void save(form) : undefined);
  useOfferCommand('export.findings', offered('findings'));
  useOfferCommand('export.html', offered('html'));
  return (
    <div className="wm-exports">
      <Button look="primary" glyph="plus" onClick={onNew} disabled={readOnly || isWriting}>
        New finding
      </Button>
      <span className="wm-exports-files">
        {(['findings', 'html', 'sarif'] as const).map((form) => (
          <Button
            key={form}
            onClick={() => void save(form)}
            disabled={busy !== undefined}
            hint={LOOKS[form].hint}
          >
            {LOOKS[form].label}
          </Button>
        ))}
      </span>
    </div>
  );
}
