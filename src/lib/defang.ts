import { visibleText } from './visible-text.ts';

/**
 * A text that can be pasted anywhere without becoming a link, a formula of the clipboard's reader or a hidden
 * control: `https://a.example` becomes `hxxps://a[.]example`, control characters become visible tokens.
 */
export const defanged = (text: string): string =>
  visibleText(text)
    .replace(
      /\b(h)tt(ps?):\/\/([^\s/?#]+)/gi,
      (_, h: string, rest: string, host: string) => `${h}xx${rest}://${host.replaceAll('.', '[.]')}`,
    )
    .replace(/\b(javascript|data|vbscript|file|ftp|mailto):/gi, '$1[:]');
