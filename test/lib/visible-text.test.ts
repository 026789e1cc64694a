import { describe, expect, it } from 'vitest';
import { mixesScripts, visiblePieces, visibleText } from '../../src/lib/visible-text.ts';

describe('visibleText', () => {
  it('leaves ordinary text of any script alone', () => {
    const text = 'Grüße, мир, 漢字 😀\n\tok';
    expect(visibleText(text)).toBe(text);
    expect(visiblePieces(text)).toEqual([{ is: 'text', text }]);
  });

  it('shows what reorders, hides or rings', () => {
    expect(visibleText('pay\u202egpj.exe')).toBe('pay⟨RLO⟩gpj.exe');
    expect(visibleText('a\u200bb\u0000c\u001b[31m\r')).toBe('a⟨ZWSP⟩b⟨NUL⟩c⟨ESC⟩[31m⟨CR⟩');
    expect(visibleText('\ufeff\u00ad\u2069\u061c')).toBe('⟨BOM⟩⟨SHY⟩⟨PDI⟩⟨ALM⟩');
    expect(visibleText('\u{e0041}')).toBe('⟨U+E0041⟩');
    expect(visibleText('\u0085')).toBe('⟨U+0085⟩');
  });

  it('shows lone surrogates and keeps whole pairs', () => {
    expect(visibleText('x\ud83dy')).toBe('x⟨U+D83D⟩y');
    expect(visibleText('\ud83d\ude00')).toBe('😀');
    expect(visiblePieces('\udc00')).toEqual([
      { is: 'hidden', token: '⟨U+DC00⟩', name: 'U+DC00 half of a surrogate pair' },
    ]);
  });

  it('folds lines only when asked', () => {
    expect(visibleText('a\nb\tc', { oneLine: true })).toBe('a⟨LF⟩b⟨TAB⟩c');
  });
});

describe('mixesScripts', () => {
  it('knows a Latin name with one Cyrillic letter', () => {
    expect(mixesScripts('сharge')).toBe(true);
    expect(mixesScripts('charge')).toBe(false);
    expect(mixesScripts('платёж')).toBe(false);
    expect(mixesScripts('漢字 tool')).toBe(false);
  });
});
