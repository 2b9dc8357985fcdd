// Declaration of a call: access, request, response and expected errors.
import type { z } from 'zod';
import type { ErrorName } from './errors.ts';
import type { Permission } from './permissions.ts';

/**
 * Required access. `public`: none. `signedIn`: any session.
 * `{ anyOf }`: a session whose role has at least one of these permissions (page, button or page module).
 */
export type Access = 'public' | 'signedIn' | { readonly anyOf: readonly Permission[] };

/**
 * Transactions of a call. `read`: one read-only transaction around the whole call (a public call:
 * single statements). `change`: one read-write transaction around it. `manual`: those that it opens itself and ends
 * before it waits for a gateway, a password hash or a slow download.
 */
export type TransactionKind = 'read' | 'change' | 'manual';

/** Limits of files in a multipart/form-data request: number, bytes of each and of all. */
export interface FilesTaken {
  readonly most: number;
  readonly bytesEach: number;
  readonly bytesInAll: number;
}

export interface Call {
  /** One plain sentence for the API page. */
  readonly summary: string;
  readonly access: Access;
  readonly request: z.ZodType;
  readonly response: z.ZodType;
  /** Expected errors of the handler; `errorsOf` adds those of every call. */
  readonly errors: readonly ErrorName[];
  /** `json`: JSON or a form; else multipart/form-data whose files are fields of the request (files.ts). */
  readonly takes: 'json' | FilesTaken;
  /** `json`: the response in its envelope; `file`: a file (files.ts), with errors still in the envelope. */
  readonly answers: 'json' | 'file';
  readonly transaction: TransactionKind;
  /** Whether the call changes something: the client sends an idempotency key, the server executes it once. Declared for `manual`, else it follows from the transaction. */
  readonly changes: boolean;
  /**
   * `cheap`: runs on the main thread, with connections that expensive calls cannot use. `expensive`: may read years of data or
   * compute for seconds, so it is queued with the expensive calls of all companies and may answer `busy`. Reads only.
   */
  readonly cost: 'cheap' | 'expensive';
  /** How long the web client waits, ms; default 20 s (spec.md section 9). */
  readonly timeoutMs: number;
  /** Opens a session: each success is written to the security log and the audit log. */
  readonly opensSession: boolean;
  /** Renews the session's token (header NEW_TOKEN) after the user re-entered the password or first used a second factor. */
  readonly renewsToken: boolean;
  /** The response holds a secret, so it is sent uncompressed: the length of a compressed text reveals parts of it. */
  readonly returnsSecret: boolean;
  /** Answered during maintenance. */
  readonly duringMaintenance: boolean;
  /** Open to a session that still has to set up a second factor: to set it up, to read who it is, and to leave. */
  readonly beforeSecondFactor: boolean;
  /** Allowed change of a session that views the portal as another role: to go back, and to leave. */
  readonly whileViewingAs: boolean;
  /** URL of an earlier version that integrations still use, served besides `/v2/<path>`. */
  readonly formerUrl?: string;
}

/** Returns all errors that a call may answer; any other is a bug. */
export function errorsOf({ errors, access, changes, transaction, takes, cost }: Call): ReadonlySet<ErrorName> {
  const words = new Set<ErrorName>(errors);
  if (access !== 'public') {
    for (const word of ['unauthorized', 'tokenMayNot', 'tokenBudget', 'sessionBudget', 'secondFactorRequired'] as const)
      words.add(word);
    if (access !== 'signedIn') words.add('forbidden');
    if (changes) for (const word of ['keyReused', 'tooManyChanges', 'viewingAs'] as const) words.add(word);
    if (changes && transaction === 'manual')
      for (const word of ['stillInProgress', 'interrupted'] as const) words.add(word);
  }
  // A named object was deleted between lookup and write.
  if (changes) words.add('changedMeanwhile');
  if (takes !== 'json') words.add('fileTooLarge');
  if (cost === 'expensive') words.add('busy');
  for (const word of ['badRequest', 'maintenance', 'tookTooLong', 'fault'] as const) words.add(word);
  return words;
}

type Needed = Pick<Call, 'summary' | 'access' | 'request' | 'response'>;
/** `changes` is declared only with `transaction: 'manual'`, and only reads are expensive. Files are sent as slowly as the client reads, so outside transactions. */
type Kind =
  | {
      readonly transaction?: 'read' | 'change';
      readonly changes?: never;
      readonly answers?: 'json';
      readonly cost?: never;
    }
  | { readonly transaction: 'manual'; readonly changes: boolean; readonly answers?: 'json'; readonly cost?: never }
  | { readonly transaction: 'manual'; readonly changes: false; readonly answers: 'file'; readonly cost?: 'expensive' }
  | { readonly transaction?: 'read'; readonly changes?: never; readonly answers?: 'json'; readonly cost: 'expensive' };
/** Flags, false by default. */
type Flag =
  | 'opensSession'
  | 'renewsToken'
  | 'returnsSecret'
  | 'duringMaintenance'
  | 'beforeSecondFactor'
  | 'whileViewingAs';
type Optional = Partial<Pick<Call, 'errors' | 'timeoutMs' | 'takes' | 'formerUrl' | Flag>>;

type TransactionOf<C> = C extends { readonly transaction: infer T extends TransactionKind } ? T : 'read';
type ChangesOf<C> = C extends { readonly changes: infer B extends boolean }
  ? B
  : TransactionOf<C> extends 'change'
    ? true
    : false;

type AnswersOf<C> = C extends { readonly answers: infer A extends Call['answers'] } ? A : 'json';

/** Defaults of the optional fields. */
const DEFAULTS = {
  errors: [],
  timeoutMs: 20_000,
  takes: 'json',
  answers: 'json',
  cost: 'cheap',
  opensSession: false,
  renewsToken: false,
  returnsSecret: false,
  duringMaintenance: false,
  beforeSecondFactor: false,
  whileViewingAs: false,
} as const satisfies Partial<Call>;

/** Declares a call; by default it accepts and answers JSON, only reads, and may take 20 s. */
export function call<const C extends Needed & Optional & Kind>(
  given: C & Record<Exclude<keyof C, keyof Call>, never>,
): C & {
  readonly transaction: TransactionOf<C>;
  readonly changes: ChangesOf<C>;
  readonly answers: AnswersOf<C>;
} & Call {
  const { transaction = 'read', changes = transaction === 'change' } = given;
  return { ...DEFAULTS, ...given, transaction, changes } as unknown as ReturnType<typeof call<C>>;
}
