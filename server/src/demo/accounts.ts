// Demo accounts, whose password is published: none is an administrator if the operator has one, and none can sign in while the demo is off.

import { indexUsers } from '../access/peopleIndex.ts';
import { revokeSessions } from '../access/session.ts';
import { hasOwnAdministrator } from '../accounts/ownUsers.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';

export interface DemoAccounts {
  /** Whether a demo account is the administrator. */
  administrates: boolean;
  /** Number of accounts that cannot sign in because the demo is off. */
  frozen: number;
}

/** Freezes or unfreezes the demo accounts; call it at each start, after the seed. An account with a changed password is its owner's own and left unchanged. */
export async function settleDemoAccounts(
  { sql, clock, config }: Pick<Context, 'sql' | 'clock' | 'config'>,
  isRunning: boolean,
): Promise<DemoAccounts> {
  return await sql.begin(async (tx) => {
    const isDemo = tx`demo_password_hash = password_hash`;
    if (!isRunning) {
      const now = clock.now();
      const newlyFrozen = await tx<{ id: number }[]>`
        update users set frozen_at = ${now}, frozen_with_demo = true where ${isDemo} and frozen_at is null returning id`;
      await endSessions(tx, newlyFrozen);
      const [row] = await tx<{ frozen: number }[]>`
        select count(*)::int as frozen from users where ${isDemo} and frozen_at is not null`;
      return { administrates: false, frozen: row!.frozen };
    }
    await tx`update users set frozen_at = null, frozen_with_demo = false where frozen_with_demo`;
    const administrates = !config.admin && !(await hasOwnAdministrator(tx));
    if (!administrates) await removeAdministrators(tx);
    return { administrates, frozen: 0 };
  });
}

async function removeAdministrators(tx: Transaction): Promise<void> {
  const former = await tx<{ id: number }[]>`
    delete from memberships m using users u, roles r
    where u.id = m.user_id and r.id = m.role_id and r.code = 'administrator' and u.demo_password_hash = u.password_hash
    returning u.id`;
  await indexUsers(
    tx,
    former.map(({ id }) => id),
  );
  await endSessions(tx, former);
  // The list shown on the sign-in page.
  await tx`
    update settings set value = jsonb_set(value, '{accounts}', (
      select coalesce(jsonb_agg(account), '[]') from jsonb_array_elements(value -> 'accounts') account
      where account ->> 'role' <> 'administrator'))
    where name = 'demo'`;
}

async function endSessions(tx: Transaction, users: readonly { id: number }[]): Promise<void> {
  for (const { id } of users) {
    await tx`delete from sessions where user_id = ${id}`;
    await revokeSessions(tx, id);
  }
}
