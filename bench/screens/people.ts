// Pictured companies, users and records of accounts: passkeys, API tokens, channels, passwords of microinverters.
import { indexPeople } from '../../server/test/indexPeople.ts';
import type { World } from '../world.ts';

/** Repeats rows; the first repetition keeps its own name. */
const repetitions = (sql: World['sql'], times: number) =>
  sql`(select case when n > 1 then ' ' || n else '' end as again from generate_series(1, ${times}::int) n) again`;

/** Inserts sixty companies below each other, each with some people, and names of the maximum length. */
export async function manyPeople(sql: World['sql']): Promise<void> {
  await sql`
    insert into companies (parent_id, kind, name)
    select min(id), 'distributor', 'Vereinigte Photovoltaik-Großhandelsgesellschaft Bodensee-Oberschwaben mbH & Co. KG' from companies`;
  await indexPeople(sql);
  await sql`
    insert into companies (parent_id, kind, name)
    select max(id), 'installer', 'Elektro Ritter ' || n from companies, generate_series(1, 60) n group by n`;
  await indexPeople(sql);
  await sql`
    insert into users (email, password_hash, name, phone, country_code)
    select 'person' || n || '@a-rather-long-domain-name.example.com', '-', (array['Ida', 'Karl-Theodor', 'Zoë'])[1 + n % 3] || ' Mustermann-Oberhuber ' || n,
      '+49 7541 ' || (10000 + n), (array['DE', 'AT', 'CH', ''])[1 + n % 4] from generate_series(1, 600) n`;
  await sql`
    insert into memberships (user_id, company_id, role_id, is_company_owner, created_at)
    select u.id, c.id, r.id, u.n <= 60, now() - u.n * interval '9 hours'
    from (select id, row_number() over (order by id) as n from users where email like 'person%') u
      join (select id, row_number() over (order by id) as n from companies where kind = 'installer') c on c.n = 1 + u.n % 60
      join roles r on r.code = case when u.n % 4 = 0 then 'owner' else 'installer' end`;
  await indexPeople(sql);
}

/** Inserts a frozen membership and an invitation that is not accepted yet. */
export async function freezeAndInvite(sql: World['sql']): Promise<void> {
  await sql`
    update memberships set frozen_at = now(), frozen_reason = 'Left the company in May'
    where user_id = (select max(m.user_id) from memberships m join roles r on r.id = m.role_id where r.code = 'installer')`;
  await sql`
    insert into company_invitations (email, company_id, role_id, name, seen_by, invited_by, token_hash, made_at, expires_at)
    select 'new.colleague@example.com', c.id, r.id, 'Nina New', array[-c.id], 1, '\\x00', now(), now() + interval '14 days'
    from roles r, (select max(id) as id from companies) c where r.code = 'installer'`;
}

/** Inserts two passkeys and API tokens of the pictured account; `times`: repetitions of each. */
export async function waysToSignIn(sql: World['sql'], times: number): Promise<void> {
  await sql`
    insert into passkeys (id, user_id, public_key, counter, name, made_at, last_used_at)
    select name || again, id, '\\x00', 0, name || again, now() - interval '39 days', case when n = 1 then now() - interval '3 hours' end
    from (select min(id) as id from users) u
      cross join unnest(array['Telephone', 'The key on the ring in the drawer of the desk in the office']) with ordinality as p (name, n)
      cross join ${repetitions(sql, times)}`;
  await sql`
    insert into sessions (token_hash, user_id, company_id, role_id, created_at, last_used_at, expires_at, api_name, api_scope)
    select decode(md5(name || again), 'hex'), m.user_id, m.company_id, m.role_id, now() - interval '20 days', now() - n * interval '7 minutes',
      now() + n * interval '70 days', name || again, scope
    from (select user_id, min(company_id) as company_id, min(role_id) as role_id from memberships
      where user_id = (select min(id) from users) group by user_id) m
      cross join unnest(array['Home Assistant', 'Night job that switches the boiler'], array['read', 'control']) with ordinality as p (name, scope, n)
      cross join ${repetitions(sql, times)}`;
}

/** Inserts notification channels of the pictured account: a browser and two webhooks, one of which fails; `times`: repetitions of each. */
export async function waysToBeTold(sql: World['sql'], times: number): Promise<void> {
  await sql`
    insert into channels (id, user_id, kind, name, url, secret, public_key, events, about_sids, made_at, summed_until, failing_since)
    select gen_random_uuid(), u.id, kind, name || again, url || again, '\\x00', case when kind = 'push' then '\\x00'::bytea end, events::text[],
      case when n = 2 then array[(select min(sid) from sites)] end, now() - n * interval '9 days', now(),
      case when n = 3 then now() - interval '2 days' end
    from (select min(id) as id from users) u cross join (values
      (1, 'push', 'Mozilla/5.0 (Linux; Android 16) Chrome/142.0 Mobile', 'https://push.example.com/1', '{alert.began}'),
      (2, 'webhook', 'Chat', 'https://chat.example.com/hooks/7', '{alert.began,alert.ended}'),
      (3, 'webhook', 'The ticket desk of the company that looks after it', 'https://tickets.example.com/', '{day.summary}')
    ) as c (n, kind, name, url, events) cross join ${repetitions(sql, times)}`;
  await sql`
    insert into deliveries (id, channel_id, user_id, event, about_sid, fact, at, made_at, state, tries, next_try_at, tried_at, status, took_ms, failure, answer)
    select gen_random_uuid(), c.id, c.user_id, 'day.summary', (select min(sid) from sites), '{"day": "2026-06-14"}', now() - n * interval '9 hours',
      now() - n * interval '9 hours', state, tries, now() + interval '9 days', now() - interval '1 hour', status, 187 * n, failure, answer
    from channels c cross join (values
      (1, 'waiting', 3, null::int, 'timeout', ''),
      (2, 'failed', 8, 502, null, '<html><h1>502 Bad Gateway</h1></html>'),
      (3, 'sent', 1, 204, null, '')
    ) as d (n, state, tries, status, failure, answer) where c.failing_since is not null`;
}

/** Inserts passwords as if two people had requested some on several days. */
export async function generatedPasswords(sql: World['sql'], count: number): Promise<void> {
  await sql`
    insert into bdm_passwords (user_id, id, user_email, about_sn, about_sid, purpose, made_at, valid_until)
    select u.id, gen_random_uuid(), u.email, d.sn, d.sid, (array['Change the grid profile', 'Check the insulation after the storm'])[1 + d.n % 2],
      now() - d.n * interval '31 hours', now() - d.n * interval '31 hours' + interval '90 minutes'
    from (
      select d.sn, d.sid, row_number() over (order by d.sn)::int as n from devices d join products p on p.id = d.product_id
      where p.name like 'BDM-%' order by d.sn limit ${count}::int
    ) d cross join (select id, email from users order by id limit 1) u`;
}
