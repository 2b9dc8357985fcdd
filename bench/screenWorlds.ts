// The worlds that are pictured: an account without plants, a demonstration, very much of everything, and plants of which nothing was heard.
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';
import { type ReportKind, toldBy } from '@heliograph/contract/report.ts';
import { ERROR_CODES } from '@heliograph/contract/statuses.ts';
import { sunPosition } from '@heliograph/contract/sun.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { playClock, playFleet } from '@heliograph/simulator/play.ts';
import { playGateways } from '@heliograph/simulator/playGateways.ts';
import { hash } from '@node-rs/argon2';
import pino from 'pino';
import { writeSeenBy } from '../server/src/changes/siteAccess.ts';
import type { Transaction } from '../server/src/db/connect.ts';
import { enterFleet } from '../server/src/demo/enterFleet.ts';
import { issuePasswords } from '../server/src/demo/issuePasswords.ts';
import { makeHistory } from '../server/src/demo/makeHistory.ts';
import { readingOfReport } from '../server/src/families/families.ts';
import { judgeModules } from '../server/src/jobs/judgeModules.ts';
import { openParts } from '../server/src/openParts.ts';
import { vectorOf } from '../server/src/rules/documentWords.ts';
import { writeDayPricesFrom } from '../server/src/sql/dayPrices.ts';
import { writeSitePrices } from '../server/src/sql/sitePrices.ts';
import { takeDayTotals } from '../server/src/telemetry/dayTotals.ts';
import { keepHours } from '../server/src/telemetry/keepHours.ts';
import { checkSilence } from '../server/src/telemetry/silence.ts';
import { lockSites } from '../server/src/telemetry/siteTotals.ts';
import { takeReports } from '../server/src/telemetry/takeReports.ts';
import { fillDays, fillSites, frameOf, sidOf } from './fleet.ts';
import { severalCommands } from './screenCommands.ts';
import { ADMIN, type World } from './world.ts';

export const AMOUNTS = ['none', 'little', 'much', 'bare', 'silent'] as const;
/** `bare`: a plant without devices; `silent`: plants with devices of every kind, none of which has ever reported. */
export type Amount = (typeof AMOUNTS)[number];

interface Filled {
  /** The plant whose pages are taken. */
  sid: string;
  /** Ends what reports as long as pictures are taken. */
  stop(): Promise<void>;
}

const still = (sid: string): Filled => ({ sid, stop: async () => {} });
const contextOf = (sql: World['sql']) => ({
  sql,
  clock: { now: () => new Date() },
  log: pino({ level: 'warn' }),
  ...openParts(sql),
});

/** Those that have each kind of device, a silent one, one with an alert, one without devices. */
const NAMED = ['seeblick', 'simonsberg', 'sobreiro', 'kita', 'birkenhof', 'sonnenacker', 'moorgate', 'amselweg'];

/** Plants of the demonstration: two where the sun is up now, and the named ones. */
function fewPlants(seed: number, nowMs: number): FleetSite[] {
  const all = fleet(seed, nowMs);
  const height = ({ latitude, longitude }: FleetSite) => sunPosition(nowMs, latitude, longitude).elevationDeg;
  const sunny = all.toSorted((one, other) => height(other) - height(one)).slice(0, 2);
  return [...new Set([...sunny, ...all.filter(({ key }) => NAMED.includes(key))])];
}

interface Played {
  plants: readonly FleetSite[];
  /** Of their gateways, by serial number. */
  passwords: ReadonlyMap<string, string>;
}

async function playedPlants({ sql }: World, plants: readonly FleetSite[]): Promise<Played> {
  const passwords = new Map<string, string>();
  for (const plant of plants)
    for (const [sn, password] of await issuePasswords(contextOf(sql), plant)) passwords.set(sn, password);
  return { plants, passwords };
}

