// What one entry of the call table is: who may ask, what is asked, what is answered, which refusals are expected.
import type { z } from 'zod';
import type { RefusalWord } from './errors.ts';
import type { Permission } from './permissions.ts';

/**
 * Who may ask. `public`: anyone. `signedIn`: any session.
 * `{ anyOf }`: a session whose role owns at least one of these menu entries (page, button or page module).
 */
export type Access = 'public' | 'signedIn' | { readonly anyOf: readonly Permission[] };

export interface Call {
  /** One plain sentence for the API page. */
  readonly summary: string;
  readonly access: Access;
  readonly request: z.ZodType;
  readonly response: z.ZodType;
  /** Expected refusals besides those that serve.ts itself gives (`refusalsOf`). */
  readonly refusals: readonly RefusalWord[];
  /** True when the call changes something: the client sends an idempotency key, the server does it once. */
  readonly changes: boolean;
  /** How long the web client waits; 20 s (spec.md section 9) unless said. */
  readonly timeoutMs: number;
}

/** Every refusal that a call may answer with; any other is a fault. */
export function refusalsOf({ refusals, access, changes }: Call): ReadonlySet<RefusalWord> {
  const words = new Set<RefusalWord>(refusals);
  if (access !== 'public') {
    words.add('unauthorized');
    if (access !== 'signedIn') words.add('forbidden');
    if (changes) for (const word of ['keyReused', 'tooManyChanges'] as const) words.add(word);
  }
  for (const word of ['badRequest', 'maintenance', 'tookTooLong', 'fault'] as const) words.add(word);
  return words;
}

type Given<C> = C & Partial<Pick<Call, 'refusals' | 'changes' | 'timeoutMs'>>;

/** Declares a call; what is left out means: refuses nothing special, changes nothing, 20 s. */
export function call<const C extends Pick<Call, 'summary' | 'access' | 'request' | 'response'>>(
  given: Given<C>,
): C & Call {
  return { refusals: [], changes: false, timeoutMs: 20_000, ...given } as C & Call;
}
