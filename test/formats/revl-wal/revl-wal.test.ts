import { describe, expect, it } from 'vitest';
import { revlWal } from '../../../src/formats/revl-wal/revl-wal.ts';
import type { ByteSource } from '../../../src/intake/byte-source.ts';
import { memorySource } from '../../../src/intake/byte-source.ts';
import type { Problem } from '../../../src/model/problem.ts';
import type { WalFile, WalReading } from '../../../src/model/wal.ts';
import {
  COMPLETE,
  decisionBody,
  decisionRecord,
  effectRecord,
  HEADER,
  line,
  logText,
  seal,
} from '../../sealer.ts';

const LOG = [HEADER, effectRecord(0), decisionRecord(seal(decisionBody())), COMPLETE];

async function parse(source: ByteSource): Promise<{ reading: WalReading; problems: Problem[] }> {
  const logs: WalFile[] = [];
  const problems: Problem[] = [];
  await revlWal.parse(
    source,
    3,
    {
      span: () => {},
      callLog: () => {},
      wal: (log) => logs.push(log),
      problem: (problem) => problems.push(problem),
      progress: () => {},
    },
    new AbortController().signal,
  );
  expect(logs).toHaveLength(1);
  expect(logs[0]?.file).toBe(3);
  return { reading: (logs[0] as WalFile).reading, problems };
}

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

const parseText = (content: string | Uint8Array) => parse(memorySource('run.wal', bytesOf(content)));

async function readText(content: string | Uint8Array) {
  const { reading, problems } = await parseText(content);
  if (reading.is !== 'read') throw new Error(reading.said);
  return { ...reading, problems };
}

async function refusalOf(content: string | Uint8Array) {
  const { reading, problems } = await parseText(content);
  if (reading.is !== 'refused') throw new Error('was read');
  expect(problems.filter(({ severity }) => severity === 'error')).toHaveLength(1);
  return { line: reading.line, said: reading.said, code: problems.at(-1)?.code };
}

describe('reading a log', () => {
  it('keeps every record but headers, with its line and bytes', async () => {
    const text = logText(LOG);
    const { header, records, complete, torn, problems } = await readText(text);
    expect(header.get('guarantee')).toBe('none');
    expect(records.map(({ kind }) => kind)).toEqual(['effect', 'model-decision', 'activation-complete']);
    const [effect] = records;
    expect(effect).toMatchObject({
      line: 2,
      offset: line(HEADER).length + 1,
      length: line(effectRecord(0)).length,
    });
    expect([complete, torn, problems]).toEqual([true, false, []]);
  });

  it('gives the same records whatever the pieces of the stream', async () => {
    const bytes = bytesOf(logText(LOG));
    const whole = (await parseText(bytes)).reading;
    for (const size of [1, 7, 100]) {
      const source: ByteSource = {
        ...memorySource('run.wal', bytes),
        async *stream() {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
        },
      };
      expect((await parse(source)).reading).toEqual(whole);
    }
  });

  it('keeps kinds that are not known and records without one', async () => {
    const { records } = await readText(
      logText([HEADER, { record: 'later-kind' }, { seq: 1 }, { record: 7 }]),
    );
    expect(records.map(({ kind }) => kind)).toEqual(['later-kind', undefined, undefined]);
  });

  it('skips blank lines and takes CRLF and Python white space', async () => {
    const text = `\n \t\v\f\r\n\u0085${line(HEADER)}\u3000\r\n\r\n\u001c${line(COMPLETE)}`;
    const { records, complete, torn } = await readText(text);
    expect([records.length, complete, torn]).toEqual([1, true, false]);
    expect(records[0]?.line).toBe(5);
  });

  it('reads an empty file and one without a header', async () => {
    expect(await readText('')).toMatchObject({ records: [], complete: false, torn: false });
    expect((await readText(logText([effectRecord(0)]))).header.size).toBe(0);
  });

  it('lets a later header replace an earlier one', async () => {
    const { header } = await readText(logText([HEADER, { ...HEADER, generation: 2 }]));
    expect(header.get('generation')).toMatchObject({ token: '2' });
  });

  it('takes Python’s numbers and keeps them', async () => {
    const { records, problems } = await readText(
      '{"record":"effect","a":Infinity,"b":NaN,"c":123456789012345678901}\n',
    );
    expect([...(records[0]?.value.values() ?? [])].slice(1)).toMatchObject([
      { token: 'Infinity' },
      { token: 'NaN' },
      { token: '123456789012345678901' },
    ]);
    expect(problems).toEqual([]);
  });

  it('lists duplicate keys and lone surrogates', async () => {
    const { problems } = await readText('\n{"record":"effect","a":1,"a":"\\ud800"}\n');
    expect(problems.map(({ code, line: at, byte }) => [code, at, byte])).toEqual([
      ['duplicate-key', 2, 26],
      ['lone-surrogate', 2, 31],
    ]);
  });
});