/** Reports as the demonstration does, so that gateways are connected and no figure gets old while pictures are taken. */
async function playPlants(
  { url }: World,
  { mqttPort, plants, passwords, signal }: Played & { mqttPort: number; signal: AbortSignal },
): Promise<void> {
  const clock = playClock(Date.now(), 1);
  await Promise.all([
    playFleet({ url, fleet: plants, clock, everyS: 300, signal }),
    playGateways({
      broker: { host: '127.0.0.1', port: mqttPort },
      fleet: plants,
      passwordOf: (sn) => passwords.get(sn),
      clock,
      signal,
    }),
  ]);
}

/** Until every gateway that is not planted to be out has announced itself. */
async function untilConnected({ sql }: World): Promise<void> {
  for (let tries = 0; tries < 900; tries++) {
    const [left] = await sql<{ n: number }[]>`
      select count(*)::int as n from serial_numbers n where n.credential_at is not null
        and not exists (select from gateways g where g.sn = n.sn and g.online and g.announced_at is not null)`;
    if (left!.n === 0) return;
    await new Promise((later) => setTimeout(later, 100));
  }
}

/** Fills the world, whose server listens for gateways at `mqttPort`. */
export const FILL: Record<Amount, (world: World, mqttPort: number) => Promise<Filled>> = {
  none: async () => still(''),
  little: async (world, mqttPort) => {
    const context = contextOf(world.sql);
    const { seed, beganAtMs, sids } = await enterFleet(context, 1, fewPlants);
    const plants = fewPlants(seed, beganAtMs);
    for (const site of plants) await makeHistory(context, site, sids[site.key]!, new AbortController().signal);
    await checkSilence(context);
    await judgeModules(context);
    await generatedPasswords(world.sql);
    await severalDocuments(world.sql);
    await severalFirmware(world.sql);
    await freezeAndInvite(world.sql);
    await waysToSignIn(world.sql);
    await waysToBeTold(world.sql);
    await pricesByHour(world.sql, sids.birkenhof!);
    await yearEarlier(context, sids.birkenhof!);
    const end = new AbortController();
    // All have their passwords before it is asked who is connected.
    const played = await playedPlants(world, plants);
    const playing = playPlants(world, { mqttPort, ...played, signal: end.signal });
    await untilConnected(world);
    await severalCommands(world);
    await severalRollouts(world.sql);
    return {
      sid: sids[plants[0]!.key]!,
      stop: async () => {
        end.abort();
        await playing;
      },
    };
  },
  bare: async ({ sql }) => {
    const context = contextOf(sql);
    const one = (seed: number, nowMs: number): FleetSite[] =>
      fleet(seed, nowMs)
        .filter(({ key }) => key === 'seeblick')
        .map((site) => ({ ...site, devices: [], gateways: [] }));
    const { sids } = await enterFleet(context, 1, one);
    return still(sids.seeblick!);
  },
  silent: async ({ sql }) => {
    const context = contextOf(sql);
    const { sids } = await enterFleet(context, 1, fewPlants);
    await checkSilence(context);
    return still(sids.birkenhof!);
  },
  much: async ({ sql }) => {
    await fillSites(sql, 3000, 60);
    await fillDays(sql, { before: new Date().toISOString().slice(0, 10), days: 400, deviceDays: 2, without: 0 });
    await sql`
      update sites set name = name || ', community roof of the upper village behind the old brickworks', city = 'Llanfairpwllgwyngyll', street = 'Donaudampfschifffahrtsgesellschaftsstraße 112'
      where substr(sid, 14)::int % 3 = 0`;
    await sql`update devices set alias = 'South-east face, upper row, ' || sn where sid = ${sidOf(3)}`;
    await sql`
      update device_live set status = -1, at = now() - interval '3 days', version = version + 1
      where sid = ${sidOf(3)} and sn in (select sn from devices where sid = ${sidOf(3)} order by sn limit 7)`;
    // As large as what its devices tell, which is as long as figures get.
    await sql`update sites set power_max_w = 640000 where sid = ${sidOf(3)}`;
    await sql`update site_days set energy_wh = energy_wh * 450, devices = 62 where sid = ${sidOf(3)}`;
    await manyAlerts(sql, sidOf(3));
    await sql`
      insert into serial_numbers (sn, first_seen_at, last_seen_at)
      select upper(to_hex(1610612736 + n)), now() - interval '3 days', now() - n * interval '1 minute' from generate_series(1, 400) n`;
    await sql`
      insert into raw_reports (sn, received_at, path, body)
      select sn, last_seen_at, '/i.php', ${Buffer.from(frameOf(0x40000001, 1))} from serial_numbers where sid is null`;
    await manyPeople(sql);
    await freezeAndInvite(sql);
    await waitingGateway(sql);
    await talkativeDevices(sql, sidOf(3));
    await busyGateway(sql, sidOf(3));
    return still(sidOf(3));
  },
};

