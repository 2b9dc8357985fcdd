// What a recipient chooses by the link in a mail: to get them or not, without signing in.
import type { Sql, Transaction } from '../db/connect.ts';
import { readToken } from './plantMails.ts';

export interface Choice {
  sid: string;
  siteName: string;
  email: string;
  state: 'active' | 'waiting' | 'stopped';
}

export async function choiceOf(sql: Sql | Transaction, token: string): Promise<Choice | undefined> {
  const { sid, secret } = readToken(token);
  const [found] = await sql<Choice[]>`
    select r.sid, s.name as site_name, r.email,
      case when r.stopped_at is not null then 'stopped' when r.confirmed_at is null then 'waiting' else 'active' end as state
    from report_recipients r join sites s on s.sid = r.sid where r.sid = ${sid} and r.secret = ${secret}`;
  return found;
}

/** False: there is no such link any more. */
export async function choose(sql: Sql | Transaction, token: string, wants: boolean, at: Date): Promise<boolean> {
  const { sid, secret } = readToken(token);
  const { count } = wants
    ? await sql`
        update report_recipients set confirmed_at = coalesce(confirmed_at, ${at}), stopped_at = null
        where sid = ${sid} and secret = ${secret}`
    : await sql`update report_recipients set stopped_at = coalesce(stopped_at, ${at}) where sid = ${sid} and secret = ${secret}`;
  return count > 0;
}