describe('a torn tail', () => {
  it('is dropped wherever the last line is cut, and nothing else is', async () => {
    const bytes = bytesOf(
      logText([...LOG.slice(0, 3), effectRecord(1, { label: 'é😀' })]).replace(/\\u00e9/g, 'é'),
    );
    const lastLine = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1;
    for (let length = lastLine + 1; length < bytes.length - 1; length++) {
      const { records, torn, problems } = await readText(bytes.subarray(0, length));
      expect([records.length, torn]).toEqual([2, true]);
      expect(problems).toMatchObject([{ code: 'torn-tail', line: 4, severity: 'warning' }]);
    }
    for (const length of [lastLine, bytes.length - 1, bytes.length]) {
      expect((await readText(bytes.subarray(0, length))).torn).toBe(false);
    }
  });

  it('is torn with blank lines behind it, and inside a multibyte character', async () => {
    expect((await readText(`${logText(LOG)}{"record": "eff\n \n\n`)).torn).toBe(true);
    const cut = bytesOf(`${logText(LOG)}{"a": "é`).subarray(0, -1);
    expect((await readText(cut)).torn).toBe(true);
  });
});

describe('a refused log', () => {
  it.each([
    ['a broken line before the end', `${line(HEADER)}\n{"record": \n\n${line(COMPLETE)}\n`, 2],
    ['a raw control character', `${line(HEADER)}\n{"a":"\t"}\n${line(COMPLETE)}\n`, 2],
    ['a byte order mark', `\ufeff${logText(LOG)}`, 1],
    ['a line of white space only Python knows', `${line(HEADER)}\n\u00a0\n${line(COMPLETE)}\n`, 2],
    ['JSON that is no object', `${line(HEADER)}\n[1]\n${line(COMPLETE)}\n`, 2],
    ['JSON that is no object in the last line', `${line(HEADER)}\n12`, 2],
    ['an empty object for a version', logText([{ ...HEADER, walVersion: {} }]), 1],
    ['a text for a version', logText([{ ...HEADER, walVersion: '1' }]), 1],
    ['no version', logText([{ record: 'header' }, effectRecord(0)]), 1],
    [
      'a second header of another version',
      logText([HEADER, effectRecord(0), { ...HEADER, walVersion: 0 }]),
      3,
    ],
  ])('%s', async (_, text, at) => {
    expect(await refusalOf(text)).toMatchObject({ line: at, code: 'log-refused' });
  });

  it('says which line and how many follow it', async () => {
    const { said } = await refusalOf(`${line(HEADER)}\n{\n\n${line(COMPLETE)}\n\n`);
    expect(said).toBe(
      'line 2 cannot be read (the text ends inside an object) and 2 more lines follow: the log is corrupt before its end, so nothing in it is read',
    );
  });

  it('names a newer version as one, and takes what Python takes for 1', async () => {
    expect(await refusalOf(logText([{ ...HEADER, walVersion: 2 }]))).toMatchObject({ code: 'newer-version' });
    for (const version of ['1', '1.0', '1e0', 'true']) {
      expect((await readText(`{"record":"header","walVersion":${version}}\n`)).header.size).toBe(2);
    }
  });

  it('is refused for bytes that are no UTF-8 before its end', async () => {
    const bytes = bytesOf(`${line(HEADER)}\n{"a": "x"}\n${line(COMPLETE)}\n`);
    bytes[bytes.indexOf(0x78)] = 0xff;
    expect(await refusalOf(bytes)).toMatchObject({ line: 2 });
  });

  it('is refused, not torn, where our own depth cap stops the last line', async () => {
    const { said } = await refusalOf(`${line(HEADER)}\n{"a":${'['.repeat(300)}${']'.repeat(300)}}\n`);
    expect(said).toBe('in line 2 values are nested deeper than 256 levels; nothing in the log is read');
  });
});

describe('detection', () => {
  const confidence = (content: string | Uint8Array) =>
    revlWal.detect(bytesOf(content).subarray(0, 65_536))?.confidence;

  it('is certain of a first line that is a log record', () => {
    expect(confidence(logText(LOG))).toBe('certain');
    expect(confidence(logText([effectRecord(0)]))).toBe('certain');
    expect(confidence(`\n${line(HEADER)}`)).toBe('certain');
  });

  it('is likely where only later lines show it, so that the log is refused as a log', () => {
    expect(confidence(`{"record": \n${logText(LOG)}`)).toBe('likely');
    expect(confidence(`[1]\n${logText(LOG)}`)).toBe('likely');
    expect(confidence(logText([{ record: 'later-kind' }, effectRecord(0)]))).toBe('likely');
    expect(confidence('{"generation": 1, "guarantee": "the w')).toBe('likely');
    expect(
      confidence(line(effectRecord(0, { boundary: { class: 'emission', detail: 'x'.repeat(70_000) } }))),
    ).toBe('likely');
  });

  it('sees through a byte order mark', () => {
    expect(confidence(`\ufeff${logText(LOG)}`)).toBeDefined();
    expect(confidence(`\ufeff${line(HEADER)}`)).toBeDefined();
  });

  it('leaves call logs, traces and nothing alone', () => {
    expect(
      confidence('{"record":"session","schema":"witnessmark.calls/1","role":"recorded"}\n'),
    ).toBeUndefined();
    expect(confidence('{"record":"call","tool":"x","turn_index":0}\n')).toBeUndefined();
    expect(confidence('{"resourceSpans":[]}\n')).toBeUndefined();
    expect(confidence('')).toBeUndefined();
    expect(confidence(new Uint8Array(65_536).fill(0x5b))).toBeUndefined();
  });
});