/** Forty open ones and many that have ended, of every code, on devices with long names. */
async function manyAlerts(sql: World['sql'], sid: string): Promise<void> {
  await sql`
    insert into events (sid, sn, code, opened_at, closed_at)
    select sid, sn, (${[...ERROR_CODES]}::text[])[1 + n % ${ERROR_CODES.length}], now() - n * interval '5 hours',
      case when n > 40 then now() - n * interval '4 hours' end
    from (select sid, sn, row_number() over (order by sn)::int as device from devices where sid = ${sid}) d
      join generate_series(1, 180) n on d.device = 1 + n % 60`;
}

/** A gateway that waits for a plant, connected, with what hangs on it. */
async function waitingGateway(sql: World['sql']): Promise<void> {
  const child = (n: number) => (0x1f90aa00 + n).toString(16).toUpperCase();
  const children = Array.from({ length: 24 }, (_, n) => ({ sn: child(n), kind: 'microinverter', model: 'BDM-800' }));
  await sql`
    insert into serial_numbers (sn, first_seen_at, last_seen_at, source) values ('HG1A2B3C4D', now() - interval '2 hours', now(), '192.0.2.7')`;
  await sql`
    insert into serial_numbers (sn, first_seen_at, last_seen_at, gateway_sn)
    select sn, now() - interval '2 hours', now(), 'HG1A2B3C4D' from unnest(${children.map(({ sn }) => sn)}::text[]) as t (sn)`;
  await sql`
    insert into gateways (sn, kind, model, hardware, firmware, signal_dbm, announced_at, children, online, online_changed_at)
    values ('HG1A2B3C4D', 'gateway', 'HG-1', '2.1', '1.8.0', -61, now(), ${JSON.stringify(children)}::text::jsonb, true, now() - interval '2 hours')`;
}

/** A connected gateway of the plant on which all its devices hang, some of which it may not speak for, and which tells rows that are not taken. */
async function busyGateway(sql: World['sql'], sid: string): Promise<void> {
  const sn = 'HG-OF-THE-UPPER-VILLAGE-00000001';
  await sql`
    insert into devices (sid, seen_by, sn, product_id, alias, created_at)
    select s.sid, s.seen_by, ${sn}, p.id, 'Gateway in the cellar behind the boiler of the upper village', now()
    from sites s, products p where s.sid = ${sid} and p.kind = 'gateway' order by p.id limit 1`;
  await sql`
    insert into device_live (sid, seen_by, sn, status, at, received_at)
    select sid, seen_by, ${sn}, 0, now(), now() from sites where sid = ${sid}`;
  await sql`insert into serial_numbers (sn, product_id, sid, credential_at) select sn, product_id, sid, now() from devices where sn = ${sn}`;
  await sql`update devices set gateway_sn = ${sn} where sid = ${sid} and sn <> ${sn}`;
  const refusals = ['otherPlant', 'restricted', 'full'];
  const children = refusals.map((refused, n) => ({
    ...{
      sn: `1F90AB0${n}`,
      kind: 'microinverter',
      model: 'BDM-800',
      hardware: '2.1',
      firmware: '12',
      inputs: 2,
      refused,
    },
  }));
  const refused = Object.fromEntries(
    ['malformed', 'future', 'old', 'otherPlant'].map((reason, n) => [
      reason,
      { count: 12_345 * (n + 1), sn: '1F90AB00', at: new Date().toISOString() },
    ]),
  );
  await sql`
    insert into gateways (sn, sid, kind, model, hardware, firmware, signal_dbm, interval_s, announced_at, children, online, online_changed_at, refused, ignored_values)
    values (${sn}, ${sid}, 'gateway', 'HG-1', '2.1', '1.8.0', -61, 60, now(), ${JSON.stringify(children)}::text::jsonb, true, now() - interval '2 hours',
      ${JSON.stringify(refused)}::text::jsonb, 98765)`;
}

