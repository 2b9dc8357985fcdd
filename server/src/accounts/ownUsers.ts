// Whether the portal has users of its own. Demo accounts, whose password is published, do not count.
import type { Sql, Transaction } from '../platform/database/connect.ts';

export async function hasOwnUser(sql: Sql | Transaction): Promise<boolean> {
  const own = await sql`select from users where demo_password_hash is distinct from password_hash limit 1`;
  return own.length > 0;
}

export async function hasOwnAdministrator(sql: Sql | Transaction): Promise<boolean> {
  const own = await sql`
    select from users u join memberships m on m.user_id = u.id join roles r on r.id = m.role_id
    where r.code = 'administrator' and u.demo_password_hash is distinct from u.password_hash limit 1`;
  return own.length > 0;
}
