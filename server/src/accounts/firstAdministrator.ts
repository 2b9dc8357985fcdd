// Creates the first user: an administrator who owns the root company.
import { indexUsers } from '../access/peopleIndex.ts';
import { bindInvitations } from '../plants/sharing/invitations.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { StartupError } from '../platform/startupError.ts';
import { hashPassword } from './passwords/passwords.ts';

export async function makeAdministrator(tx: Transaction, email: string, password: string): Promise<number> {
  return await createAdministrator(tx, email, await hashPassword(password));
}

/** Creates the administrator and returns the user's id. A demo account with this address becomes the administrator's own. */
export async function createAdministrator(tx: Transaction, email: string, passwordHash: string): Promise<number> {
  const [user] = await tx<{ id: number }[]>`
    insert into users (email, password_hash, name)
    values (${email.trim().toLowerCase()}, ${passwordHash}, 'Administrator')
    on conflict (email) do update set password_hash = excluded.password_hash, name = excluded.name,
      demo_password_hash = null, frozen_at = null, frozen_with_demo = false
    where users.demo_password_hash = users.password_hash
    returning id`;
  if (!user)
    throw new StartupError(`There is an account ${email} already that does not administrate; use another address.`);
  await tx`delete from sessions where user_id = ${user.id}`;
  await bindInvitations(tx, user.id, email.trim());
  await tx`
    insert into memberships (user_id, company_id, role_id, is_company_owner)
    select ${user.id}, (select id from companies where parent_id is null order by id limit 1), id, true
    from roles where code = 'administrator'
    on conflict (user_id, company_id) do update set role_id = excluded.role_id, is_company_owner = true`;
  await indexUsers(tx, [user.id]);
  return user.id;
}
