// Slows password guessing without locking anyone out: the limits, counted in the database, that a sign-in attempt falls under, and the networks an account is known to use.
import type { Context } from '../../context.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import { countAttempt, countAttempts, refuseWithDelay, resetAttempts } from '../../platform/limits/rateLimits.ts';

const KNOWN_FOR_MS = 90 * 86_400_000;

/** Networks used after the returned instant are still known. */
export function networksKnownSince(at: Date): Date {
  return new Date(at.getTime() - KNOWN_FOR_MS);
}

/** Counts an attempt by address, before all other limits: a refused attempt costs no other row. */
export async function countAddress(context: Context, address: string): Promise<void> {
  await countAttempt(context, 'signInAddress', networkOf(address));
}

/**
 * Counts an attempt by account. A network that the account has signed in from has its own limit. All other networks
 * share one limit per account, which strangers can use up; so each also has a few attempts of its own.
 * Unknown IPv6 networks count as their /48: one customer may have very many /64s.
 */
export async function countAccount(
  context: Context,
  { email, address, isKnown }: { email: string; address: string; isKnown: boolean },
): Promise<void> {
  const accountAndNetwork = accountAt(email, address);
  if (isKnown) return await countAttempt(context, 'signInHere', accountAndNetwork);
  const waits = await countAttempts(context, {
    signInHere: accountAndNetwork,
    signInStranger: `${email} ${networkOf(address, 48)}`,
    signInStrangers: email,
  });
  refuseWithDelay(Math.max(waits.signInHere, Math.min(waits.signInStranger, waits.signInStrangers)));
}

/**
 * Counts a code after the right password. A known network has its own limit; all others share a few attempts a day, so
 * that guessing the code takes years even with the password, and cannot lock the owner out at home.
 */
export async function countSecondStep(
  context: Context,
  { userId, address, isKnown }: { userId: number; address: string; isKnown: boolean },
): Promise<void> {
  if (isKnown) return await countAttempt(context, 'secondStepHere', accountAt(String(userId), address));
  await countAttempt(context, 'secondStepStrangers', userId);
}

export async function clearSecondStep(
  context: Context,
  { userId, address }: { userId: number; address: string },
): Promise<void> {
  await resetAttempts(context, 'secondStepHere', accountAt(String(userId), address));
}

/**
 * Counts a guess before it is checked; returns whether the account has had so many failures in a day that the password alone
 * opens no session. A known network counts for itself, so that others cannot shut its owner out. Without mail nobody could
 * receive a link, so nothing is counted.
 */
export async function countGuess(context: Context, guess: Guess): Promise<boolean> {
  if (!context.config.mail) return false;
  const { signInFailures } = await countAttempts(context, { signInFailures: guessesOf(guess) });
  return signInFailures > 0;
}

/** Takes a guess back that was right. */
export async function forgiveGuess(context: Context, guess: Guess): Promise<void> {
  if (context.config.mail) await countAttempts(context, { signInFailures: guessesOf(guess) }, -1);
}

interface Guess {
  email: string;
  address: string;
  isKnown: boolean;
}

const guessesOf = ({ email, address, isKnown }: Guess): string => (isKnown ? accountAt(email, address) : email);

/** Resets the attempts of this network after a success. */
export async function clearFailures(context: Context, email: string, address: string): Promise<void> {
  await resetAttempts(context, 'signInHere', accountAt(email, address));
}

/**
 * Resets attempts after a new password by a mailed link: the owner can sign in from all known networks and from the one
 * where the link was opened; elsewhere the count of strangers' attempts restarts.
 */
export async function clearLockouts(
  context: Context,
  { userId, email, networks }: { userId: number; email: string; networks: readonly string[] },
): Promise<void> {
  await resetAttempts(context, 'signInStrangers', email);
  await resetAttempts(context, 'signInFailures', email);
  await resetAttempts(context, 'password', userId);
  for (const network of networks)
    for (const limit of ['signInHere', 'signInFailures'] as const)
      await resetAttempts(context, limit, `${email} ${network}`);
}

export async function rememberNetwork(
  sql: Sql | Transaction,
  { userId, address, at }: { userId: number; address: string; at: Date },
): Promise<void> {
  await sql`
    insert into sign_in_networks (user_id, network, used_at) values (${userId}, ${networkOf(address)}, ${at})
    on conflict (user_id, network) do update set used_at = excluded.used_at`;
}

function accountAt(email: string, address: string): string {
  return `${email} ${networkOf(address)}`;
}