/** As if two people had asked for some on several days. */
async function generatedPasswords(sql: World['sql']): Promise<void> {
  await sql`
    insert into bdm_passwords (user_id, id, user_email, about_sn, about_sid, purpose, made_at, valid_until)
    select u.id, gen_random_uuid(), u.email, d.sn, d.sid, (array['Change the grid profile', 'Check the insulation after the storm'])[1 + d.n % 2],
      now() - d.n * interval '31 hours', now() - d.n * interval '31 hours' + interval '90 minutes'
    from (
      select d.sn, d.sid, row_number() over (order by d.sn)::int as n from devices d join products p on p.id = d.product_id
      where p.name like 'BDM-%' order by d.sn limit 9
    ) d cross join (select id, email from users order by id limit 1) u`;
}

/** Manuals in several languages, one of them in two versions. */
async function severalDocuments(sql: World['sql']): Promise<void> {
  const text =
    'If the indicator blinks red and the portal shows 0001, DC over voltage: check that the module suits the microinverter.';
  for (const [n, [title, version, languages, models, name, isNewest]] of [
    ['Installation of microinverters', '2.0', ['en'], [400, 800], 'installation.pdf', false],
    ['Installation of microinverters', '2.1', ['en'], [400, 800], 'installation-2.1.pdf', true],
    ['Montage von Mikrowechselrichtern', '2.1', ['de'], [400, 800], 'montage.pdf', true],
    ['微型逆变器安装手册', '1.4', ['zh', 'en'], [400], '安装.docx', true],
    ['Codes of alerts and what to do', '', ['en', 'de', 'fr', 'es'], [], 'codes.xlsx', true],
  ].entries() as ArrayIterator<[number, [string, string, string[], number[], string, boolean]]>) {
    const series = `00000000-0000-4000-8000-00000000000${Math.max(1, n)}`;
    const type = name.split('.').at(-1)!;
    const [row] = await sql<{ id: number }[]>`
      insert into documents (series, is_newest, title, version, languages, models, file_name, type, bytes, sha256, pages, has_text,
        is_whole, created_at)
      values (${series}, ${isNewest}, ${title}, ${version}, ${languages}::text[], ${models}::int[], ${name}, ${type},
        ${(n + 1) * 731_000}, '\\x00', ${type === 'pdf' ? 24 : null}, true, true, now() - ${20 - n} * interval '9 days')
      returning id`;
    await sql`
      insert into document_texts (document_id, part, text, words) values (${row!.id}, 12, ${text}, ${vectorOf(text)}::text::tsvector)`;
  }
}

