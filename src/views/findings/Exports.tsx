import type { ReactNode } from 'react';
import { useCaseScope } from '../../queries/case-scope.ts';
import { Button } from '../../ui/Button.tsx';

interface Props {
  readonly onNew: () => void;
  readonly isWriting: boolean;
}

export function Exports({ onNew, isWriting }: Props): ReactNode {
  const { readOnly } = useCaseScope();
  return (
    <div className="wm-exports">
      <Button look="primary" glyph="plus" onClick={onNew} disabled={readOnly || isWriting}>
        New finding
      </Button>
    </div>
  );
}
