import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js';
import { newFolder } from './bundles.ts';

export type Packing = 'as it is' | 'inside an archive' | 'as UTF-16' | 'behind 50 MB';

/** Not ASCII, so that a place in UTF-16 and one in UTF-8 differ. */
const NAME = 'spän';
const DAMAGE = '{"resourceSpans":[{"scopeSpans":[{"spans":[{"na';

const span = (id: number, text = ''): string =>
  JSON.stringify({
    traceId: '1'.repeat(32),
    spanId: String(id).padStart(16, '0'),
    name: `${NAME} ${id}`,
    startTimeUnixNano: String(1_800_000_000_000_000_000n + BigInt(id)),
    endTimeUnixNano: String(1_800_000_000_000_000_009n + BigInt(id)),
    attributes: [{ key: 'text', value: { stringValue: text } }],
  });
const line = (...spans: readonly string[]): string =>
  `{"resourceSpans":[{"scopeSpans":[{"spans":[${spans.join(',')}]}]}]}\n`;

/** Lines of OTLP: one of them is cut, one span stands twice, and in the place of another stands a number. */
export async function damagedFile(
  packing: Packing,
): Promise<{ readonly path: string; readonly damage: string }> {
  const folder = await newFolder();
  const before = Array.from({ length: 60 }, (_, i) => line(span(i + 1))).join('');
  const text = `${before}${DAMAGE}\n${line(span(61), span(1), '7')}`;
  const write = async (name: string, parts: readonly (string | Uint8Array)[]): Promise<string> => {
    const path = join(folder, name);
    const file = await open(path, 'w');
    for (const part of parts) await file.write(part as string);
    await file.close();
    return path;
  };
  switch (packing) {
    case 'as it is':
      return { path: await write('damaged.jsonl', [text]), damage: DAMAGE };
    case 'inside an archive': {
      const zip = new ZipWriter(new BlobWriter());
      await zip.add('inner/damaged.jsonl', new TextReader(text));
      const bytes = new Uint8Array(await (await zip.close()).arrayBuffer());
      return { path: await write('bundle.zip', [bytes]), damage: DAMAGE };
    }
    case 'as UTF-16':
      return {
        path: await write('damaged.jsonl', [Buffer.from(`\ufeff${text}`, 'utf16le')]),
        damage: DAMAGE,
      };
    case 'behind 50 MB': {
      const long = 'x'.repeat(100_000);
      const lines = Array.from({ length: 500 }, (_, i) => line(span(1_000 + i, long)));
      return { path: await write('damaged.jsonl', [...lines, text]), damage: DAMAGE };
    }
  }
}