/** Of gateways and microinverters: published, required, a draft, and one whose file is not all there; of batteries a newer one and an older one. */
async function severalFirmware(sql: World['sql']): Promise<void> {
  await sql`
    insert into firmware (version_name, model, hardware, description, file_name, bytes, received, sha256, signature, published_at,
      is_forced, created_at)
    select g.version, g.model, g.hardware, g.description, g.file, 1310720, case when g.state = 'uploading' then 524288 else 1310720 end,
      case when g.state = 'uploading' then null else sha256(g.file::bytea) end, decode(repeat('5a', 64), 'hex'),
      case when g.state = 'published' then now() - interval '3 days' end, g.forced, now() - g.days * interval '1 day'
    from (values
      ('9.2.0', 10000, '', 'Reads protection values twice as fast', 'gateway-9.2.0.bin', 'published', true, 4),
      ('9.1.0', 10000, '2.1', '', 'gateway-9.1.0.bin', 'published', false, 60),
      ('9.3.0-rc1', 10000, '', 'For the test field', 'gateway-9.3.0-rc1.bin', 'draft', false, 2),
      ('14', 800, 'B', '', 'BDM-800_14.bin', 'uploading', false, 0)
    ) g (version, model, hardware, description, file, state, forced, days)`;
  await sql`
    insert into firmware (version_name, model, hardware, description, file_name, bytes, received, sha256, signature, published_at, is_forced,
      created_at)
    select v.name, p.model, '', v.description, 'battery-' || v.name || '.bin', 917504, 917504, sha256(v.name::bytea),
      decode(repeat('5a', 64), 'hex'), now() - interval '5 days', v.forced, now() - interval '6 days'
    from (select min(model) as model from products where kind = 'battery' and company_id is null) p, (values
      ('1.31', 'Balances cells more gently at low temperatures', true), ('1.20', '', false)
    ) v (name, description, forced)`;
}

/** Of the newest version for gateways, in every state: one that is watched, one that nobody may go on with, one that its rule stopped, one that was taken back, and that. */
async function severalRollouts(sql: World['sql']): Promise<void> {
  const plan = {
    waves: [
      { unit: 'devices', upTo: 1 },
      { unit: 'percent', upTo: 50 },
      { unit: 'percent', upTo: 100 },
    ],
    ...{ mostFailed: 2, mostFailedPercent: 20, mostSilentPercent: 30, withinH: 24, watchMin: 1_440 },
  };
  const ended = '00000000-0000-4000-8000-0000000000d0';
  const rows = [
    {
      state: 'running',
      wave: 1,
      steps: ['updated', 'updated', 'silent', 'waiting'],
      deeds: ['begun', 'wave', 'watching', 'wave', 'watching'],
      hours: 2,
    },
    {
      state: 'paused',
      reason: 'askerGone',
      wave: 1,
      steps: ['updated', 'updated', 'skipped:controlIsOff', 'waiting'],
      deeds: ['begun', 'wave', 'watching', 'wave', 'paused'],
      hours: 9,
    },
    {
      state: 'stopped',
      reason: 'tooManyFailed',
      wave: 1,
      steps: ['updated', 'failed:checksum', 'failed:signature', 'skipped:stopped'],
      deeds: ['begun', 'wave', 'watching', 'wave', 'stopped'],
      hours: 50,
    },
    {
      state: 'finished',
      wave: 2,
      steps: ['updated'],
      deeds: ['begun', 'wave', 'wave', 'wave', 'finished', 'returned'],
      hours: 200,
      id: ended,
    },
    {
      state: 'finished',
      wave: 2,
      steps: ['updated'],
      deeds: ['begun', 'wave', 'wave', 'wave', 'finished'],
      hours: 190,
      returns: ended,
    },
  ];
  for (const [n, { state, reason = '', wave, steps, deeds, hours, id, returns }] of rows.entries()) {
    const rollout = id ?? `00000000-0000-4000-8000-0000000000e${n}`;
    const began = Date.now() - hours * 3_600_000;
    const at = (step: number) => new Date(began + step * 1_200_000).toISOString();
    const history = deeds.map((what, step) => ({
      ...{ what, at: at(step), by: ['begun', 'returned'].includes(what) ? 1 : null },
      wave: deeds.slice(0, step).filter((one) => one === 'wave').length - (what === 'wave' ? 0 : 1),
      reason: what === state ? reason : '',
    }));
    await sql`
      insert into rollouts (id, firmware_id, version_name, model, returns, asked_by, company_id, acts_by, acts_for, asked_at, plan, state,
        reason, wave, waves, devices, watch_from, ended_at, settled_at, history)
      select ${rollout}, f.id, f.version_name, f.model, ${returns ?? null}, 1, c.id, 1, c.id, ${at(0)}::timestamptz, ${JSON.stringify(plan)}::text::jsonb,
        ${state}, ${reason}, ${wave}, 3, (select count(*) from devices d join products p on p.id = d.product_id where p.kind = 'gateway'),
        case when ${state} = 'running' then now() end, case when ${state} in ('stopped', 'finished') then ${at(5)}::timestamptz end,
        case when ${state} <> 'running' then ${at(5)}::timestamptz end, ${JSON.stringify(history)}::text::jsonb
      from firmware f, (select min(id) as id from companies) c where f.version_name = '9.2.0'`;
    await sql`
      insert into rollout_devices (sid, rollout_id, sn, asked_by, company_id, wave, place, firmware_id, version_name, before, step, reason,
        asked_at, ended_at)
      select d.sid, u.id, d.sn, 1, u.company_id, d.wave, d.n, u.firmware_id, u.version_name, '9.1.0', split_part(s.said, ':', 1),
        split_part(s.said, ':', 2), case when s.said <> 'waiting' then u.asked_at + d.n * interval '4 minutes' end,
        case when s.said <> 'waiting' then u.asked_at + d.n * interval '7 minutes' end
      from (
        select d.sid, d.sn, n, case when n = 1 then 0 when n <= all_of / 2.0 then 1 else 2 end as wave
        from (select d.sid, d.sn, row_number() over (order by d.sn)::int as n, count(*) over () as all_of
          from devices d join products p on p.id = d.product_id where p.kind = 'gateway') d
      ) d join rollouts u on u.id = ${rollout}
        cross join lateral (
          select (${steps}::text[])[case when d.wave > u.wave then ${steps.length} else 1 + (d.n - 1) % greatest(1, ${steps.length} - 1) end] as said
        ) s`;
  }
}

