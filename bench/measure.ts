import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

export interface Measured {
  readonly ms: number;
  /** Peak resident memory in MB; undefined where the system does not tell. */
  readonly peakMb: number | undefined;
  readonly status: number | null;
  readonly stdout: string;
}

/** Runs Node with arguments in a fresh process: wall time, peak memory, what it printed. */
export async function measure(args: readonly string[]): Promise<Measured> {
  const begin = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let peakMb: number | undefined;
  const look = (): void => {
    const found = peakOf(child.pid);
    if (found !== undefined) peakMb = found;
  };
  const timer = setInterval(look, 20);
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  const status = await new Promise<number | null>((done) => child.on('close', done));
  clearInterval(timer);
  return { ms: performance.now() - begin, peakMb, status, stdout: Buffer.concat(parts).toString('utf8') };
}

/** The kernel's high-water mark of a process that is still there. */
function peakOf(pid: number | undefined): number | undefined {
  try {
    const kb = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kb === undefined ? undefined : Number(kb) / 1024;
  } catch {
    return undefined;
  }
}

/** The middle one of several runs, by time. */
export async function median(runs: number, run: () => Promise<Measured>): Promise<Measured> {
  const found: Measured[] = [];
  for (let i = 0; i < runs; i++) found.push(await run());
  found.sort((a, b) => a.ms - b.ms);
  return found[runs >> 1] as Measured;
}

/** A program for `measure(['-e', …, path])`: JSON.parse of each line of a file, the floor of every reader of it. */
export const PARSE_LINES = `
const { createInterface } = require('node:readline');
let count = 0;
createInterface({ input: require('node:fs').createReadStream(process.argv[1]) })
  .on('line', (line) => { count += JSON.parse(line).resourceSpans.length; })
  .on('close', () => console.log(count));
`;
