// What one entry of the call table is: who may ask, what is asked, what is answered, which refusals are expected.
import type { z } from 'zod';
import type { RefusalWord } from './errors.ts';
import type { Permission } from './permissions.ts';

/**
 * Who may ask. `public`: anyone. `signedIn`: any session.
 * `{ anyOf }`: a session whose role owns at least one of these menu entries (page, button or page module).
 */
export type Access = 'public' | 'signedIn' | { readonly anyOf: readonly Permission[] };

/**
 * How long a call holds a connection of the database. `read`: one read-only transaction around its answer (a public one:
 * single statements). `change`: one transaction around all it does. `own`: none, but those that it opens itself and ends
 * before it waits: for a gateway, for a password's hash, for who downloads slowly.
 */
export type TransactionKind = 'read' | 'change' | 'own';

/** What a call takes as multipart/form-data: beside its fields at most so many files, of so many bytes each and in all. */
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
  /** Expected refusals besides those that serve.ts itself gives (`refusalsOf`). */
  readonly refusals: readonly RefusalWord[];
  /** Fields as JSON or a form; or fields and files (files.ts), the files among the fields of the request. */
  readonly takes: 'json' | FilesTaken;
  /** The envelope around the response; or a file (files.ts), while refusals are the envelope all the same. */
  readonly answers: 'json' | 'file';
  readonly transaction: TransactionKind;
  /** True when the call changes something: the client sends an idempotency key, the server does it once. Said for `own`, else it follows from the transaction. */
  readonly changes: boolean;
  /** How long the web client waits; 20 s (spec.md section 9) unless said. */
  readonly timeoutMs: number;
  /** Opens a session: each success is written to the security log and the audit log. */
  readonly opensSession: boolean;
  /** Gives the session another token (header NEW_TOKEN), as its user re-entered the password or first showed a second factor. */
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

/** Every refusal that a call may answer with; any other is a fault. */
export function refusalsOf({ refusals, access, changes, transaction, takes }: Call): ReadonlySet<RefusalWord> {
  const words = new Set<RefusalWord>(refusals);
  if (access !== 'public') {
    for (const word of ['unauthorized', 'tokenMayNot', 'tokenBudget', 'sessionBudget', 'secondFactorRequired'] as const)
      words.add(word);
    if (access !== 'signedIn') words.add('forbidden');
    if (changes) for (const word of ['keyReused', 'tooManyChanges', 'viewingAs'] as const) words.add(word);
    if (changes && transaction === 'own')
      for (const word of ['stillInProgress', 'interrupted'] as const) words.add(word);
  }
  // What it names was deleted between its being looked up and written.
  if (changes) words.add('changedMeanwhile');
  if (takes !== 'json') words.add('fileTooLarge');
  for (const word of ['badRequest', 'maintenance', 'tookTooLong', 'fault'] as const) words.add(word);
  return words;
}

type Needed = Pick<Call, 'summary' | 'access' | 'request' | 'response'>;
/** `changes` is said with `transaction: 'own'` alone. A file is sent for as long as its reader takes, so in no transaction. */
type Kind =
  | { readonly transaction?: 'read' | 'change'; readonly changes?: never; readonly answers?: 'json' }
  | { readonly transaction: 'own'; readonly changes: boolean; readonly answers?: 'json' }
  | { readonly transaction: 'own'; readonly changes: false; readonly answers: 'file' };
/** Flags that are false unless a call sets them. */
type Flag =
  | 'opensSession'
  | 'renewsToken'
  | 'returnsSecret'
  | 'duringMaintenance'
  | 'beforeSecondFactor'
  | 'whileViewingAs';
type Optional = Partial<Pick<Call, 'refusals' | 'timeoutMs' | 'takes' | 'formerUrl' | Flag>>;

type TransactionOf<C> = C extends { readonly transaction: infer T extends TransactionKind } ? T : 'read';
type ChangesOf<C> = C extends { readonly changes: infer B extends boolean }
  ? B
  : TransactionOf<C> extends 'change'
    ? true
    : false;

type AnswersOf<C> = C extends { readonly answers: infer A extends Call['answers'] } ? A : 'json';

/** Defaults of the optional fields. */
const DEFAULTS = {
  refusals: [],
  timeoutMs: 20_000,
  takes: 'json',
  answers: 'json',
  opensSession: false,
  renewsToken: false,
  returnsSecret: false,
  duringMaintenance: false,
  beforeSecondFactor: false,
  whileViewingAs: false,
} as const satisfies Partial<Call>;

/** Declares a call; without further fields it takes and answers JSON, reads, and has 20 s. */
export function call<const C extends Needed & Optional & Kind>(
  given: C,
): C & {
  readonly transaction: TransactionOf<C>;
  readonly changes: ChangesOf<C>;
  readonly answers: AnswersOf<C>;
} & Call {
  const { transaction = 'read', changes = transaction === 'change' } = given;
  return { ...DEFAULTS, ...given, transaction, changes } as unknown as ReturnType<typeof call<C>>;
}
