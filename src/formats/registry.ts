import { calls } from './calls/calls.ts';
import { claudeCode } from './claude-code/claude-code.ts';
import { codex } from './codex/codex.ts';
import { dsse } from './dsse/dsse.ts';
import { flatSnake } from './flat-snake/flat-snake.ts';
import type { Format } from './format.ts';
import { incidentManifest } from './incident-manifest/incident-manifest.ts';
import { inspect } from './inspect/inspect.ts';
import { jaegerJson } from './jaeger-json/jaeger-json.ts';
import { jsConsole } from './js-console/js-console.ts';
import { jsReadableSpan } from './js-readable-span/js-readable-span.ts';
import { langfuse } from './langfuse/langfuse.ts';
import { langsmith } from './langsmith/langsmith.ts';
import { mcp } from './mcp/mcp.ts';
import { mlflow } from './mlflow/mlflow.ts';
import { openAiAgents } from './openai-agents/openai-agents.ts';
import { otlpJson } from './otlp-json/otlp-json.ts';
import { otlpProto } from './otlp-proto/otlp-proto.ts';
import { phoenix } from './phoenix/phoenix.ts';
import { receipt } from './receipt/receipt.ts';
import { revlTrace } from './revl-trace/revl-trace.ts';
import { revlWal } from './revl-wal/revl-wal.ts';
import { tempo } from './tempo/tempo.ts';
import { zipkin } from './zipkin/zipkin.ts';

/** Every format that is read, in order of trust: where two are sure of a file, the first one reads it. */
export const FORMATS: readonly Format[] = [
  incidentManifest,
  calls,
  revlWal,
  revlTrace,
  dsse,
  tempo,
  otlpJson,
  otlpProto,
  jaegerJson,
  langfuse,
  langsmith,
  openAiAgents,
  mlflow,
  inspect,
  claudeCode,
  codex,
  mcp,
  jsReadableSpan,
  jsConsole,
  phoenix,
  flatSnake,
  zipkin,
  receipt,
];
