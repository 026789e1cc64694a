import type { ReactNode } from 'react';

/** A line of what stands around a call. */
export function PlaceLine({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="wm-place-line">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