/** Sixty companies below each other, each with some people, and names as long as they get. */
async function manyPeople(sql: World['sql']): Promise<void> {
  await sql`
    insert into companies (parent_id, kind, name)
    select min(id), 'distributor', 'Vereinigte Photovoltaik-Großhandelsgesellschaft Bodensee-Oberschwaben mbH & Co. KG' from companies`;
  await sql`
    insert into companies (parent_id, kind, name)
    select max(id), 'installer', 'Elektro Ritter ' || n from companies, generate_series(1, 60) n group by n`;
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
}

/** Somebody whose place is frozen, and somebody who has not come yet. */
async function freezeAndInvite(sql: World['sql']): Promise<void> {
  await sql`
    update memberships set frozen_at = now(), frozen_reason = 'Left the company in May'
    where user_id = (select max(m.user_id) from memberships m join roles r on r.id = m.role_id where r.code = 'installer')`;
  await sql`
    insert into company_invitations (email, company_id, role_id, name, seen_by, invited_by, token_hash, made_at, expires_at)
    select 'new.colleague@example.com', c.id, r.id, 'Nina New', array[-c.id], 1, '\\x00', now(), now() + interval '14 days'
    from roles r, (select max(id) as id from companies) c where r.code = 'installer'`;
}

/** Whoever is shown has two passkeys, and programs of its own. */
async function waysToSignIn(sql: World['sql']): Promise<void> {
  await sql`
    insert into passkeys (id, user_id, public_key, counter, name, made_at, last_used_at)
    select name, id, '\\x00', 0, name, now() - interval '39 days', case when n = 1 then now() - interval '3 hours' end
    from (select min(id) as id from users) u
      cross join unnest(array['Telephone', 'The key on the ring in the drawer of the desk in the office']) with ordinality as p (name, n)`;
  await sql`
    insert into sessions (token_hash, user_id, company_id, role_id, created_at, last_used_at, expires_at, api_name, api_scope)
    select decode(md5(name), 'hex'), m.user_id, m.company_id, m.role_id, now() - interval '20 days', now() - n * interval '7 minutes',
      now() + n * interval '70 days', name, scope
    from (select user_id, min(company_id) as company_id, min(role_id) as role_id from memberships
      where user_id = (select min(id) from users) group by user_id) m
      cross join unnest(array['Home Assistant', 'Night job that switches the boiler'], array['read', 'control']) with ordinality as p (name, scope, n)`;
}

