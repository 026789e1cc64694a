import type { JsonObject } from '../lib/json-value.ts';
import type { Place } from './place.ts';

export const SEAL_LINKS = [
  'candidate-set',
  'crossing',
  'disclosure',
  'envelope',
  'incomplete',
  'key-identity',
  'placement',
  'signature',
  'vocabulary',
] as const;
export type SealLink = (typeof SEAL_LINKS)[number];

/** A key held by the examiner. In memory only: it is in no store, URL, log, export or message text. */
export interface EvidenceKey {
  /** 16 lower-case hex; selects, proves nothing. */
  readonly keyId: string;
  /** Non-extractable HMAC-SHA-256 key. */
  readonly key: CryptoKey;
  /** The same bytes as a public key of Ed25519, where they are one that may be used. */
  readonly publicKey?: CryptoKey;
  /** They are a public key under which any message verifies. */
  readonly isForgeable?: true;
  /** SHA-256 of the raw key bytes as given, to warn when they equal an evidence file. */
  readonly bytesSha256: string;
  /** SHA-256 of the same key without its LF at the end, or with one where it had none. */
  readonly twinSha256: string;
  /** Length in bytes, to warn about weak ones. */
  readonly bytes: number;
}

/** What is known of one model decision in a log: revl's own reading (revl-wal.md 4.3), nothing read out unless verified. */
export interface DecisionReading {
  readonly at: Place;
  /** The record's own pair, raw. */
  readonly crossing: readonly [component: string | null, stepIndex: number | string | null];
  readonly sealed: boolean;
  /** Undefined: not checked (no key, or no seal). */
  readonly verified: boolean | undefined;
  /** The refusal's link; undefined when verified or unchecked. */
  readonly link: SealLink | undefined;
  /** Why, in a sentence. */
  readonly reason: string | undefined;
  /** The same in the words of revl's own reader where they are known (`''` when it verified); for `--format revl-plan` alone. */
  readonly revlReason: string;
  readonly refusedAtRun: { readonly link: string; readonly reason: string } | undefined;
  /** Read out only of a seal that verified. */
  readonly decision: Decision | undefined;
  readonly reproducible: { readonly ok: boolean; readonly missing: readonly string[] } | undefined;
  /** `missing-under-engagement`: unsealed where other crossings are sealed, or a seal was expected. */
  readonly missingUnderEngagement: boolean;
  /** No seal of this log names a given key: authenticity is `unchecked`, whatever the link. */
  readonly keyNotTheLogs: boolean;
}

export interface Decision {
  readonly component: string;
  readonly stepIndex: bigint;
  readonly role: string;
  readonly residence: string;
  readonly modelDigest: string;
  readonly placementDigest: string | undefined;
  readonly promptBindingMode: string;
  readonly promptBinding: string | undefined;
  readonly promptSuppressionReason: string | undefined;
  readonly origins: readonly string[];
  readonly candidates: readonly string[];
  readonly chosen: bigint | undefined;
  readonly chosenDigest: string | undefined;
  readonly outcome: string;
  /** Raw, numbers by their tokens. */
  readonly sampling: JsonObject;
  readonly policyDigest: string;
  readonly fallbackDepth: bigint;
  readonly retained: boolean;
  readonly keyId: string;
  readonly recordedAt: string;
}

export const MODES = ['exact', 'tool-only', 'model-substitute', 'counterfactual'] as const;
export type Mode = (typeof MODES)[number];

export const REQUIREMENTS = [
  'modelDecisions',
  'sealedEvidence',
  'responseText',
  'promptDigest',
  'toolCalls',
  'seedsAndClock',
  'liveComponent',
] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

/** Whether one log supports one replay mode, and what is missing. `executable` is false always and so is no member. */
export interface ModeReadiness {
  readonly mode: Mode;
  readonly requires: readonly Requirement[];
  readonly recordRequires: readonly Requirement[];
  readonly met: readonly Requirement[];
  readonly missing: readonly Requirement[];
  readonly plannable: boolean;
  readonly blocker: Requirement;
}

/** Everything verdicts/ says of one log. */
export interface LogReading {
  readonly file: number;
  readonly complete: boolean;
  readonly torn: boolean;
  readonly decisions: readonly DecisionReading[];
  readonly present: Readonly<Record<Requirement, boolean>>;
  readonly modes: readonly ModeReadiness[];
}
