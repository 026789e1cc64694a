import type { ReactNode } from 'react';
import { intoSight } from './into-sight.ts';

interface Props {
  readonly bytes: Uint8Array;
  /** Of the first byte in the file. */
  readonly offset: number;
  /** Byte of this page that is marked. */
  readonly marked: number | undefined;
}

const LINE = 16;

/** Offset, sixteen bytes, and what of them is printable ASCII. */
export function HexTable({ bytes, offset, marked }: Props): ReactNode {
  const lines = Array.from({ length: Math.ceil(bytes.length / LINE) }, (_, i) => i * LINE);
  const litLine = marked === undefined ? -1 : Math.floor(marked / LINE) * LINE;
  return (
    <table className="wm-hex">
      <thead className="wm-spoken">
        <tr>
          <th scope="col">Offset</th>
          <th scope="col">Bytes</th>
          <th scope="col">Text</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr
            key={line}
            ref={line === litLine ? intoSight : undefined}
            aria-current={line === litLine ? true : undefined}
          >
            <th scope="row">{(offset + line).toString(16).padStart(8, '0')}</th>
            <td>{hexOf(bytes.subarray(line, line + LINE))}</td>
            <td>{asciiOf(bytes.subarray(line, line + LINE))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const hexOf = (bytes: Uint8Array): string => {
  const two = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
  return `${two.slice(0, 8).join(' ')}  ${two.slice(8).join(' ')}`;
};

const asciiOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
