import type { ReactNode } from 'react';
import type { InputSummary } from '../../queries/answers.ts';
import { useCaseScope } from '../../queries/case-scope.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { useOverview } from '../../queries/use-verdicts.ts';
import { useSay } from '../../ui/Toaster.tsx';

/** What a file was recognised as and why; and the examiner's word over it, which is kept with the case and can be undone. */
export function ReadAs({ input }: { readonly input: InputSummary }): ReactNode {
  const { people, readOnly } = useCaseScope();
  const { setFormat } = usePeopleActions();
  const { data: overview } = useOverview();
  const say = useSay();
  const chosen = people.formats?.[input.path];
  const choose = (format: string): void => {
    void setFormat(input.path, format === '' ? undefined : format).then(
      () =>
        say(
          format === '' ? 'It is read as it was recognised.' : 'It is read anew, as the format you chose.',
          'note',
        ),
      (error: unknown) => say(error instanceof Error ? error.message : String(error), 'bad'),
    );
  };
  return (
    <p className="wm-raw-as">
      <label>
        <span>Read as</span>{' '}
        <select
          value={chosen ?? ''}
          disabled={readOnly || input.role === 'manifest' || overview === undefined}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">as recognised</option>
          {overview?.formats.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>{' '}
      <span className="wm-soft">
        {input.format === null
          ? 'no format reads it'
          : `${input.format}: ${input.detectedBy ?? 'recognised by its content'}`}
      </span>
    </p>
  );
}
