// The demonstration's accounts, whose password is published: none administrates beside an operator's own, and without it none signs in.

import { revokeSessions } from '../access/session.ts';
import { hasOwnAdministrator } from '../accounts/ownUsers.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';

export interface DemoAccounts {
  /** Whether the administrator to sign in as is the demonstration's. */
  administrates: boolean;
  /** How many can't sign in, because there is no demonstration here. */
  frozen: number;
}

/** At each start, after the seed. An account whose password was changed is its owner's own, and left as it is. */
export async function settleDemoAccounts(
  { sql, clock, config }: Pick<Context, 'sql' | 'clock' | 'config'>,
  isRunning: boolean,
): Promise<DemoAccounts> {
  return await sql.begin(async (tx) => {
    const isDemo = tx`demo_password_hash = password_hash`;
    if (!isRunning) {
      const now = clock.now();
      const fresh = await tx<{ id: number }[]>`
        update users set frozen_at = ${now}, frozen_with_demo = true where ${isDemo} and frozen_at is null returning id`;
      await endSessions(tx, fresh);
      const [row] = await tx<{ frozen: number }[]>`
        select count(*)::int as frozen from users where ${isDemo} and frozen_at is not null`;
      return { administrates: false, frozen: row!.frozen };
    }
    await tx`update users set frozen_at = null, frozen_with_demo = false where frozen_with_demo`;
    const administrates = !config.admin && !(await hasOwnAdministrator(tx));
    if (!administrates) await takeAdministration(tx);
    return { administrates, frozen: 0 };
  });
}

async function takeAdministration(tx: Transaction): Promise<void> {
  const former = await tx<{ id: number }[]>`
    delete from memberships m using users u, roles r
    where u.id = m.user_id and r.id = m.role_id and r.code = 'administrator' and u.demo_password_hash = u.password_hash
    returning u.id`;
  await endSessions(tx, former);
  // Shown on the sign-in page.
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
