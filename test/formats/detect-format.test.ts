import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../src/formats/detect-format.ts';
import { FORMATS } from '../../src/formats/registry.ts';
import { grouped, request, span } from './otlp-json/otlp-builder.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const codeOf = (content: Uint8Array | string): string => {
  const found = detectFormat(typeof content === 'string' ? utf8(content) : content);
  return found.is === 'format' ? found.format.id : found.code;
};

describe('detection by content', () => {
  it('has one reader for each id', () => {
    expect(new Set(FORMATS.map(({ id }) => id)).size).toBe(FORMATS.length);
  });

  it('tells empty, bare values, unknown JSON, unknown bytes and encrypted apart', () => {
    expect(codeOf('')).toBe('empty');
    expect(codeOf(' \n ')).toBe('empty');
    expect(codeOf(new Uint8Array(64))).toBe('empty');
    for (const bare of ['null', '123', '"text"', 'true'])
      expect([bare, codeOf(bare)]).toEqual([bare, 'not-evidence']);
    expect(codeOf('{}')).toBe('not-evidence');
    expect(codeOf('[]')).toBe('not-evidence');
    expect(codeOf('{"a":1}')).toBe('format-unknown');
    expect(codeOf('hello there')).toBe('format-unknown');
    expect(codeOf(Uint8Array.of(1, 2, 3, 250))).toBe('format-unknown');
    expect(codeOf('['.repeat(100_000))).toBe('too-deep');
    expect(codeOf('{"a":1,}')).toBe('malformed');
    expect(codeOf('this is a text')).toBe('format-unknown');
    expect(codeOf('{"a":1}\n{"b":')).toBe('truncated');
    expect(detectFormat(utf8('{"a":\n tru}'))).toMatchObject({ code: 'malformed', line: 2, byte: 7 });
    expect(codeOf('-----BEGIN PGP MESSAGE-----\n')).toBe('encrypted');
    expect(codeOf('age-encryption.org/v1\n')).toBe('encrypted');
  });

  it('says one sentence each', () => {
    for (const content of ['', 'null', '{"a":1}', 'hello', 'Salted__xxxx', 'PAR1xxxx']) {
      const found = detectFormat(utf8(content));
      expect(found.is).toBe('unreadable');
      if (found.is === 'unreadable') expect(found.said).toMatch(/^The file .*\.$/);
    }
  });

  it('names what it knows and cannot read', () => {
    expect(codeOf('%PDF-1.7')).toBe('format-unsupported');
  });

  it('tells the formats of traces apart, whatever stands before them in the file', () => {
    const document = JSON.stringify(request(grouped([span(1)])));
    expect(codeOf(document)).toBe('otlp-json');
    expect(codeOf(`\ufeff${document}`)).toBe('otlp-json');
    expect(codeOf(`starting\n${document}`)).toBe('otlp-json');
    expect(codeOf(`${'\0'.repeat(10)}${document}`)).toBe('otlp-json');
    expect(codeOf(document.slice(0, document.length / 2))).toBe('otlp-json');
    expect(codeOf('{"batches":[{"scopeSpans":[]}]}')).toBe('tempo');
    expect(codeOf('{"data":[{"traceID":"a","spans":[{"traceID":"a","spanID":"b"}]}]}')).toBe('jaeger-json');
    expect(codeOf('[{"trace_id":"a","span_id":"b"}]')).toBe('flat-snake');
    expect(codeOf('{"record":"header","generation":1}')).toBe('revl-wal');
    expect(codeOf('{"record":"session","schema":"witnessmark.calls/1"}')).toBe('witnessmark-calls');
    expect(codeOf('{"witnessmark":1,"files":[]}')).toBe('incident-manifest');
  });
});
