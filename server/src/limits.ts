// How often something may be tried: counted per process, so that guessing and listing are slow whoever does it.
import { Refusal } from '@heliograph/contract/errors.ts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Context, Session } from './context.ts';

const QUARTER_HOUR_S = 900;
const HOUR_S = 3600;
const DAY_S = 86_400;

const LIMITS = {
  /** One account from one address: a person who mistypes never gets there. */
  signInHere: { points: 10, duration: QUARTER_HOUR_S },
  /** One account from everywhere: wide enough that a stranger can hardly lock its owner out. */
  signInAccount: { points: 100, duration: QUARTER_HOUR_S },
  /** One address on all accounts: wide enough for an office behind one address. */
  signInAddress: { points: 200, duration: QUARTER_HOUR_S },
  password: { points: 10, duration: QUARTER_HOUR_S },
  setup: { points: 10, duration: QUARTER_HOUR_S },
  /** Serial numbers looked up by one user, and by one company: a truckload, not the whole range. */
  serialNumbers: { points: 1500, duration: HOUR_S },
  serialNumbersCompany: { points: 10_000, duration: DAY_S },
  /** Serial numbers put under plants by one user. */
  claims: { points: 2000, duration: QUARTER_HOUR_S },
  /** Tries to put numbers under a plant: each costs one, and each number that fails five more. */
  claimTries: { points: 200, duration: HOUR_S },
  claimTriesCompany: { points: 2000, duration: DAY_S },
} as const;

export type LimitName = keyof typeof LIMITS;
type Limiters = Record<LimitName, RateLimiterMemory>;

const limitersOf = new WeakMap<object, Limiters>();

/** One set per server; tests that build several servers in a process do not disturb each other. */
function limiters(context: Context): Limiters {
  let made = limitersOf.get(context.sql);
  if (!made) {
    const entries = Object.entries(LIMITS).map(([name, limit]) => [name, new RateLimiterMemory(limit)]);
    made = Object.fromEntries(entries) as Limiters;
    limitersOf.set(context.sql, made);
  }
  return made;
}

/** Counts a try before it is made, so that tries at once count too; refuses with the seconds to wait. */
export async function countTry(context: Context, limit: LimitName, key: string | number, points = 1): Promise<void> {
  try {
    await limiters(context)[limit].consume(key, points);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new Refusal('tooManyRequests', { seconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) });
  }
}

/** Before serial numbers are looked up, so that nobody walks through the range. */
export async function countLookups(
  context: Context,
  { userId, companyId, scope }: Pick<Session, 'userId' | 'companyId' | 'scope'>,
  numbers: number,
): Promise<void> {
  await countTry(context, 'serialNumbers', userId, numbers);
  // owners have no company of their own: theirs is the one at the root, which they share with all others
  if (scope === 'branch') await countTry(context, 'serialNumbersCompany', companyId, numbers);
}

/** Before numbers are claimed, and again with the points of those that failed before it is told which. */
export async function countClaimTries(
  context: Context,
  { userId, companyId, scope }: Pick<Session, 'userId' | 'companyId' | 'scope'>,
  points: number,
): Promise<void> {
  await countTry(context, 'claimTries', userId, points);
  if (scope === 'branch') await countTry(context, 'claimTriesCompany', companyId, points);
}

/** After a success the earlier tries no longer count. */
export async function forgetTries(context: Context, limit: LimitName, key: string | number): Promise<void> {
  await limiters(context)[limit].delete(key);
}
