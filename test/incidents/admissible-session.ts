import type { BundleFiles } from './archive.ts';
import { callLog, replayed } from './call-log.ts';
import { sha256 } from './made-ids.ts';
import { withManifest } from './manifest.ts';
import { otlpLines } from './otlp-lines.ts';
import { runScript } from './run-script.ts';
import { rows, type Script, type ScriptedCall, type State } from './script.ts';

const SESSION = 'banner-118';
/** 2026-02-12T14:30:00Z. */
const START = 1_770_906_600_000_000_000n;
const EPOCH = 'sqlite-banner-1';
const SNAPSHOT = { id: 'snap-118', epoch: EPOCH, pinned: true };

const PAGES = {
  'states/banner-before.txt': 'Maintenance on Sunday.\n',
  'states/banner-after.txt': 'Maintenance on Saturday, 22:00 to 23:00 UTC.\n',
} as const;
const banner = (path: keyof typeof PAGES): State => ({
  resource: 'file:///srv/banner.txt',
  fingerprint: `sha256:${sha256(PAGES[path])}`,
  content: { path },
});
const readBanner = (path: keyof typeof PAGES): ScriptedCall => ({
  tool: 'read_config',
  input: { path: '/srv/banner.txt' },
  output: PAGES[path],
  effects: 'read',
  before: [banner(path)],
  after: [banner(path)],
});
const windows = (version: number): readonly State[] => [rows('windows', version, EPOCH)];

const SCRIPT: Script = {
  agent: 'planner',
  task: 'The maintenance moved to Saturday, 22:00 to 23:00 UTC. Correct the banner and the table of windows.',
  turns: [
    {
      says: 'I read the banner and the table at once.',
      calls: [
        { ...readBanner('states/banner-before.txt'), takes: 22 },
        {
          tool: 'query_db',
          input: { sql: 'select day from windows' },
          output: [{ day: 'sunday' }],
          effects: 'read',
          before: windows(4),
          after: windows(4),
          takes: 48,
        },
      ],
    },
    {
      says: 'Both say Sunday. The banner first.',
      calls: [
        {
          tool: 'write_config',
          input: { path: '/srv/banner.txt', text: PAGES['states/banner-after.txt'] },
          output: { ok: true },
          effects: 'write',
          before: [banner('states/banner-before.txt')],
          after: [banner('states/banner-after.txt')],
        },
      ],
    },
    {
      says: 'Then the table.',
      calls: [
        {
          tool: 'query_db',
          input: { sql: "update windows set day = 'saturday'" },
          output: { changed: 1 },
          effects: 'write',
          before: windows(4),
          after: windows(5),
        },
      ],
    },
    { says: 'I read the banner again.', calls: [readBanner('states/banner-after.txt')] },
    { says: 'The banner and the table say Saturday.', calls: [] },
  ],
};

/** A session with nothing open: every pair witnessed, every call replayed to the same output and the same states. */
export function admissibleSession(): BundleFiles {
  const recording = runScript(SESSION, SCRIPT, START);
  return withManifest(
    { title: 'A session that replays', session: SESSION },
    {
      'trace.jsonl': otlpLines(
        recording.traceId,
        { 'service.name': 'banner-agent', 'service.instance.id': 'banner-agent-1' },
        { name: 'harbor.agents', version: '3.2.0' },
        recording.spans,
      ),
      'recorded.jsonl': callLog(
        { role: 'recorded', session_id: SESSION, snapshot: SNAPSHOT },
        recording.calls,
      ),
      'replay-1.jsonl': callLog(
        { role: 'replayed', session_id: SESSION, attempt: 'r1', snapshot: SNAPSHOT, idempotency: 'salted' },
        replayed(recording.calls, 'r1'),
      ),
      ...PAGES,
    },
    {
      'trace.jsonl': { role: 'trace' },
      'recorded.jsonl': { role: 'recorded-calls' },
      'replay-1.jsonl': { role: 'replayed-calls', attempt: 'r1' },
    },
  );
}
