import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadHashes } from '../../src/lib/hash.ts';
import { type CaseDocument, writeCaseDocument } from '../../src/report/case-document.ts';
import { writeHtml } from '../../src/report/html.ts';
import { element, writeElement } from '../../src/report/html-nodes.ts';
import { REPORT_STYLE, REPORT_STYLE_SHA256 } from '../../src/report/html-style.ts';
import { madeFindings, madePeople } from './made-findings.ts';

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title></style><svg onload=alert(1)>',
  'javascript:alert(1)',
  '&lt;b&gt;&#x3c;',
  '<a href="https://evil.example">x</a>',
  ']]>--><base href=//evil.example>',
];

const caseOf = (text: string): CaseDocument =>
  writeCaseDocument(
    madeFindings(text),
    madePeople(text),
    [
      {
        seq: 0,
        at: '2027',
        author: text,
        action: text,
        detail: text,
        previous: '0'.repeat(64),
        hash: 'f'.repeat(64),
      },
    ],
    { at: '2027-01-01T00:00:00Z', title: text },
  );

const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

beforeAll(loadHashes);

describe('the HTML report', () => {
  it.each(HOSTILE)('shows %s as text and nothing else', (text) => {
    const html = writeHtml(caseOf(text));
    const document = parsed(html);
    const attributes = new Set(
      [...document.querySelectorAll('body, body *')].flatMap((one) =>
        [...one.attributes].map(({ name }) => name),
      ),
    );
    expect([...attributes]).toEqual(['class']);
    expect(
      document.querySelectorAll('script, a, img, svg, link, iframe, form, base, object, video'),
    ).toHaveLength(0);
    expect(document.querySelectorAll('style')).toHaveLength(1);
    expect(document.title).toBe(`${text} – Witnessmark`);
    const shown = [...document.querySelectorAll('bdi')].filter(
      (one) => one.textContent?.includes(text) === true,
    );
    expect(shown.length).toBeGreaterThan(50);
  });

  it('makes what does not show visible, and isolates what reorders', () => {
    const document = parsed(writeHtml(caseOf('a\u202eb\u0000c\u200bd')));
    expect(document.querySelector('h1')?.textContent).toBe('a⟨RLO⟩b⟨NUL⟩c⟨ZWSP⟩d');
    expect(document.querySelectorAll('h1 .hidden')).toHaveLength(3);
    expect(document.title).toBe('a⟨RLO⟩b⟨NUL⟩c⟨ZWSP⟩d – Witnessmark');
  });

  it('carries a policy that lets in its own style and nothing else', () => {
    const html = writeHtml(caseOf('x'));
    const document = parsed(html);
    const [first, second] = document.head.children;
    expect(first?.getAttribute('charset')).toBe('utf-8');
    expect(second?.getAttribute('http-equiv')).toBe('Content-Security-Policy');
    expect(second?.getAttribute('content')).toBe(
      `default-src 'none'; style-src 'sha256-${REPORT_STYLE_SHA256}'; base-uri 'none'; form-action 'none'`,
    );
    expect(document.querySelector('style')?.textContent).toBe(REPORT_STYLE);
    expect(createHash('sha256').update(REPORT_STYLE).digest('base64')).toBe(REPORT_STYLE_SHA256);
    expect(html).not.toMatch(/https?:/);
  });

  it('says the outcome before anything else and marks assumptions as such', () => {
    const document = parsed(writeHtml(caseOf('x')));
    const titles = [...document.querySelectorAll('h2')].map((one) => one.textContent);
    expect(titles).toEqual([
      'Outcomes',
      'Findings',
      'Assumed by people: no part of the evidence',
      'Notes',
      'Claims',
      'What was done with the case',
      'Session x: x',
      'Evidence files',
      'Ledger',
    ]);
    expect(document.querySelector('td .divergent')?.textContent).toBe('divergent');
  });

  it('can write no element that is not on its list', () => {
    expect(() => writeElement(element('script' as never, 'x'))).toThrow('no element of a report');
  });
});
