// Inserts very many records that administrators and manufacturers manage: documents, firmware, roles, menu entries, inverter setups, audit lines, passwords.
import { gatewayOf, sidOf } from '../fleet.ts';
import type { World } from '../world.ts';
import { generatedPasswords, waysToBeTold, waysToSignIn } from './people.ts';

const LONG = 'Genossenschaftliche Photovoltaikanlagenbetriebsgesellschaft Bodensee-Oberschwaben';
/** Plants whose devices are configured together by setups. */
const SET_TOGETHER = { from: 100, to: 119 };
/** Model of microinverters with parameters. */
const SET_MODEL = 10_001;

export async function muchToManage(sql: World['sql']): Promise<void> {
  await manyDocuments(sql);
  await manyFirmware(sql);
  await manyRoles(sql);
  await manySetups(sql);
  await manyLines(sql);
  await generatedPasswords(sql, 400);
  await waysToSignIn(sql, 12);
  await waysToBeTold(sql, 9);
  await manyBrowsers(sql);
  await manyMenus(sql);
}

/** Inserts documents in every language and for many products, with names of the maximum length. */
async function manyDocuments(sql: World['sql']): Promise<void> {
  await sql`
    insert into documents (series, title, version, languages, models, file_name, type, bytes, sha256, pages, has_text, is_whole, created_at)
    select gen_random_uuid(),
      case n % 3 when 2 then 'Installation and commissioning of microinverters on roofs of ' || ${LONG}::text || ', part ' || n else 'Manual ' || n end,
      n % 4 || '.' || n % 7 || '.0', (array['{en}', '{de}', '{en,de,fr,es,it,nl,pl,pt}', '{zh}', '{ja}'])[1 + n % 5]::text[],
      (array['{}', '{400}', '{400,800,10001,10002,10003,10004,10005}'])[1 + n % 3]::int[], 'Montage-und-Inbetriebnahmeanleitung-' || n || '.pdf', 'pdf',
      n * 731000, '\\x00', n, n % 5 > 0, n % 7 > 0, now() - n * interval '9 days'
    from generate_series(1, 180) n`;
}

async function manyFirmware(sql: World['sql']): Promise<void> {
  await sql`
    insert into firmware (version_name, model, hardware, description, file_name, bytes, received, sha256, signature, published_at, is_forced, created_at)
    select n / 20 || '.' || n % 20 || case when n % 3 = 1 then '.0-release-candidate.' || n else '' end, (array[400, 800, 10001, 10002, 10003, 10004])[1 + (n - 1) % 6],
      case when n % 2 = 0 then '2.1, 2.2, 3.0' else '' end, case when n % 3 = 1 then 'For devices of ' || ${LONG}::text || ': starts earlier in the morning and rests in the shade' else '' end,
      'microinverter-with-a-rather-long-name-' || n || '.bin', 1310720, case when n % 10 = 9 then 524288 else 1310720 end,
      case when n % 10 < 9 then sha256(n::text::bytea) end, decode(repeat('5a', 64), 'hex'), case when n % 4 > 0 and n % 10 < 9 then now() - n * interval '3 days' end,
      n % 6 = 1, now() - n * interval '4 days'
    from generate_series(1, 140) n`;
}

/** Inserts roles of companies in addition to the portal's own; some have all rights of a manager, some hardly any. */
async function manyRoles(sql: World['sql']): Promise<void> {
  await sql`
    insert into roles (code, name, scope, company_id)
    select 'own_' || n, left((array['Night watch ', 'Commissioning of roofs ', ${LONG}::text])[1 + n % 3], 56) || n, (array['branch', 'own'])[1 + n % 2], c.id
    from generate_series(1, 24) n, (select min(id) as id from companies) c`;
  await sql`
    insert into role_menus (role_id, menu_id)
    select o.id, m.menu_id from roles o join role_menus m on m.role_id = (select id from roles where code = 'manager')
    where starts_with(o.code, 'own_') and m.menu_id % 7 <> o.id % 7`;
}

