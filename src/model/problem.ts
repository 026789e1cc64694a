/** What an entry of the ledger says was lost of its file; the counts of a file are the sums of these. */
export interface Cost {
  /** Records that are equal copies of others. */
  readonly folded?: number;
  /** Records that were found and not accepted. */
  readonly rejected?: number;
  /** Bytes that belong to no record that was found: skipped garbage, NUL runs, torn tails, what no format reads. */
  readonly lostBytes?: number;
}

/** An entry of the ledger: everything that was dropped, coerced, folded, cut or refused, with its place. */
export interface Problem extends Cost {
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** The evidence file's path in the bundle. */
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
  /** 0-based offset into the file as it was dropped (into the unpacked bytes for a member of an archive). */
  readonly byte?: number;
  /** One sentence in the user's words: what is wrong, where, and what was done about it. */
  readonly said: string;
  /** What would cure it. */
  readonly hint?: string;
  /** How often it was found, where the entry stands for several. */
  readonly times?: number;
}

export type Severity = 'error' | 'warning' | 'info';

/**
 * The closed table of problem codes; the JSON Schema of the findings is checked against it in a test.
 * One line each: the default severity and what the code means.
 */
export const PROBLEM_CODES = {
  // the bundle
  'file-missing': ['error', 'the manifest names a file that is not in the bundle'],
  'file-not-named': ['warning', 'a file of the bundle is not named in the manifest'],
  'file-altered': ['error', 'the SHA-256 of the file is not the one in the manifest'],
  'manifest-malformed': ['error', 'incident.json is not a manifest that can be read'],
  'role-contradicted': ['warning', 'the manifest and the file itself give the file different roles'],
  'role-unstated': [
    'warning',
    'nothing says whether a call log is the recording or a replay; it is read as recorded',
  ],
  'joined-by-bundle': [
    'info',
    'two files were joined into one session because they lie alone beside each other',
  ],
  // containers
  'archive-damaged': ['error', 'the archive or one of its entries cannot be unpacked whole'],
  'duplicate-entry': ['error', 'an archive holds several entries of one name; none is used'],
  'odd-name': ['warning', 'the name of an entry tries to leave its folder or holds control characters'],
  'entry-passed-over': ['info', 'an archive holds links or devices, which are never followed'],
  'file-unreadable': ['error', 'the file cannot be read from where it lies'],
  'limit-hit': ['error', 'a limit on size, count or ratio was reached; the rest was not read'],
  encrypted: ['error', 'the file or entry is encrypted'],
  // a whole file
  'format-unknown': ['error', 'the content is of no format that is known'],
  'format-unsupported': ['error', 'the format is recognised and cannot be read yet'],
  'newer-version': ['error', 'the file says that it is of a newer version than this reader knows'],
  malformed: ['error', 'the text breaks the rules of its format at this place'],
  empty: ['error', 'there is nothing in the file'],
  'not-evidence': ['error', 'the file is well formed and holds nothing that could be evidence'],
  truncated: ['error', 'the file ends in the middle of a record'],
  'torn-tail': ['warning', 'the last line of a log is incomplete and was dropped'],
  'log-refused': ['error', 'the log is corrupt before its end and nothing in it is read'],
  'partial-export': ['warning', 'the file itself says that it is not the whole trace'],
  'signal-skipped': ['info', 'another signal (metrics, logs) stands in the file and was not read'],
  // bytes and text
  'bytes-lost': ['error', 'bytes were skipped to find the next record'],
  'bad-utf8': ['warning', 'bytes that are no UTF-8 were shown as replacement characters'],
  'lone-surrogate': ['warning', 'a text holds half of a surrogate pair'],
  'byte-order-mark': ['info', 'the file starts with a byte order mark'],
  'utf-16': ['info', 'the file is UTF-16 and was decoded'],
  parquet: ['info', 'the file is Apache Parquet and its rows were written out as JSON'],
  'nul-run': ['warning', 'a run of NUL bytes stands where text should be'],
  'too-deep': ['error', 'values are nested deeper than the cap'],
  'duplicate-key': ['warning', 'an object holds one key several times; the last one counts'],
  'number-not-json': ['warning', 'NaN or Infinity stands where JSON wants a number'],
  // spans
  'span-rejected': ['error', 'a span lacks what makes it a span and was kept as a problem only'],
  'id-missing': ['warning', 'a span has no id; it was given one of our own that joins nothing'],
  'id-respelled': [
    'info',
    'ids were spelled another way (base64, upper case, 0x, short) and were normalised',
  ],
  'id-odd': ['warning', 'an id has a length or alphabet that no standard knows'],
  'time-missing': ['warning', 'a span has no start or no end'],
  'time-unreadable': ['warning', 'a time cannot be read'],
  'time-rounded': ['warning', 'the nanoseconds in the file were already rounded'],
  'end-before-start': ['warning', 'a span ends before it starts'],
  'ends-at-flush': ['warning', 'most spans end at the same moment: their ends are not their own'],
  'clock-skew-noted': ['warning', 'the file carries a warning about clock skew'],
  'duplicate-folded': ['info', 'an identical copy of a span was folded into the first'],
  'duplicate-id': ['warning', 'two unlike spans carry one id; both are kept as variants'],
  'parent-cycle': ['error', 'spans are each other’s ancestors'],
  'attribute-dropped': ['warning', 'the file says that attributes, events or links were dropped'],
  'attribute-cut': ['warning', 'the value of an attribute is cut'],
  'value-coerced': [
    'info',
    'a member was written in another type than its format wants and was read all the same',
  ],
  'synthetic-span': ['info', 'a span says that it was made afterwards'],
  'merge-suggested': ['info', 'a trace of one span may belong to another session by its call id'],
  // call logs
  'record-malformed': ['error', 'a record of a call log lacks a required member or has one of a wrong type'],
  'record-unknown': ['warning', 'a record of a kind that is not known was kept unread'],
  'fingerprint-malformed': ['error', 'a fingerprint is not scheme:value; it counts as absent'],
  'fingerprint-does-not-fit-content': [
    'error',
    'the attached content does not hash to the stated fingerprint, which counts as absent',
  ],
  'content-missing': ['warning', 'a state names content that is not in the bundle'],
  'resource-twice': ['warning', 'a resource is listed twice in one state list and counts as absent'],
  'resource-respelled': ['warning', 'two resources differ only in their spelling; they are not merged'],
  'count-differs': ['error', 'the end record counts another number of calls than there are'],
  'end-missing': ['warning', 'a call log has no end record'],
  'call-twice': ['warning', 'one call stands twice in a log'],
  // sealed logs and keys
  'key-is-evidence': ['warning', 'the bytes of a key equal a file of the bundle'],
  'key-weak': ['warning', 'a key is short enough to be guessed'],
  'key-unusable': ['error', 'a key file is empty'],
  'log-line-duplicated': ['warning', 'one line stands twice in a log'],
  'log-gap': ['warning', 'the sequence numbers of a log have a gap'],
  'log-moved': ['warning', 'the sequence numbers of a log do not rise'],
  'seal-contradicted': ['warning', 'a record around a seal contradicts the sealed body'],
  'unsupported-scheme': [
    'warning',
    'a record is sealed by a scheme that cannot be checked here; it is not unsealed',
  ],
  'seals-mixed': ['warning', 'sealed and unsealed decisions stand in one log'],
  'seal-times': ['warning', 'the times inside the seals do not rise'],
  'seal-reused': ['warning', 'one and the same seal stands in several records or logs'],
  'decision-missing': ['warning', 'a completion in a log has no decision record behind it'],
  'digest-unsalted': [
    'warning',
    'a digest or text of secret or confidential origin is bound in a seal: it confirms guesses',
  ],
  'prompt-in-clear': ['info', 'an effect line holds prompt text in clear'],
} as const satisfies Record<string, readonly [Severity, string]>;

export type ProblemCode = keyof typeof PROBLEM_CODES;

/** A problem with the severity of its code. */
export function problem(
  code: ProblemCode,
  file: string,
  said: string,
  { folded = 0, rejected = 0, lostBytes = 0, ...place }: ProblemPlace = {},
): Problem {
  return {
    code,
    severity: PROBLEM_CODES[code][0],
    file,
    said,
    ...place,
    // nothing is said of what did not happen
    ...(folded === 0 ? {} : { folded }),
    ...(rejected === 0 ? {} : { rejected }),
    ...(lostBytes === 0 ? {} : { lostBytes }),
  };
}

type ProblemPlace = Cost & Pick<Problem, 'line' | 'byte' | 'hint' | 'times'>;
