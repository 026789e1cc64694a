import type { RecordedCall } from '../model/recorded-calls.ts';
import type { CallToExecute, Execute } from './executor.ts';
import { type ReadAnswer, readAnswer } from './read-answer.ts';
import { within } from './within.ts';

export type Executed = ReadAnswer | { readonly is: 'timed-out' };

/** Has one call made again by the user's code, whatever that does. */
export async function executeCall(
  call: RecordedCall,
  execute: Execute,
  {
    folder,
    attempt,
    timeoutMs,
  }: { readonly folder: string; readonly attempt: string; readonly timeoutMs: number },
): Promise<Executed> {
  const waited = await within<unknown>(timeoutMs, (signal) =>
    execute(toExecute(call, attempt), { folder, signal }),
  );
  switch (waited.is) {
    case 'done':
      return readAnswer(waited.value);
    case 'failed':
      return waited;
    case 'late':
      return { is: 'timed-out' };
  }
}

const toExecute = (call: RecordedCall, attempt: string): CallToExecute => {
  const { record, input } = call;
  const inputText = input.is === 'recorded' ? input.json : undefined;
  return {
    agent: record.agent,
    turn: record.turnIndex,
    index: record.callIndex,
    callId: record.callId,
    tool: record.tool,
    input: inputText === undefined ? undefined : JSON.parse(inputText),
    inputText,
    idempotencyKey: saltedKey(call, attempt),
    attempt,
  };
};

export const saltedKey = (
  { record: { idempotencyKey } }: RecordedCall,
  attempt: string,
): string | undefined => (idempotencyKey === undefined ? undefined : `${idempotencyKey}#${attempt}`);
