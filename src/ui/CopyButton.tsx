import { type ReactNode, useState } from 'react';
import { defanged } from '../lib/defang.ts';
import { IconButton } from './IconButton.tsx';

interface Props {
  readonly text: string;
  /** "copy the span id". */
  readonly label: string;
}

/** Copies evidence in a form that no program turns into a link. */
export function CopyButton({ text, label }: Props): ReactNode {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(defanged(text));
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <IconButton
      label={copied ? 'copied' : label}
      glyph={copied ? 'check' : 'copy'}
      onClick={() => void copy()}
    />
  );
}
