// Slows guessing of passwords without locking anyone out: what a try counts under, and the networks an account is known to use.

import type { Context } from '../../context.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import { countTries, countTry, forgetTries, refuseFor } from '../../platform/limits/rateLimits.ts';

const KNOWN_FOR_MS = 90 * 86_400_000;

/** The networks that were used after this are still known. */
export function networksKnownSince(at: Date): Date {
  return new Date(at.getTime() - KNOWN_FOR_MS);
}

/** First and alone: whoever is refused here costs no other row. */
export async function countAddress(context: Context, address: string): Promise<void> {
  await countTry(context, 'signInAddress', networkOf(address));
}

/**
 * From a network that the account has signed in from, its tries alone count. All other networks share a limit for each
 * account, which strangers can use up; so each of them has a few tries that nobody can take from it. Of IPv6 the /48
 * counts there: of /64s one customer may have very many.
 */
export async function countAccount(
  context: Context,
  { email, address, isKnown }: { email: string; address: string; isKnown: boolean },
): Promise<void> {
  const here = hereOf(email, address);
  if (isKnown) return await countTry(context, 'signInHere', here);
  const waits = await countTries(context, {
    signInHere: here,
    signInStranger: `${email} ${networkOf(address, 48)}`,
    signInStrangers: email,
  });
  refuseFor(Math.max(waits.signInHere, Math.min(waits.signInStranger, waits.signInStrangers)));
}

/**
 * After the right password. From a network that the account knows its tries alone count; all others share few a day, so
 * that whoever has the password still needs years for the code, and cannot keep its owner out at home.
 */
export async function countSecondStep(
  context: Context,
  { userId, address, isKnown }: { userId: number; address: string; isKnown: boolean },
): Promise<void> {
  if (isKnown) return await countTry(context, 'secondStepHere', hereOf(String(userId), address));
  await countTry(context, 'secondStepStrangers', userId);
}

export async function forgetSecondStep(
  context: Context,
  { userId, address }: { userId: number; address: string },
): Promise<void> {
  await forgetTries(context, 'secondStepHere', hereOf(String(userId), address));
}

/** After a success the tries before it no longer count against who made them. */
export async function forgetMistakes(context: Context, email: string, address: string): Promise<void> {
  await forgetTries(context, 'signInHere', hereOf(email, address));
}

/**
 * After a new password by a mailed link: the account's owner gets in from everywhere that it is used from, and from where
 * the link was opened; elsewhere strangers' tries start again.
 */
export async function forgetLockouts(
  context: Context,
  { userId, email, networks }: { userId: number; email: string; networks: readonly string[] },
): Promise<void> {
  await forgetTries(context, 'signInStrangers', email);
  await forgetTries(context, 'password', userId);
  for (const network of networks) await forgetTries(context, 'signInHere', `${email} ${network}`);
}

export async function rememberNetwork(
  sql: Sql | Transaction,
  { userId, address, at }: { userId: number; address: string; at: Date },
): Promise<void> {
  await sql`
    insert into sign_in_networks (user_id, network, used_at) values (${userId}, ${networkOf(address)}, ${at})
    on conflict (user_id, network) do update set used_at = excluded.used_at`;
}

function hereOf(email: string, address: string): string {
  return `${email} ${networkOf(address)}`;
}
