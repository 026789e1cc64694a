import { memo, type ReactNode } from 'react';
import type { CallDetail } from '../../queries/answers.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { Attempts } from './Attempts.tsx';
import { CallHead } from './CallHead.tsx';
import { CallPlace } from './CallPlace.tsx';
import { CallSides } from './CallSides.tsx';
import { resourcesOf, type Slots } from './call-walk.ts';
import { ResourcePanel } from './ResourcePanel.tsx';

export type CallPanelTab = 'compare' | 'resource';

/** A call with its answer. */
export interface ShownCall {
  /** Position in the session's calls. */
  readonly call: number;
  readonly detail: CallDetail;
}

interface Props {
  readonly session: string;
  readonly slots: Slots;
  readonly shown: ShownCall;
  /** The resource that was chosen; undefined: the first that the call touches. */
  readonly resource: string | null | undefined;
  readonly tab: CallPanelTab;
  readonly onTab: (tab: CallPanelTab) => void;
  readonly onResource: (resource: string | null) => void;
  readonly onChoose: (call: number) => void;
  readonly onAttempt: (attempt: number) => void;
}

/** One call: what it is, where it stands, and either both sides of it or a resource as of it. */
export const CallPanel = memo(function CallPanel(props: Props): ReactNode {
  const { session, slots, shown, resource, tab, onTab, onResource, onChoose, onAttempt } = props;
  const { call, detail } = shown;
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
            resource={resource === undefined ? resourcesOf(slots.strip, call)[0] : resource}
            onResource={onResource}
            onChoose={onChoose}
          />
        )}
      </Tabs>
    </>
  );
});