/** Whoever is shown is told of plants in a browser and by two programs, one of which takes nothing. */
async function waysToBeTold(sql: World['sql']): Promise<void> {
  await sql`
    insert into channels (id, user_id, kind, name, url, secret, public_key, events, about_sids, made_at, summed_until, failing_since)
    select gen_random_uuid(), u.id, kind, name, url, '\\x00', case when kind = 'push' then '\\x00'::bytea end, events::text[],
      case when n = 2 then array[(select min(sid) from sites)] end, now() - n * interval '9 days', now(),
      case when n = 3 then now() - interval '2 days' end
    from (select min(id) as id from users) u cross join (values
      (1, 'push', 'Mozilla/5.0 (Linux; Android 16) Chrome/142.0 Mobile', 'https://push.example.com/1', '{alert.began}'),
      (2, 'webhook', 'Chat', 'https://chat.example.com/hooks/7', '{alert.began,alert.ended}'),
      (3, 'webhook', 'The ticket desk of the company that looks after it', 'https://tickets.example.com/', '{day.summary}')
    ) as c (n, kind, name, url, events)`;
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

/** A device of each kind with a page, which tells all that it can, and goes by a long name. */
async function talkativeDevices(sql: World['sql'], sid: string): Promise<void> {
  const context = contextOf(sql);
  for (const kind of ['meter', 'hybrid', 'inverter', 'battery', 'sensor'] as const) {
    const sn = `TALKATIVE-${kind.toUpperCase()}-0001`;
    await sql`
      insert into devices (sid, seen_by, sn, product_id, alias, tilt_deg, azimuth_deg, created_at)
      select s.sid, s.seen_by, ${sn}, p.id, ${`South-east face, cellar behind the boiler, ${kind} of the upper village`}, 35, 135, now()
      from sites s, products p where s.sid = ${sid} and p.kind = ${kind} order by p.id limit 1`;
    await sql`insert into device_live (sid, seen_by, sn) select sid, seen_by, ${sn} from sites where sid = ${sid}`;
    await sql`insert into serial_numbers (sn, product_id, sid) select sn, product_id, sid from devices where sn = ${sn}`;
    const rows = Array.from({ length: 24 * 12 }, (_, n) => ({
      ...{ sn, at: new Date(Date.now() - n * 300_000), statusBits: 0, mode: -1 },
      q: Object.fromEntries(toldBy(kind).map((name, place) => [name, likelyValue(name, place, 288 - n)])),
    }));
    await takeReports(
      context,
      rows.map((row) => readingOfReport('HG1A2B3C4D', kind, row).reading),
    );
  }
}

/** Something that may be: counters rise, the rest goes up and down a little. */
function likelyValue(name: QuantityName, place: number, n: number): number {
  const { unit, max } = QUANTITIES[name];
  if (unit === 'Wh') return 1_234_567 + n * (100 + place);
  const wave = 1 + Math.sin(n / 20 + place) / 10;
  const usual = { W: 123_456, var: 4_321, V: 398.4, A: 87.6, Hz: 50, degC: 41.2, '%': 87.3, Ohm: 2_345_678, '': 0.97 };
  return Math.min(max, (usual[unit as keyof typeof usual] ?? 1) * wave);
}

/** From the first of the month before on, and at noon a sold kWh costs money: the plant's own days are recomputed by a job. */
async function pricesByHour(sql: World['sql'], sid: string): Promise<void> {
  const from = `${new Date(Date.now() - 31 * 86_400_000).toISOString().slice(0, 7)}-01`;
  const flat = {
    ...{ validFrom: '2000-01-01', kind: 'flat' as const, price: 0.3, feedInPrice: 0.08, ownUseShare: null },
    ...{ periods: [], fixedCharge: null, fixedPer: 'month' as const },
  };
  const noon = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 11, toHour: 14, price: 0.2, feedInPrice: -0.02 };
  await sql.begin(async (begun) => {
    const tx = begun as Transaction;
    const [site] = await tx<{ timezone: string; latitude: number; longitude: number }[]>`
      select timezone, latitude, longitude from sites where sid = ${sid}`;
    await writeSitePrices(tx, sid, [flat, { ...flat, validFrom: from, kind: 'timeOfUse', periods: [noon] }]);
    await keepHours(tx, { ...site!, sid }, from, new Date());
    await lockSites(tx, [sid]);
    await writeDayPricesFrom(tx, sid, from);
  });
}

