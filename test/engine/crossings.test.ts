import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CallDetail, Engine } from '../../src/engine/messages.ts';
import { CASE, NOTHING, openFiles } from './open-bundle-of.ts';

describe('the crossing of a call', () => {
  let engine: Engine;
  let session: string;
  beforeAll(async () => {
    const sample = new Uint8Array(readFileSync('public/samples/limits-incident.zip'));
    ({ engine } = await openFiles({ 'limits-incident.zip': sample }));
    const { sessions } = await engine.ask({ is: 'overview', caseId: CASE, assumed: NOTHING });
    session = sessions[0]?.id ?? '';
  });
  const callAt = (call: number): Promise<CallDetail> =>
    engine.ask({ is: 'call', caseId: CASE, assumed: NOTHING, session, call });

  test('is that of the model call that answered with its id, where the log says the same of it', async () => {
    const details = await Promise.all(Array.from({ length: 45 }, (_, call) => callAt(call)));
    const write = details.find(({ call }) => call.tool === 'write_config');
    expect(write?.crossing).toMatchObject({ label: 'planner/17', input: 'run.wal' });
    // a sub-agent's calls have its own crossings
    expect(new Set(details.map(({ crossing }) => crossing?.label.split('/')[0]))).toEqual(
      new Set(['planner', 'researcher', undefined]),
    );
  });
});
