import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { defanged } from '../../src/lib/defang.ts';
import { EvidenceText } from '../../src/ui/EvidenceText.tsx';

afterEach(cleanup);

describe('evidence on screen', () => {
  it('is text and nothing else, isolated, with every hidden character as a token', () => {
    const { container } = render(
      <EvidenceText text={'<img src=x onerror=alert(1)>\u202e\u0000\u200b\ud800'} />,
    );
    expect(container.textContent).toBe('<img src=x onerror=alert(1)>⟨RLO⟩⟨NUL⟩⟨ZWSP⟩⟨U+D800⟩');
    expect(container.querySelector('img')).toBeNull();
    expect(container.firstElementChild?.tagName).toBe('BDI');
    expect(container.querySelectorAll('[title]')).toHaveLength(4);
  });

  it('badges a name whose letters only look alike', () => {
    // a Cyrillic с
    expect(render(<EvidenceText text="write_сonfig" look="name" />).container.textContent).toContain(
      'mixed scripts',
    );
    cleanup();
    expect(render(<EvidenceText text="write_config" look="name" />).container.textContent).toBe(
      'write_config',
    );
  });
});

describe('copied evidence', () => {
  it('is no link and hides nothing', () => {
    expect(defanged('see https://a.evil.example/x?y=1.5 and HTTP://B.c')).toBe(
      'see hxxps://a[.]evil[.]example/x?y=1.5 and HxxP://B[.]c',
    );
    expect(defanged('javascript:alert(1) mailto:a@b')).toBe('javascript[:]alert(1) mailto[:]a@b');
    expect(defanged('a\u202eb')).toBe('a⟨RLO⟩b');
    expect(defanged('plain text 1.5')).toBe('plain text 1.5');
  });
});
