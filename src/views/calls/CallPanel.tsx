import type { ReactNode } from 'react';
import type { CallDetail } from '../../queries/answers.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { Attempts } from './Attempts.tsx';
import { CallHead } from './CallHead.tsx';
import { CallPlace } from './CallPlace.tsx';
import { CallSides } from './CallSides.tsx';
import type { Slots } from './call-walk.ts';
import { ResourcePanel } from './ResourcePanel.tsx';

export type CallPanelTab = 'compare' | 'resource';

interface Props {
  readonly session: string;
  readonly slots: Slots;
  /** The call that is shown, and its answer. */
  readonly call: number;
  readonly detail: CallDetail;
  readonly resource: string | null | undefined;
  readonly tab: CallPanelTab;
  readonly onTab: (tab: CallPanelTab) => void;
  readonly onResource: (resource: string | null) => void;
  readonly onChoose: (call: number) => void;
  readonly onAttempt: (attempt: number) => void;
}

/** One call: what it is, where it stands, and either both sides of it or a resource as of it. */
export function CallPanel(props: Props): ReactNode {
  const { session, slots, call, detail, resource, tab, onTab, onResource, onChoose, onAttempt } = props;
  return (
    <>
      <CallHead detail={detail} slots={slots} position={call}>
        <Attempts strip={slots.strip} attempts={detail.attempts} current={call} onChoose={onAttempt} />
      </CallHead>
      <CallPlace session={session} call={call} detail={detail} />
      <Tabs
        label="What is shown of the call"
        tabs={[
          { id: 'compare', label: 'Recorded beside replayed' },
          { id: 'resource', label: 'State of a resource as of here' },
        ]}
        chosen={tab}
        onChoose={onTab}
      >
        {tab === 'compare' ? (
          <CallSides key={call} detail={detail} />
        ) : (
          <ResourcePanel
            session={session}
            slots={slots}
            current={call}
            resource={resource}
            onResource={onResource}
            onChoose={onChoose}
          />
        )}
      </Tabs>
    </>
  );
}
