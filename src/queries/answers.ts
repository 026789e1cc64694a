/** The engine's answers and the shelf's rows, for the screens: `views/` sees the engine through this folder only. */
export type { CaseListing } from '../casefile/case-shelf.ts';
export type {
  CallDetail,
  CallSideDetail,
  CallStrip,
  CutText,
  DecisionsView,
  DiffLine,
  EdgeRow,
  GivenKey,
  GraphIndex,
  GraphView,
  NodeKind,
  OrphanRow,
  Overview,
  PinEffect,
  QuestionRow,
  ReasonWords,
  ReplayInput,
  SessionCard,
  SessionView,
  SpanDetail,
  StateDetail,
  StateSideDetail,
  StepDetail,
  StepRow,
} from '../engine/messages.ts';
export { NODE_FLAG, NODE_KINDS } from '../engine/messages.ts';