/** Inserts a thousand configurable devices, and setups with every result. */
async function manySetups(sql: World['sql']): Promise<void> {
  for (let n = SET_TOGETHER.from; n <= SET_TOGETHER.to; n++) {
    const [sid, sn] = [sidOf(n), gatewayOf(n)];
    await sql`
      update devices set gateway_sn = ${sn}, product_id = (select id from products where model = ${SET_MODEL}),
        alias = case when ${n % 3 === 0} then 'South-east face, upper row, behind the chimney, ' || sn else alias end
      where sid = ${sid}`;
    await sql`
      insert into devices (sid, seen_by, sn, product_id, created_at)
      select s.sid, s.seen_by, ${sn}, p.id, '2025-01-01' from sites s, products p where s.sid = ${sid} and p.name = 'HG-1'`;
    await sql`insert into device_live (sid, seen_by, sn) select sid, seen_by, ${sn} from sites where sid = ${sid}`;
  }
  const [first, last] = [sidOf(SET_TOGETHER.from), sidOf(SET_TOGETHER.to)];
  await sql`update device_live set firmware = '9.' || substr(sn, 8) || '.0-release-candidate' where sid between ${first} and ${last} and sn not like 'GW%'`;
  await sql`
    insert into inverter_setups (id, asked_by, company_id, model, parameters, asked_at, devices, stopped_at, left_out)
    select overlay(overlay(md5('setup ' || n) placing '4' from 13) placing '8' from 17)::uuid, u.id, c.id, ${SET_MODEL}::int,
      case when n % 2 = 0 then '{"reconnectTimeS": 90}' else '{"overVoltageV": 253, "underVoltageV": 184, "reconnectTimeS": 60}' end::jsonb,
      now() - n * interval '7 hours', 1200, case when n % 5 = 4 then now() - n * interval '7 hours' end, '[]'
    from generate_series(1, 70) n, (select min(id) as id from users) u, (select min(id) as id from companies) c`;
  await sql`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, before, read_back, state, step, reason, asked_by, company_id, asked_at,
      queued_at, issued_at, ended_at, valid_s, expires_at, setup_id)
    select d.sid, gen_random_uuid(), d.gateway_sn, d.sn, 'write', u.parameters, u.parameters, u.parameters,
      (array['readBack', 'readBack', 'failed', 'expired'])[1 + d.n % 4], 'read', (array['', '', 'notReachable', 'noAnswer'])[1 + d.n % 4],
      u.asked_by, u.company_id, u.asked_at, u.asked_at, u.asked_at, u.asked_at, 600, u.asked_at, u.id
    from inverter_setups u cross join (
      select sid, sn, gateway_sn, row_number() over (order by sid, sn)::int as n from devices where sid between ${first} and ${last} and gateway_sn <> ''
    ) d where d.n <= 240`;
}

/** Inserts audit lines of many people, with the values before and after. */
async function manyLines(sql: World['sql']): Promise<void> {
  await sql`
    insert into audit_log (at, user_id, address, action, object, before, after, result, api_token)
    select now() - n * interval '11 minutes', u.id, '2001:db8:85a3:1234:5678:8a2e:370:' || n % 9999,
      (array['site/updateFast', 'sign-in', 'gateway/parameters', 'user/update', 'auth/role/update', 'device/history/download'])[1 + n % 6],
      (array['plant ' || ${sidOf(3)}, 'person' || n || '@a-rather-long-domain-name.example.com', 'device 20000' || n, 'role ' || n, 'company ' || n])[1 + n % 5],
      case when n % 2 = 0 then jsonb_build_object('siteName', 'Plant ' || n, 'remark', ${LONG}::text, 'powerMax', n) end,
      case when n % 2 = 0 then jsonb_build_object('siteName', 'Plant ' || n || ', ' || ${LONG}::text, 'remark', '', 'powerMax', n * 2) end,
      (array['done', 'done', 'done', 'failed', 'refused'])[1 + n % 5], case when n % 9 = 0 then 'Night job that switches the boiler' end
    from generate_series(1, 3000) n join (select id, row_number() over (order by id) as place from users limit 40) u on u.place = 1 + n % 40`;
}

/** Signs in the pictured account on many devices. */
async function manyBrowsers(sql: World['sql']): Promise<void> {
  await sql`
    insert into sessions (token_hash, user_id, company_id, role_id, client, address, created_at, last_used_at, expires_at)
    select decode(md5('browser ' || n), 'hex'), m.user_id, m.company_id, m.role_id,
      (array['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15',
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'])[1 + n % 3],
      '2001:db8:85a3:1234:5678:8a2e:370:' || n, now() - n * interval '3 days', now() - n * interval '5 hours', now() + interval '30 days'
    from generate_series(1, 25) n, (select user_id, min(company_id) as company_id, min(role_id) as role_id from memberships
      where user_id = (select min(id) from users) group by user_id) m`;
}

/** Inserts groups of additional menu entries, as an administrator creates them, for all roles that have the pages. */
async function manyMenus(sql: World['sql']): Promise<void> {
  for (const [place, title] of ['In the morning', 'Roofs of the upper village behind the old brickworks'].entries()) {
    const [group] = await sql<{ id: number }[]>`
      insert into menus (mode, name, title, title_locale, sort, is_own) values (1, '', ${title}, '', ${100 + place}, true) returning id`;
    const entries = await sql<{ id: number; name: string }[]>`
      insert into menus (parent_id, mode, name, title, title_locale, icon, path, params, sort, is_own)
      select ${group!.id}, 1, name, left(title || ', what has to be looked at first', 60), '', icon, path, 'status=alert&sort=name', sort, true
      from menus where mode = 1 and path <> '' and not is_own returning id, name`;
    await sql`
      insert into role_menus (role_id, menu_id)
      select r.role_id, e.id from menus e join menus m on m.name = e.name and not m.is_own join role_menus r on r.menu_id = m.id
      where e.parent_id = ${group!.id}`;
    await sql`
      insert into role_menus (role_id, menu_id)
      select distinct role_id, ${group!.id}::int from role_menus where menu_id in (select unnest(${`{${entries.map(({ id }) => id).join()}}`}::text::int[]))`;
  }
}
