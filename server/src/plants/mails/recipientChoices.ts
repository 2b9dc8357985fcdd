// Choice of a recipient by the link in a mail, without signing in: to receive a plant's mails or not.
import { randomBytes } from 'node:crypto';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { readToken } from './plantMails.ts';

export interface Choice {
  sid: string;
  siteName: string;
  email: string;
  state: 'active' | 'waiting' | 'stopped';
}

export async function choiceOf(sql: Sql | Transaction, token: string): Promise<Choice | undefined> {
  const { sid, secret } = readToken(token);
  const [recipient] = await sql<Choice[]>`
    select r.sid, s.name as site_name, r.email,
      case when r.stopped_at is not null then 'stopped' when r.confirmed_at is null then 'waiting' else 'active' end as state
    from report_recipients r join sites s on s.sid = r.sid where r.sid = ${sid} and r.secret = ${secret}`;
  if (recipient) return recipient;
  // A user who is notified without being on the list, as owner, installer or company member.
  const [implicit] = await sql<Choice[]>`
    select f.sid, s.name as site_name, u.email, case when f.stopped_at is null then 'active' else 'stopped' end as state
    from found_recipients f join sites s on s.sid = f.sid join users u on u.id = f.user_id
    where f.sid = ${sid} and f.secret = ${secret} and (u.id in (s.owner_id, s.installer_id) or exists (
      select from memberships m where m.user_id = f.user_id and m.company_id = s.company_id))`;
  return implicit;
}

/** Stores the choice for all mails of the plant to this address. Returns false if the link is no longer valid. */
export async function choose(sql: Sql | Transaction, token: string, wants: boolean, at: Date): Promise<boolean> {
  const choice = await choiceOf(sql, token);
  if (!choice) return false;
  const { sid, email } = choice;
  const [user] = await sql<{ id: number }[]>`select id from users where email = ${email}`;
  if (wants) {
    const { secret } = readToken(token);
    await sql`
      update report_recipients set confirmed_at = coalesce(confirmed_at, ${at}), stopped_at = null
      where sid = ${sid} and secret = ${secret}`;
    await sql`
      update report_recipients set stopped_at = null where sid = ${sid} and email = ${email} and stopped_at is not null`;
    if (user) await sql`update found_recipients set stopped_at = null where sid = ${sid} and user_id = ${user.id}`;
    return true;
  }
  await sql`update report_recipients set stopped_at = coalesce(stopped_at, ${at}) where sid = ${sid} and email = ${email}`;
  // Stored also for users on the list, in case somebody removes them from it.
  if (user)
    await sql`
      insert into found_recipients (sid, user_id, secret, stopped_at)
      values (${sid}, ${user.id}, ${randomBytes(24).toString('base64url')}, ${at})
      on conflict (sid, user_id) do update set stopped_at = coalesce(found_recipients.stopped_at, excluded.stopped_at)`;
  return true;
}
