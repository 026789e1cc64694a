import { describe, expect, test } from 'vitest';
import { incidentManifest } from '../../../src/formats/incident-manifest/incident-manifest.ts';
import { parseText } from '../../bundle.ts';

const parse = (text: string): ReturnType<typeof parseText> =>
  parseText(incidentManifest, text, 'incident.json');
const SHA = 'ab'.repeat(32);

describe('incident.json', () => {
  test('names files, roles, attempts, sessions and hashes', async () => {
    const text = JSON.stringify({
      witnessmark: 1,
      title: 'T',
      session: 's-41',
      files: [
        { path: 'trace.jsonl', role: 'trace', sha256: SHA.toUpperCase() },
        { path: 'replay.jsonl', role: 'replayed-calls', attempt: 'r1', session: 's-42', later: true },
      ],
    });
    const { manifest, problems } = await parse(text);
    expect(problems).toEqual([]);
    expect(manifest).toEqual({
      title: 'T',
      session: 's-41',
      files: [
        { path: 'trace.jsonl', role: 'trace', sha256: SHA },
        { path: 'replay.jsonl', role: 'replayed-calls', attempt: 'r1', session: 's-42' },
      ],
    });
    expect((await parse('{"witnessmark":1}')).manifest).toEqual({ files: [] });
  });

  test('malformed members are problems with their place, and the rest counts', async () => {
    const text = `{"witnessmark": 1,
 "title": 5,
 "files": [
  {"path": "a", "role": "recording"},
  {"role": "trace"},
  7,
  {"path": "a", "role": "wal"},
  {"path": "b", "sha256": "00"}
 ]}`;
    const { manifest, problems } = await parse(text);
    expect(manifest?.files).toEqual([{ path: 'a' }, { path: 'b', sha256: '00' }]);
    expect(problems.map(({ code, line, byte }) => [code, line, text[byte ?? 0]])).toEqual([
      ['manifest-malformed', 2, '5'],
      ['manifest-malformed', 4, '{'],
      ['manifest-malformed', 5, '{'],
      ['manifest-malformed', 6, '7'],
      ['manifest-malformed', 7, '{'],
      ['manifest-malformed', 8, '{'],
    ]);
  });

  test('a newer version is not read', async () => {
    const { manifest, problems } = await parse('{"witnessmark": 2, "files": []}');
    expect(manifest).toBeUndefined();
    expect(problems.map(({ code, line, byte }) => [code, line, byte])).toEqual([['newer-version', 1, 16]]);
  });

  test.each([
    '{"witnessmark": "1"}',
    '{"witnessmark": 0}',
    '{"witnessmark": 1',
    '[1]',
    'null',
    '{"witnessmark": 1.5}',
  ])('not a manifest: %s', async (text) => {
    const { manifest, problems } = await parse(text);
    expect(manifest).toBeUndefined();
    expect(problems).toHaveLength(1);
  });

  test('is detected by its number, whatever its name', () => {
    const detect = (text: string): unknown =>
      incidentManifest.detect(new TextEncoder().encode(text))?.confidence;
    expect(detect(' {"files": [], "witnessmark": 1}')).toBe('certain');
    expect(detect('{"witnessmark": 2}')).toBe('certain');
    expect(detect('{"kind": "witnessmark.findings", "version": 1}')).toBeUndefined();
    expect(detect('{"a": {"witnessmark": 1}}')).toBeUndefined();
    expect(detect('[{"witnessmark": 1}]')).toBeUndefined();
  });
});
