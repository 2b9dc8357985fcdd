// Whether an account has a second factor, so that its password alone confirms nothing.
import type { Transaction } from '../platform/database/connect.ts';
import { asProcess } from '../platform/database/rlsSettings.ts';

/** Codes or a passkey; row policies hide both from calls. */
export async function hasSecondFactor(sql: Transaction, userId: number): Promise<boolean> {
  const rows = await asProcess(
    sql,
    () => sql`
      select from second_factors where user_id = ${userId} and confirmed_at is not null
      union all select from passkeys where user_id = ${userId} limit 1`,
  );
  return rows.length > 0;
}
