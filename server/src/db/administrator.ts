// Makes the first user: an administrator who owns the root company.
import { hashPassword } from '../passwords.ts';
import { bindInvitations } from '../sql/invitations.ts';
import type { Transaction } from './connect.ts';

/** Returns the new user's id. */
export async function makeAdministrator(tx: Transaction, email: string, password: string): Promise<number> {
  const passwordHash = await hashPassword(password);
  const [user] = await tx<{ id: number }[]>`
    insert into users (email, password_hash, name)
    values (${email.trim().toLowerCase()}, ${passwordHash}, 'Administrator') returning id`;
  await bindInvitations(tx, user!.id, email.trim());
  await tx`
    insert into memberships (user_id, company_id, role_id, is_company_owner)
    select ${user!.id}, (select id from companies where parent_id is null order by id limit 1), id, true
    from roles where code = 'administrator'`;
  return user!.id;
}
