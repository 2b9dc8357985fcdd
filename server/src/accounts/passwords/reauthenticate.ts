// Who is signed in says their password once more before what nobody else may do: tries are counted, and it must still be the one that was checked.
import { Refusal } from '@heliograph/contract/errors.ts';
import { FRESH_SIGN_IN_MINUTES } from '@heliograph/contract/limits.ts';
import type { ManualReadContext } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { asProcess } from '../../platform/database/rlsSettings.ts';
import { countAttempt, resetAttempts } from '../../platform/limits/rateLimits.ts';
import { passwordIsRight } from './passwords.ts';

export interface CheckedPassword {
  hash: string;
  /** Refuses when it was changed since it was checked; the process itself asks, in the change's transaction. */
  stillHolds(sql: Transaction): Promise<void>;
}

/** Refuses with wrongPassword. Where a second factor is asked for, it is asked for here. */
export async function checkPassword(
  { context, session, read }: Pick<ManualReadContext, 'context' | 'session' | 'read'>,
  password: string,
): Promise<CheckedPassword> {
  const { userId } = session;
  await countAttempt(context, 'password', userId);
  // Calls can neither read nor write a password's hash: here the process does.
  const [user] = await read((sql) =>
    asProcess(sql, () => sql<{ hash: string }[]>`select password_hash as hash from users where id = ${userId}`),
  );
  if (!user || !(await passwordIsRight(user.hash, password))) throw new Refusal('wrongPassword');
  await resetAttempts(context, 'password', userId);
  return {
    hash: user.hash,
    async stillHolds(sql) {
      const rows = await sql`select from users where id = ${userId} and password_hash = ${user.hash}`;
      if (rows.length === 0) throw new Refusal('wrongPassword');
    },
  };
}

/** In place of the password, which whoever comes by a company's provider may not have: a sign-in there a moment ago. */
export async function cameJustNow({
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
