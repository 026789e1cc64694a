import type { ReactNode } from 'react';
import { formatPlural } from '../../lib/format-size.ts';
import type { IndexName } from '../../model/order.ts';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { type NameRow, nameOf } from './index-name-rows.ts';

interface Props {
  readonly caption: string;
  readonly rows: readonly NameRow[];
  readonly readOnly: boolean;
  readonly onChange: (row: NameRow, name: IndexName) => void;
}

const MEANS: readonly (readonly [IndexName['means'], string])[] = [
  ['turn', 'turn'],
  ['call', 'call in its scope'],
  ['none', 'no witness'],
];
const ORDERS: readonly (readonly [IndexName['order'], string])[] = [
  ['issue', 'asked'],
  ['observation', 'observed'],
];
const SCOPES: readonly (readonly [IndexName['scope'], string])[] = [
  ['turn', 'turn'],
  ['parent', 'parent span'],
  ['agent', 'agent'],
  ['session', 'session'],
];

export function IndexNameTable({ caption, rows, readOnly, onChange }: Props): ReactNode {
  if (rows.length === 0) return <p className="wm-soft">{caption}.</p>;
  return (
    <table className="wm-table wm-index-names">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Numbers</th>
          <th scope="col">As it was</th>
          <th scope="col">Starts anew in each</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const said = row.name ?? (row.like === undefined ? nameOf(row.key) : { ...row.like, key: row.key });
          const isOff = readOnly || said.means === 'none';
          return (
            <tr key={row.key}>
              <th scope="row">
                <EvidenceText text={row.key} look="name" />
                <Where row={row} />
              </th>
              <td>
                <Choice
                  label={`what ${row.key} numbers`}
                  options={MEANS}
                  value={said.means}
                  disabled={readOnly}
                  onChange={(means) => onChange(row, { ...said, means })}
                />
              </td>
              <td>
                <Choice
                  label={`the order that ${row.key} states`}
                  options={ORDERS}
                  value={said.order}
                  disabled={isOff}
                  onChange={(order) => onChange(row, { ...said, order })}
                />
              </td>
              <td>
                <Choice
                  label={`the scope of ${row.key}`}
                  options={SCOPES}
                  value={said.scope}
                  disabled={isOff}
                  onChange={(scope) => onChange(row, { ...said, scope })}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Where({ row: { name, like, seen } }: { readonly row: NameRow }): ReactNode {
  return (
    <span className="wm-index-where">
      {seen === undefined ? undefined : (
        <span>
          {formatPlural(seen.spans, 'span')} of {formatPlural(seen.sessions, 'session')}, such as{' '}
          <EvidenceText text={seen.examples.join(', ')} look="name" />
        </span>
      )}
      {like === undefined ? undefined : (
        <span>
          read like <EvidenceText text={like.key} look="name" />, since it ends like it
        </span>
      )}
      {name?.note === undefined ? undefined : <span>{name.note}</span>}
      {name === undefined && like === undefined ? <span>not in the table</span> : undefined}
    </span>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [T, string])[];
  readonly value: T;
  readonly disabled: boolean;
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({ label, options, value, disabled, onChange }: ChoiceProps<T>): ReactNode {
  return (
    <select
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value as T)}
    >
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  );
}
