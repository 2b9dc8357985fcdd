// What a user may see in each of the user's companies, for work without a request, under the same row policies as calls.
import type { Permission } from '@heliograph/contract/permissions.ts';
import type { Session } from '../context.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { AS_CALL, setRlsUser } from '../platform/database/rlsSettings.ts';

export type MemberSession = Pick<Session, 'scope' | 'userId' | 'companyId' | 'permissions'>;

/** Returns nothing for a user who is suspended or in no company. */
export async function memberSessions(sql: Sql, userId: number): Promise<MemberSession[]> {
  const rows = await sql<(Omit<MemberSession, 'permissions'> & { permissions: Permission[] })[]>`
    select m.user_id, m.company_id, r.scope,
      array(select e.name from role_menus o join menus e on e.id = o.menu_id where o.role_id = r.id) as permissions
    from memberships m join users u on u.id = m.user_id join roles r on r.id = m.role_id
    where m.user_id = ${userId} and u.frozen_at is null and m.frozen_at is null order by m.company_id`;
  return rows.map(({ permissions, ...row }) => ({ ...row, permissions: new Set(permissions) }));
}

/** Reads what the session may see. */
export async function readAs<T>(sql: Sql, session: MemberSession, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return await sql.begin(
    'read only',
    async (tx) => {
      setRlsUser(tx, session);
      return await work(tx);
    },
    AS_CALL,
  );
}