/** Of what produces in this plant the year before, a little more of each day, as a file would tell it. */
async function yearEarlier(context: ReturnType<typeof contextOf>, sid: string): Promise<void> {
  const days = await context.sql<{ sn: string; day: string; energyWh: number }[]>`
    select sn, (day - interval '1 year')::date::text as day, energy_wh * 1.02 as energy_wh from device_days
    where sid = ${sid} and energy_wh > 0 and day > current_date - 200`;
  await takeDayTotals(context, days);
}

/** The first of a kind that has said something lately; `told`: rather one that was told something by command. */
export async function devicesByKind({ sql }: World, told = false): Promise<(kind: ReportKind) => string> {
  const devices = await sql<{ kind: ReportKind; sid: string; sn: string }[]>`
    select p.kind, d.sid, d.sn from devices d join products p on p.id = d.product_id
      join device_live l on l.sid = d.sid and l.sn = d.sn
    order by p.kind, ${told} and exists (select from commands c where c.sid = d.sid and c.sn = d.sn) desc, l.at desc nulls last, (select count(*) from devices c where c.sid = d.sid and c.gateway_sn = d.sn) desc, d.sn`;
  return (kind) => {
    const found = devices.find((device) => device.kind === kind);
    return `?sid=${found?.sid}&sn=${found?.sn}`;
  };
}

/** A module with which something is wrong, as its address has it. */
export async function findingOf({ sql }: World): Promise<string> {
  const [found] = await sql<{ sid: string; sn: string; input: number }[]>`
    select sid, sn, input from module_findings where until is null order by kind, sid, sn, input limit 1`;
  return `?sid=${found?.sid}&sn=${found?.sn}&input=${found?.input}`;
}

/** An owner, of all plants that there are; signs in with the administrator's password. */
export async function enterOwner({ sql }: World): Promise<string> {
  const email = 'owner@example.com';
  const [user] = await sql<{ id: number }[]>`
    insert into users (email, password_hash, name) values (${email}, ${await hash(ADMIN.password)}, 'Olga Owner') returning id`;
  await sql`
    insert into memberships (user_id, company_id, role_id, is_company_owner)
    select ${user!.id}, (select min(id) from companies), id, false from roles where code = 'owner'`;
  const sites = await sql<{ sid: string }[]>`update sites set owner_id = ${user!.id} returning sid`;
  await sql.begin((tx) =>
    writeSeenBy(
      tx,
      sites.map(({ sid }) => sid),
    ),
  );
  return email;
}
