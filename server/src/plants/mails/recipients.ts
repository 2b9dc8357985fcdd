// Recipients of a plant's mails: users as long as they see the plant, others once they have confirmed; nobody who has unsubscribed.
import { createHash } from 'node:crypto';
import { type LanguageCode, languageOfLan } from '@heliograph/contract/envelope.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { operatorsCompany } from '../transfer/serviceAssignment.ts';

export interface Recipient {
  email: string;
  secret: string;
  /** Whether the recipient is a user, with the user's current rights. Others see no money. */
  isUser: boolean;
  money: boolean;
  benefits: boolean;
  devices: boolean;
}

/** Returns the users with these addresses who see the plant and are not frozen, by address, with the modules that their roles may see. */
export async function usersWhoSee(
  sql: Sql | Transaction,
  sid: string,
  emails: readonly string[],
): Promise<Map<string, Pick<Recipient, 'money' | 'benefits' | 'devices'>>> {
  const rows = await sql<{ email: string; modules: string[] }[]>`
    select email, modules from plant_viewers(${sid}, ${emails as string[]}::text[])`;
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

/** Maximum number of company owners notified of a plant without a named installer. */
const MAX_COMPANY_OWNERS = 5;

interface ResponsiblePerson {
  id: number;
  email: string;
  lan: number;
}

/**
 * Returns, by plant, the people who are notified of its modules without being on its list: its owner, and its installer or
 * else the owners of the company that services it. Without demo accounts, whose addresses belong to nobody.
 */
export async function namedPeople(
  sql: Sql | Transaction,
  sids: readonly string[],
): Promise<Map<string, ResponsiblePerson[]>> {
  const operator = await operatorsCompany(sql);
  const rows = await sql<(ResponsiblePerson & { sid: string; isCarer: boolean })[]>`
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
    [...Map.groupBy(rows, ({ sid }) => sid)].map(([sid, plantRows]) => {
      const people = [
        ...plantRows.filter(({ isCarer }) => !isCarer),
        ...plantRows.filter(({ isCarer }) => isCarer).slice(0, MAX_COMPANY_OWNERS),
      ];
      return [sid, [...new Map(people.map(({ id, email, lan }) => [id, { id, email, lan }])).values()]];
    }),
  );
}

export interface CandidateRecipient {
  email: string;
  /** Key under which notifications are recorded: the user's id, else the hash of the address. */
  key: string;
  language: LanguageCode;
  /** Secret of the entry in the plant's list; null: a user who is not on the list. */
  secret: string | null;
  userId: number | null;
  /** Whether the reader may see money. */
  money: boolean;
}

/**
 * Returns who is notified of module findings: the responsible people (`namedPeople`), unless that is switched off, and the
 * plant's list if alerts are mailed to it.
 */
export async function candidateRecipients(sql: Sql | Transaction, sid: string): Promise<CandidateRecipient[]> {
  const [settings] = await sql<{ found: boolean; alerts: string; language: LanguageCode }[]>`
    select found, alerts, language from report_settings where sid = ${sid}`;
  const listed = settings && settings.alerts !== 'off' ? await recipientsOf(sql, sid) : [];
  const people = settings?.found === false ? [] : ((await namedPeople(sql, [sid])).get(sid) ?? []);
  const emails = people.map(({ email }) => email);
  const viewers = await usersWhoSee(sql, sid, emails);
  // Recipients who unsubscribed from the plant's mails by either link get none of these.
  const stopped = await sql<{ email: string }[]>`
    select r.email from report_recipients r where r.sid = ${sid} and r.stopped_at is not null and r.email = any (${emails}::text[])
    union select u.email from found_recipients f join users u on u.id = f.user_id where f.sid = ${sid} and f.stopped_at is not null`;
  const unsubscribed = new Set(stopped.map(({ email }) => email));
  const ids = await userIds(sql, listed);
  const readers = new Map<string, CandidateRecipient>();
  for (const { id, email, lan } of people)
    if (viewers.get(email)?.devices && !unsubscribed.has(email))
      readers.set(email, {
        email,
        key: String(id),
        language: languageOfLan(lan),
        secret: null,
        userId: id,
        money: viewers.get(email)!.money,
      });
  for (const { email, secret, devices, money } of listed)
    if (devices) {
      const userId = ids.get(email) ?? null;
      readers.set(email, { email, key: readerKey(userId, email), language: settings!.language, secret, userId, money });
    }
  return [...readers.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

async function userIds(
  sql: Sql | Transaction,
  recipients: readonly { email: string }[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ id: number; email: string }[]>`
    select id, email from users where email = any (${recipients.map(({ email }) => email)}::text[])`;
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Returns recipients of the plant's list with the keys under which notices to them are recorded. */
export async function withReaderKeys<R extends { email: string }>(
  sql: Sql | Transaction,
  recipients: readonly R[],
): Promise<(R & { key: string })[]> {
  const ids = await userIds(sql, recipients);
  return recipients.map((recipient) => ({
    ...recipient,
    key: readerKey(ids.get(recipient.email) ?? null, recipient.email),
  }));
}

/** Returns the key of a recipient; an address is hashed, so that one removed from the list is stored nowhere. */
const readerKey = (userId: number | null, email: string): string =>
  userId === null ? createHash('sha256').update(email).digest('base64url') : String(userId);
