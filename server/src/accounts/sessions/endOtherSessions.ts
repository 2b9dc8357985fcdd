// Ends all sessions of an account except one, and its API tokens if wished; webhooks that a token created end with it.
import { revokeSessions } from '../../access/session.ts';
import type { Transaction } from '../../platform/database/connect.ts';

/** Returns how many sessions and API tokens ended. */
export async function endOtherSessions(
  sql: Transaction,
  { userId, exceptId, revokeTokens }: { userId: number; exceptId: number; revokeTokens: boolean },
): Promise<{ sessions: number; tokens: number }> {
  const { count: sessions } = await sql`
    delete from sessions where user_id = ${userId} and id <> ${exceptId} and api_scope is null`;
  const tokens = revokeTokens
    ? (await sql`delete from sessions where user_id = ${userId} and api_scope is not null`).count
    : 0;
  await revokeSessions(sql, userId);
  return { sessions, tokens };
}
