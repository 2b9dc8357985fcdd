// Who gets a plant's mails now: users as long as they see the plant, others once they have confirmed; nobody who has ended them.
import type { Sql, Transaction } from '../db/connect.ts';

export interface Recipient {
  email: string;
  secret: string;
  /** A user: by rights of today. Others see no money. */
  isUser: boolean;
  money: boolean;
  benefits: boolean;
  devices: boolean;
}

/** Users, by address, who see the plant and are not frozen, with what their roles may see of it. */
export async function usersWhoSee(
  sql: Sql | Transaction,
  sid: string,
  emails: readonly string[],
): Promise<Map<string, Pick<Recipient, 'money' | 'benefits' | 'devices'>>> {
  const [site] = await sql<{ seenBy: number[] }[]>`select seen_by from sites where sid = ${sid}`;
  if (!site) return new Map();
  const { seenBy } = site;
  const rows = await sql<{ email: string; modules: string[] }[]>`
    select u.email, array_agg(distinct m.name) as modules
    from users u join memberships s on s.user_id = u.id join roles r on r.id = s.role_id
      join role_menus o on o.role_id = r.id join menus m on m.id = o.menu_id
    where u.email = any (${emails as string[]}::text[]) and u.frozen_at is null and s.frozen_at is null
      and (r.scope = 'all' or u.id = any (${seenBy}::int[]) or (r.scope = 'branch' and -s.company_id = any (${seenBy}::int[])))
    group by u.email`;
  return new Map(
    rows.map(({ email, modules }) => [
      email,
      {
        money: modules.includes('SiteMoney'),
        benefits: modules.includes('SiteBenefits'),
        devices: modules.includes('SiteDevices'),
      },
    ]),
  );
}

export async function recipientsOf(sql: Sql | Transaction, sid: string): Promise<Recipient[]> {
  const rows = await sql<{ email: string; secret: string; confirmedAt: Date | null }[]>`
    select email, secret, confirmed_at from report_recipients where sid = ${sid} and stopped_at is null order by email`;
  const users = await usersWhoSee(
    sql,
    sid,
    rows.map(({ email }) => email),
  );
  return rows.flatMap(({ email, secret, confirmedAt }): Recipient[] => {
    const user = users.get(email);
    if (user) return [{ email, secret, isUser: true, ...user }];
    return confirmedAt ? [{ email, secret, isUser: false, money: false, benefits: true, devices: true }] : [];
  });
}
