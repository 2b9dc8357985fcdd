// Asks a signed-in user for the password again before a sensitive action: attempts are counted, and the password must still be the checked one when the action runs.
import { ApiError } from '@heliograph/contract/errors.ts';
import { FRESH_SIGN_IN_MINUTES } from '@heliograph/contract/limits.ts';
import type { ManualReadContext, ManualWriteContext } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { asProcess } from '../../platform/database/rlsSettings.ts';
import { countAttempt, resetAttempts } from '../../platform/limits/rateLimits.ts';
import { verifyPassword } from './passwords.ts';

export interface CheckedPassword {
  hash: string;
  /** Refuses with wrongPassword if the password was changed since the check. Runs without row policies, in the action's transaction. */
  assertUnchanged(sql: Transaction): Promise<void>;
}

/** Checks the password. Refuses with wrongPassword, or when there were too many attempts. */
export async function checkPassword(
  { context, session, read }: Pick<ManualReadContext, 'context' | 'session' | 'read'>,
  password: string,
): Promise<CheckedPassword> {
  const { userId } = session;
  await countAttempt(context, 'password', userId);
  // Row policies hide password hashes from calls, so they are bypassed for this query.
  const [user] = await read((sql) =>
    asProcess(sql, () => sql<{ hash: string }[]>`select password_hash as hash from users where id = ${userId}`),
  );
  if (!user || !(await verifyPassword(user.hash, password))) throw new ApiError('wrongPassword');
  await resetAttempts(context, 'password', userId);
  return {
    hash: user.hash,
    async assertUnchanged(sql) {
      const rows = await sql`select from users where id = ${userId} and password_hash = ${user.hash}`;
      if (rows.length === 0) throw new ApiError('wrongPassword');
    },
  };
}

/**
 * Runs a change that some users confirm with their password. Refuses with wrongPassword, or when there were too many
 * attempts. A program confirms nothing: it could guess the password.
 */
export async function changeWithPassword<T>(
  caller: ManualWriteContext,
  password: string | undefined,
  change: (sql: Transaction, hasPassword: boolean) => Promise<T>,
): Promise<T> {
  const checked = password === undefined || caller.session.api !== null ? null : await checkPassword(caller, password);
  return await caller.finish(async (sql) => {
    if (checked) await asProcess(sql, () => checked.assertUnchanged(sql));
    return await change(sql, checked !== null);
  });
}

/** Whether the session signed in at a company's provider just now; replaces the password, which such a user may not have. */
export async function hasFreshCompanySignIn({
  session,
  at,
  read,
}: Pick<ManualReadContext, 'session' | 'at' | 'read'>): Promise<boolean> {
  const since = new Date(at.getTime() - FRESH_SIGN_IN_MINUTES * 60_000);
  const rows = await read((sql) =>
    asProcess(
      sql,
      () => sql`select from sessions where id = ${session.id} and signed_in_by is not null and created_at > ${since}`,
    ),
  );
  return rows.length > 0;
}
