// The people who answer for the devices of a plant, and get the mails about claims for their numbers.
import { type LanguageCode, languageOfLan } from '@heliograph/contract/envelope.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { operatorsCompany } from '../transfer/serviceAssignment.ts';

/** Owners of the service company at most. */
const MAX_COMPANY_OWNERS = 5;

export interface DevicePerson {
  email: string;
  language: LanguageCode;
}

/**
 * Returns the plant's owner, its installer and the owners of the company that services it, as far as their roles may add
 * devices. Without demo accounts, whose addresses belong to nobody. Needs rows of users outside of the branch.
 */
export async function devicePeople(sql: Sql | Transaction, sid: string): Promise<DevicePerson[]> {
  const operator = await operatorsCompany(sql);
  const people = await sql<{ email: string; lan: number; isCompany: boolean }[]>`
    select u.email, u.lan, bool_and(p.is_company) as is_company from (
      select s.owner_id as user_id, false as is_company from sites s where s.sid = ${sid}
      union all select s.installer_id, false from sites s where s.sid = ${sid}
      union all
      select m.user_id, true from sites s join memberships m on m.company_id = s.company_id
      where s.sid = ${sid} and s.company_id <> ${operator} and m.is_company_owner and m.frozen_at is null
    ) p join users u on u.id = p.user_id
    where u.frozen_at is null and u.demo_password_hash is distinct from u.password_hash
      and exists (
        select from memberships m join role_menus g on g.role_id = m.role_id join menus n on n.id = g.menu_id
        where m.user_id = u.id and m.frozen_at is null and n.name = 'DeviceRegister')
    group by u.id, u.email, u.lan order by is_company, u.email`;
  const own = people.filter(({ isCompany }) => !isCompany);
  const company = people.filter(({ isCompany }) => isCompany).slice(0, MAX_COMPANY_OWNERS);
  return [...own, ...company].map(({ email, lan }) => ({ email, language: languageOfLan(lan) }));
}
