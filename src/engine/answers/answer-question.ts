import { layoutGraph } from '../../layout/layout-graph.ts';
import { assertNever } from '../../lib/assert-never.ts';
import { readSessions } from '../case-reader.ts';
import type { AnswerOf, Question } from '../messages.ts';
import { type Asking, groupOf, orderOf } from './asking.ts';
import { answerAssumedEffect } from './assumed-effect.ts';
import { answerCall } from './call-detail.ts';
import { answerCallPlace } from './call-place.ts';
import { answerCallStrip, answerCalls } from './calls.ts';
import { answerClaims, answerClaimTargets, readClaims } from './claims.ts';
import { answerCorpus, answerCorpusExport, answerCorpusShares } from './corpus.ts';
import { answerDecisions } from './decisions.ts';
import { answerIndexNames } from './index-names.ts';
import { answerLedger } from './ledger.ts';
import { answerLogRecords } from './log-records.ts';
import { answerOrderQuestions } from './order-questions.ts';
import { answerOverview } from './overview.ts';
import { answerPinEffect } from './pin-effect.ts';
import { answerRaw } from './raw.ts';
import { answerReach } from './reach.ts';
import { answerRecordedCalls } from './recorded-calls.ts';
import { answerReplayInput } from './replay-input.ts';
import { answerResourceCalls, answerResourceState } from './resource-history.ts';
import { answerRevlPlans } from './revl-plans.ts';
import { answerSession } from './session.ts';
import { answerSpan } from './span.ts';
import { answerStep, answerSteps } from './steps.ts';
import { answerTriage } from './triage.ts';

/** Rejects with an Error whose message is a sentence when the question names what is not there. */
export async function answerQuestion(question: Question, asking: Asking): Promise<AnswerOf[Question['is']]> {
  switch (question.is) {
    case 'overview':
      return answerOverview(question.assumed, asking);
    case 'findings':
      return answerFindings(question, asking);
    case 'triage':
      return answerTriage(question, asking);
    case 'corpus':
      return answerCorpus(question, asking);
    case 'corpus-shares':
      return answerCorpusShares(question, asking);
    case 'corpus-export':
      return answerCorpusExport(question, asking);
    case 'export':
      return answerExport(question, asking);
    case 'revl-plans':
      return answerRevlPlans(question, asking);
    case 'session':
      return answerSession(question, asking);
    case 'graph':
      return answerGraph(question, asking);
    case 'steps':
      return answerSteps(question, asking);
    case 'step':
      return answerStep(question, asking);
    case 'reach':
      return answerReach(question, asking);
    case 'span':
      return answerSpan(question.row, asking);
    case 'order-questions':
      return answerOrderQuestions(question, asking);
    case 'pin-effect':
      return answerPinEffect(question, asking);
    case 'index-names':
      return answerIndexNames(question, asking);
    case 'assumed-effect':
      return answerAssumedEffect(question, asking);
    case 'call-strip':
      return answerCallStrip(question, asking);
    case 'calls':
      return answerCalls(question, asking);
    case 'call':
      return answerCall(question, asking);
    case 'call-place':
      return answerCallPlace(question, asking);
    case 'resource-state':
      return answerResourceState(question, asking);
    case 'resource-calls':
      return answerResourceCalls(question, asking);
    case 'claims':
      return answerClaims(question, asking);
    case 'claim-targets':
      return answerClaimTargets(question, asking);
    case 'decisions':
      return answerDecisions(question, asking);
    case 'log-records':
      return answerLogRecords(question, asking);
    case 'replay-input':
      return answerReplayInput(question, asking);
    case 'recorded-calls':
      return answerRecordedCalls(question, asking);
    case 'ledger':
      return answerLedger(question, asking);
    case 'raw':
      return answerRaw(question, asking);
    default:
      return assertNever(question);
  }
}

type Asked<Is extends Question['is']> = Extract<Question, { is: Is }>;

async function answerExport(question: Asked<'export'>, asking: Asking): Promise<Blob> {
  const { form, made, assumed } = question;
  const claimReadings = await readClaims(made.people.claims, assumed, asking);
  const findings = await answerFindings(question, asking);
  return new Blob([asking.documents.exported(form, findings, { ...made, claimReadings })]);
}

async function answerFindings(
  { assumed }: Pick<Question, 'assumed'>,
  { reader, held, documents, pace }: Asking,
): Promise<AnswerOf['findings']> {
  return documents.findings({
    evidence: reader.evidence,
    sessions: await readSessions(reader, assumed, held, pace),
    problems: await reader.problems(assumed, held),
    otherSeals: await reader.otherSeals(held),
    policy: { expectSealed: assumed.expectSealed },
  });
}

function answerGraph(question: Asked<'graph'>, asking: Asking): AnswerOf['graph'] {
  const { evidence, groups } = asking.reader;
  const rows = groups[groupOf(question, asking)]?.rows ?? new Uint32Array(0);
  const { axis, folded = [] } = question;
  return layoutGraph({ spans: evidence.spans, rows, order: orderOf(question, asking), axis, folded });
}
