// Who gets a plant's mails now: users as long as they see the plant, others once they have confirmed; nobody who has ended them.
import { createHash } from 'node:crypto';
import { type LanguageCode, languageOfLan } from '@heliograph/contract/envelope.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { operatorsCompany } from '../transfer/serviceAssignment.ts';

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

/** Of a company without a named installer: those who own it. */
const MAX_CARERS = 5;

interface Named {
  id: number;
  email: string;
  lan: number;
}

/**
 * By plant who is told of its modules without having asked for it: its owner, and its installer or else who owns the company
 * that looks after it. Not the demonstration's accounts: their addresses are nobody's.
 */
export async function namedPeople(sql: Sql | Transaction, sids: readonly string[]): Promise<Map<string, Named[]>> {
  const operator = await operatorsCompany(sql);
  const rows = await sql<(Named & { sid: string; isCarer: boolean })[]>`
    select p.sid, p.is_carer, u.id, u.email, u.lan from (
      select s.sid, s.owner_id as user_id, false as is_carer from sites s
      where s.sid in (select unnest(${textArray(sids)}::text::text[])) and s.owner_id is not null
      union all
      select s.sid, s.installer_id, true from sites s
      where s.sid in (select unnest(${textArray(sids)}::text::text[])) and s.installer_id is not null
      union all
      select s.sid, m.user_id, true from sites s join memberships m on m.company_id = s.company_id
      where s.sid in (select unnest(${textArray(sids)}::text::text[])) and s.installer_id is null
        and s.company_id <> ${operator} and m.is_company_owner
    ) p join users u on u.id = p.user_id
    where u.frozen_at is null and u.demo_password_hash is distinct from u.password_hash
    order by p.sid, p.is_carer, u.email`;
  return new Map(
    [...Map.groupBy(rows, ({ sid }) => sid)].map(([sid, its]) => {
      const people = [
        ...its.filter(({ isCarer }) => !isCarer),
        ...its.filter(({ isCarer }) => isCarer).slice(0, MAX_CARERS),
      ];
      return [sid, [...new Map(people.map(({ id, email, lan }) => [id, { id, email, lan }])).values()]];
    }),
  );
}

export interface CandidateRecipient {
  email: string;
  /** Under what is kept that he was told: a user's number, else the hash of the address. */
  key: string;
  language: LanguageCode;
  /** Of the list that somebody made; null: a user who is told by himself. */
  secret: string | null;
  userId: number | null;
}

/**
 * Who is told now of modules that were found: those that are named, unless that is switched off, and those of the list when
 * alerts are mailed to them.
 */
export async function candidateRecipients(sql: Sql | Transaction, sid: string): Promise<CandidateRecipient[]> {
  const [settings] = await sql<{ found: boolean; alerts: string; language: LanguageCode }[]>`
    select found, alerts, language from report_settings where sid = ${sid}`;
  const listed = settings && settings.alerts !== 'off' ? await recipientsOf(sql, sid) : [];
  const people = settings?.found === false ? [] : ((await namedPeople(sql, [sid])).get(sid) ?? []);
  const emails = people.map(({ email }) => email);
  const seers = await usersWhoSee(sql, sid, emails);
  // Whoever has ended the plant's mails by either link gets none of these.
  const stopped = await sql<{ email: string }[]>`
    select r.email from report_recipients r where r.sid = ${sid} and r.stopped_at is not null and r.email = any (${emails}::text[])
    union select u.email from found_recipients f join users u on u.id = f.user_id where f.sid = ${sid} and f.stopped_at is not null`;
  const quiet = new Set(stopped.map(({ email }) => email));
  const ids = new Map(
    (
      await sql<{ id: number; email: string }[]>`
        select id, email from users where email = any (${listed.map(({ email }) => email)}::text[])`
    ).map(({ id, email }) => [email, id]),
  );
  const readers = new Map<string, CandidateRecipient>();
  for (const { id, email, lan } of people)
    if (seers.get(email)?.devices && !quiet.has(email))
      readers.set(email, { email, key: String(id), language: languageOfLan(lan), secret: null, userId: id });
  for (const { email, secret, devices } of listed)
    if (devices) {
      const userId = ids.get(email) ?? null;
      readers.set(email, { email, key: readerKey(userId, email), language: settings!.language, secret, userId });
    }
  return [...readers.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/** An address that was taken out of a list is named nowhere. */
const readerKey = (userId: number | null, email: string): string =>
  userId === null ? createHash('sha256').update(email).digest('base64url') : String(userId);
