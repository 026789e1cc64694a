import type { ByteSource } from '../../intake/byte-source.ts';
import { sha256Hex } from '../../lib/hash.ts';
import { exactForm } from '../../lib/json-exact-form.ts';
import type { ValuePlace } from '../../lib/json-stream.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-value.ts';
import type { Emit } from '../format.ts';
import { counted, type Tally } from '../spans/tally.ts';
import { tellUnknown } from '../spans/walk-problems.ts';
import { blocksOf, resultText, textAt } from '../transcripts/blocks.ts';
import { readTranscript } from '../transcripts/read-lines.ts';
import type { TranscriptLog } from '../transcripts/transcript-log.ts';
import { editStates } from './edit-states.ts';

const WHAT = 'a session of Claude Code';

/** Reads a session of Claude Code, or its web export, into the calls that it tells (formats.md 1.15). */
export function parseClaudeCode(
  source: ByteSource,
  file: number,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  const seen = new Map<string, string>();
  let answers = 0;
  return readTranscript(source, file, emit, signal, {
    what: WHAT,
    listKey: 'loglines',
    isLine: (json) => json.has('uuid') || (json.has('type') && json.has('message')),
    take(json, place, log, tally) {
      const type = textAt(json, 'type');
      if (type === undefined) {
        tellUnknown(tally, place, WHAT);
        return;
      }
      if (type !== 'assistant' && type !== 'user') return;
      if (isRepeated(json, place, seen, tally)) return;
      const message = json.get('message');
      if (!isJsonObject(message)) {
        tally.each(
          'record-malformed',
          place,
          `A line of the type ${type} has no message; it was not read.`,
          undefined,
          {
            rejected: 1,
          },
        );
        return;
      }
      if (message.has('0') && !message.has('content')) {
        tally.each(
          'record-malformed',
          place,
          'A message was written character by character (claude-code #24663); it was not read.',
          undefined,
          { rejected: 1 },
        );
        return;
      }
      if (!message.has('content')) {
        tally.each(
          'record-malformed',
          place,
          `A message of the type ${type} has no content; it was not read.`,
          undefined,
          { rejected: 1 },
        );
        return;
      }
      answers++;
      if (type === 'assistant') takeAnswer(json, message, { file, place, answers, log });
      else takeResults(json, message, log);
    },
  });
}

/** A line that stands twice (a resumed session copies its past) counts once. */
function isRepeated(json: JsonObject, place: ValuePlace, seen: Map<string, string>, tally: Tally): boolean {
  const uuid = textAt(json, 'uuid');
  if (uuid === undefined) return false;
  const key = `${textAt(json, 'sessionId') ?? ''} ${uuid}`;
  const digest = sha256Hex(exactForm(json));
  const before = seen.get(key);
  if (before === undefined) seen.set(key, digest);
  if (before !== digest) return false;
  const message = json.get('message');
  const isAnswer = textAt(json, 'type') === 'assistant' && isJsonObject(message);
  tally.once(
    'duplicate-folded',
    '',
    place,
    (count) => `${counted(count, 'line stands', 'lines stand')} in the file twice; the copies were folded.`,
    { folded: isAnswer ? callsIn(message).length : 0 },
  );
  return true;
}

const callsIn = (message: JsonObject): readonly JsonObject[] =>
  blocksOf(message.get('content')).filter((block) => block.get('type') === 'tool_use');

const sessionOf = (json: JsonObject): string | undefined => textAt(json, 'sessionId', 'session_id');

/** Lines of a sub-agent say so; its own id tells several of them apart. */
const agentOf = (json: JsonObject): string | undefined =>
  json.get('isSidechain') === true ? (textAt(json, 'agentId') ?? 'sub-agent') : undefined;

interface AnswerLine {
  readonly file: number;
  readonly place: ValuePlace;
  readonly answers: number;
  readonly log: TranscriptLog;
}

function takeAnswer(json: JsonObject, message: JsonObject, { file, place, answers, log }: AnswerLine): void {
  // one answer of the model is split over several lines with the id of the message in common
  const answer = textAt(message, 'id') ?? textAt(json, 'requestId') ?? `line ${answers}`;
  for (const block of callsIn(message)) {
    log.call({
      sessionId: sessionOf(json),
      agent: agentOf(json),
      answer,
      callId: textAt(block, 'id'),
      tool: textAt(block, 'name') ?? '',
      input: block.get('input'),
      at: { file, offset: place.offset, length: place.length, line: place.line() },
    });
  }
}

function takeResults(json: JsonObject, message: JsonObject, log: TranscriptLog): void {
  const blocks = blocksOf(message.get('content')).filter((block) => block.get('type') === 'tool_result');
  for (const block of blocks) {
    // the line's own result belongs to its only block
    const states = blocks.length === 1 ? editStates(json.get('toolUseResult')) : undefined;
    log.result({
      sessionId: sessionOf(json),
      callId: textAt(block, 'tool_use_id'),
      output: resultText(block.get('content')),
      ...(states === undefined ? {} : { states }),
    });
  }
}
