// Claim: the same value for 500 devices in 500 plants is requested in under 10 s; with two people at once no device gets the command twice; a stopped setup ends each of its commands once; and queries of setups and older settings scan no whole table where 100,000 devices have 1,000,000 commands.
import { setTimeout as pause } from 'node:timers/promises';
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import { BATTERY_VALUES } from '../server/test/batterySets.ts';
import { tokenOf, tokenOfManager } from './calling.ts';
import { sidOf, snOf, startWithGateways } from './fleet.ts';
import { behaviourOf, END_OF, type GatewayResults, startGateways } from './simulatedGateways.ts';
import { ADMIN, cpuSeconds, freePort, openWorld, percentile, postmasterOf, table } from './world.ts';

const SITES = Number(process.argv[2] ?? 5_000);
const COMMANDS = Number(process.argv[3] ?? 1_000_000);
const DEVICES_A_SITE = 20;
/** Maximum size of one setup, in two halves that a filter separates, with a gateway in each plant. */
const CHOSEN = Math.min(500, SITES / 2);
const GATEWAYS = 2 * CHOSEN;
const HALVES = ['South', 'North'] as const;
const GATEWAY_MODEL = 10_000;
const MAX_ASKING_S = 10;
const MAX_READING_MS = 100;
const VALID_S = 30;
const TIMES = 40;
/** By then an idle connection has reported its statistics. */
const STATISTICS_DELAY_MS = 11_000;
/** Number of devices with battery settings among their commands, and of commands of one device with very many. */
const BATTERIES = 50;
const COMMANDS_OF_ONE = 5_000;

const mqttPort = await freePort();
const world = await openWorld({ env: { MQTT_PORT: String(mqttPort) } });
const { sql } = world;
const player = startGateways();
const setupRows: Record<string, string | number>[] = [];
const queryRows: Record<string, string | number>[] = [];
let failed = false;
try {
  await startWithGateways(world, {
    gateways: GATEWAYS,
    each: DEVICES_A_SITE,
    devicesASite: DEVICES_A_SITE,
    sites: SITES,
  });
  await fill();
  const tokens = [await tokenOf(world.url, ADMIN.email), await tokenOfManager(world.url, sql)] as const;
  await sql`update sessions set second_factor = 'code'`;
  await player.order({ do: 'connect', port: mqttPort, first: 0, count: GATEWAYS, each: DEVICES_A_SITE });
  await player.order({ do: 'leave', first: 0, count: GATEWAYS });

  // Unanswered commands take time to expire; meanwhile the other half gets its commands.
  const noteAll = await setAll(tokens[0]);
  await twoAtOnce(tokens);
  await noteAll();
  await stopInTheMiddle(tokens[0]);
  table(setupRows);
  await measureQueries(tokens[1]);
  console.log('');
  table(queryRows);
} finally {
  player.end();
  await world.close();
}
process.exit(failed ? 1 : 0);

type Setup = Response<'configuration/inverter/setupValue'>['setup'];

async function call<P extends Path>(path: P, body: Request<P>, authorization: string) {
  const answer = await fetch(`${world.url}/v2/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', lan: '6', authorization },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { code: number; msg: string; data: Response<P> };
}

async function ask<P extends Path>(path: P, body: Request<P>, authorization: string): Promise<Response<P>> {
  const { code, msg, data } = await call(path, body, authorization);
  if (code !== 200) throw new Error(`${path}: ${code} ${msg}`);
  return data;
}

function setting(half: 0 | 1, value: number): Request<'configuration/inverter/setupValue'> {
  return {
    model: GATEWAY_MODEL,
    filters: { keywords: HALVES[half] },
    devices: CHOSEN,
    validS: VALID_S,
    write: [{ name: 'reconnectTimeS', value }],
  };
}

interface Ended {
  id: string;
  gateway: number;
  state: string;
  reason: string;
  issuedAt: Date | null;
  endedAt: Date;
  tookS: number;
}

/** Waits until all commands of a setup have ended, and returns them. */
async function endsOf(setupId: string): Promise<Ended[]> {
  for (;;) {
    const rows = await sql<(Omit<Ended, 'gateway'> & { sn: string; ended: boolean })[]>`
      select id, sn, state, reason, issued_at, ended_at, ended_at is not null as ended, extract(epoch from ended_at - asked_at)::float8 as took_s
      from commands where setup_id = ${setupId}`;
    if (rows.every(({ ended }) => ended)) return rows.map((row) => ({ ...row, gateway: Number(row.sn.slice(2)) }));
    await pause(500);
  }
}

/** Counts the commands that did not end as expected from the behaviour of their gateway or, in a stopped setup, as withdrawn. */
function wrongOf(ended: readonly Ended[], isStopped = false): number {
  return ended.filter(({ gateway, state, reason }) => {
    const [expectedState, expectedReason] = END_OF[behaviourOf(gateway)];
    if (isStopped && reason === 'withdrawn') return state !== 'failed';
    // Disconnected by the previous setup.
    if (isStopped && behaviourOf(gateway) === 'dies') return reason !== 'gatewayAway';
    return state !== expectedState || reason !== expectedReason;
  }).length;
}

async function gatewayResults(): Promise<GatewayResults> {
  return (await player.order({ do: 'tell' })) as GatewayResults;
}

function database(): number {
  return cpuSeconds(postmasterOf(world.databaseDir));
}

function note(
  what: string,
  {
    requestS,
    setup,
    ended,
    isStopped = false,
    more = '',
  }: { requestS: number[]; setup: Setup; ended: Ended[]; isStopped?: boolean; more?: string },
): void {
  const wrong = wrongOf(ended, isStopped);
  if (wrong > 0 || Math.max(...requestS) > MAX_ASKING_S) failed = true;
  const counts = Map.groupBy(ended, ({ state, reason }) => `${state}${reason === '' ? '' : ` ${reason}`}`);
  setupRows.push({
    what,
    'answered after s': requestS.map((s) => s.toFixed(1)).join(', '),
    commands: setup.devices,
    'left out': setup.leftOut,
    ended: [...counts].map(([end, rows]) => `${rows.length} ${end}`).join(', '),
    'otherwise ended': wrong,
    'longest s': Math.max(...ended.map(({ tookS }) => tookS)).toFixed(1),
    more,
  });
}

/** Resolves when all obeying gateways have executed; the returned function waits for the rest. */
async function setAll(token: string): Promise<() => Promise<void>> {
  const [fromMs, cpu] = [performance.now(), database()];
  const { setup } = await ask('configuration/inverter/setupValue', setting(0, 90), token);
  const requestS = [(performance.now() - fromMs) / 1000];
  const more = `database ${(database() - cpu).toFixed(1)} s CPU until then`;
  if (setup.devices !== CHOSEN) failed = true;
  const obeying = Array.from({ length: CHOSEN }, (_, gateway) => behaviourOf(gateway)).filter(
    (way) => way === 'obeys',
  ).length;
  for (let obeyed = 0; obeyed < obeying; await pause(500)) {
    const { list } = await ask('configuration/inverter/setupList', { id: setup.id }, token);
    obeyed = list[0]!.counts.readBack ?? 0;
  }
  return async () => note(`${CHOSEN} devices`, { requestS, setup, ended: await endsOf(setup.id), more });
}

/**
 * For the same devices: one of the two requests meets the other's commands and leaves out their devices while they are in progress;
 * devices whose commands have ended by then get a second one. Every device gets a command from one, and from the other after the first has ended.
 */
async function twoAtOnce(tokens: readonly [string, string]): Promise<void> {
  const fromMs = performance.now();
  const both = await Promise.all(
    tokens.map(async (token, n) => {
      const answer = await call('configuration/inverter/setupValue', setting(1, 91 + n), token);
      return { ...answer, s: (performance.now() - fromMs) / 1000 };
    }),
  );
  const setups = both.filter(({ code }) => code === 200).map(({ data }) => data.setup);
  const commands = setups.reduce((sum, { devices }) => sum + devices, 0);
  const [setup] = setups;
  const ended = (await Promise.all(setups.map(({ id }) => endsOf(id)))).flat();
  const ofDevices = Map.groupBy(ended, ({ gateway }) => gateway);
  const withoutCommand = CHOSEN - ofDevices.size;
  const atOnce = [...ofDevices.values()].filter(overlap).length;
  const uncounted = setups.filter(({ devices, leftOut }) => devices + leftOut !== CHOSEN).length;
  const { twice } = await gatewayResults();
  if (withoutCommand > 0 || atOnce > 0 || uncounted > 0 || ended.length !== commands || twice > 0) failed = true;
  const codes = both.map(({ code }) => code).join(' and ');
  note('the same by two at once', {
    requestS: both.map(({ s }) => s),
    setup: setup!,
    ended,
    more:
      `answered ${codes}, ${commands} commands, ${commands - ofDevices.size} of them requested again after the first had ended; ` +
      `${withoutCommand} devices without a command, ${atOnce} with both at once, ${twice} obeyed twice`,
  });
}

/** Returns whether two commands of one device were in progress at the same time. */
function overlap(ofOne: readonly Ended[]): boolean {
  const sent = ofOne
    .flatMap(({ issuedAt, endedAt }) => (issuedAt ? [{ issuedAt, endedAt }] : []))
    .toSorted((one, other) => one.issuedAt.getTime() - other.issuedAt.getTime());
  return sent.some(({ issuedAt }, n) => n > 0 && issuedAt < sent[n - 1]!.endedAt);
}

async function stopInTheMiddle(token: string): Promise<void> {
  const { setup } = await ask('configuration/inverter/setupValue', setting(0, 95), token);
  await pause(200);
  const fromMs = performance.now();
  const stopped = await ask('configuration/inverter/setupAnswer', { id: setup.id, answer: 'stop' }, token);
  const requestS = [(performance.now() - fromMs) / 1000];
  const ended = await endsOf(setup.id);
  const withdrawn = new Set(ended.filter(({ reason }) => reason === 'withdrawn').map(({ id }) => id));
  const { obeyed } = await gatewayResults();
  const executedAnyway = obeyed.filter((id) => withdrawn.has(id)).length;
  if (executedAnyway > 0 || withdrawn.size !== stopped.answered) failed = true;
  note('stopped in the middle', {
    requestS,
    setup,
    ended,
    isStopped: true,
    more: `${stopped.answered} withdrawn, ${executedAnyway} of them obeyed`,
  });
}

/** Inserts earlier commands: the same number for each device, half of them of setups, and battery settings for some. */
async function fill(): Promise<void> {
  await sql`
    update sites set name = (array[${HALVES[0]}, ${HALVES[1]}])[1 + substr(sid, 14)::int / ${CHOSEN}::int] || ' ' || sid
    where substr(sid, 14)::int < ${GATEWAYS}::int`;
  const devices = SITES * DEVICES_A_SITE;
  await sql`
    insert into inverter_setups (id, asked_by, company_id, model, parameters, asked_at, devices)
    select overlay(overlay(md5('setup ' || n) placing '4' from 13) placing '8' from 17)::uuid, (select min(id) from users), (select min(id) from companies), ${GATEWAY_MODEL}::int, '{"reconnectTimeS": 60}',
      now() - n * interval '1 minute', 500
    from generate_series(0, ${COMMANDS / 2 / 500 - 1}::int) n`;
  await sql`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, before, read_back, state, step, reason, asked_by, company_id, asked_at,
      queued_at, issued_at, ended_at, valid_s, expires_at, setup_id)
    select d.sid, gen_random_uuid(), d.sn, d.sn, 'write', '{"reconnectTimeS": 60}', '{"reconnectTimeS": 90}', '{"reconnectTimeS": 60}',
      (array['readBack', 'readBack', 'readBack', 'failed', 'expired'])[1 + d.n % 5], 'read', (array['', '', '', 'notReachable', 'noAnswer'])[1 + d.n % 5],
      (select min(id) from users), (select min(id) from companies), at, at, at, at, 600, at, case when d.n < ${COMMANDS / 2}::int then overlay(overlay(md5('setup ' || d.n / 500) placing '4' from 13) placing '8' from 17)::uuid end
    from (
      select d.*, now() - d.n * interval '3 seconds' as at from (
        select sid, sn, round * ${devices}::int + row_number() over (partition by round order by sid, sn)::int - 1 as n
        from devices cross join generate_series(0, ${Math.ceil(COMMANDS / devices) - 1}::int) round where sn not like 'GW%'
      ) d where d.n < ${COMMANDS}::int
    ) d`;
  const batteries = Array.from({ length: BATTERIES }, (_, n) => snOf(n * DEVICES_A_SITE + 7));
  await sql`
    update devices set product_id = (select id from products where name = 'Battery') where sn in (select unnest(${batteries}::text[]))`;
  const values = JSON.stringify(BATTERY_VALUES);
  await sql`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, read_back, state, step, asked_at, queued_at, ended_at, valid_s, expires_at)
    select d.sid, gen_random_uuid(), d.sn, d.sn, 'write', b.values, b.values, 'readBack', 'read', b.at, b.at, b.at, 600, b.at
    from devices d cross join generate_series(1, ${COMMANDS_OF_ONE}::int) n
      cross join lateral (
        select ${values}::text::jsonb || jsonb_build_object('batteryReservePercent', 15 + n % 5) as values, now() - n * interval '1 hour' as at
      ) b
    where d.sn in (select unnest(${batteries}::text[])) and (n <= 5 or d.sn = ${batteries[0]!})`;
  await sql`
    insert into device_parameters (sid, sn, told)
    select d.sid, d.sn, t.told from devices d cross join (
      select jsonb_object_agg(key, jsonb_build_object('value', value, 'at', '2026-01-01T00:00:00Z')) as told from jsonb_each(${values}::text::jsonb)
    ) t where d.sn in (select unnest(${batteries}::text[])) on conflict do nothing`;
  await sql`vacuum analyze commands`;
  await sql`vacuum analyze`;
}

async function measureQueries(token: string): Promise<void> {
  // This count scans the whole table; its connection would report it only after ten idle seconds, in the middle of the measurement.
  const n = await sql.begin(async (tx) => {
    const [counted] = await tx<{ n: number }[]>`select count(*)::int as n from commands`;
    await tx`select pg_stat_force_next_flush()`;
    return counted!.n;
  });
  const before = await scanned();
  const { list } = await ask('configuration/inverter/setupList', {}, token);
  const setupOf = (turn: number): string => list[turn % list.length]!.id;
  const battery = (turn: number) => {
    const at = 1 + (turn % (BATTERIES - 1));
    return { sid: sidOf(at), sn: snOf(at * DEVICES_A_SITE + 7) };
  };
  const one = { sid: sidOf(0), sn: snOf(7) };
  await time('setups, the newest', n, () => ask('configuration/inverter/setupList', {}, token));
  await time('setups, the last page', n, () =>
    ask(
      'configuration/inverter/setupList',
      { page: { size: 20, num: Math.floor(COMMANDS / 2 / 500 / 20) - 1 } },
      token,
    ),
  );
  await time('results of one', n, (turn) => ask('configuration/inverter/setupList', { id: setupOf(turn) }, token));
  await time('of one, those that failed', n, (turn) =>
    ask('configuration/inverter/setupList', { id: setupOf(turn), state: 'failed' }, token),
  );
  await time('settings of a battery, with the last good ones', n, (turn) =>
    ask('battery/hx/params/view', battery(turn), token),
  );
  await time(`the same of one with ${COMMANDS_OF_ONE} commands`, n, () => ask('battery/hx/params/view', one, token));
  await time('commands of a plant', n, (turn) =>
    ask('gateway/commands/list', { sid: sidOf((turn * 37) % SITES) }, token),
  );
  await time('of a device that were read back', n, (turn) =>
    ask(
      'gateway/commands/list',
      { sid: battery(turn).sid, filters: { sn: battery(turn).sn, state: 'readBack' } },
      token,
    ),
  );
  await pause(STATISTICS_DELAY_MS);
  const scans = (await scanned()).scans - before.scans;
  if (scans > 0) failed = true;
  console.log(`\nwhole reads of the table of commands by all of these calls, the first of each included: ${scans}`);
}

async function time(what: string, commands: number, work: (turn: number) => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await work(turn);
  const before = await scanned();
  const ms: number[] = [];
  const cpu = database();
  for (let turn = 0; turn < TIMES; turn++) {
    const from = performance.now();
    await work(turn);
    ms.push(performance.now() - from);
  }
  const cpuMs = ((database() - cpu) / TIMES) * 1000;
  const after = await scanned();
  const scans = after.scans - before.scans;
  if (scans > 0 || percentile(ms, 0.5) > MAX_READING_MS) failed = true;
  queryRows.push({
    [`of ${commands} commands`]: what,
    'p50 ms': percentile(ms, 0.5).toFixed(1),
    'p95 ms': percentile(ms, 0.95).toFixed(1),
    'ms CPU of the database': cpuMs.toFixed(1),
    'rows by index': Math.round((after.rows - before.rows) / TIMES),
    'whole tables read': scans,
  });
}

/** Returns the scans of `commands` by all calls so far. */
async function scanned(): Promise<{ scans: number; rows: number }> {
  // A connection reports its statistics at the end of a statement, at least a second after its previous report.
  await pause(1_500);
  const [row] = await sql<{ scans: number; rows: number }[]>`
    select seq_scan::float8 as scans, idx_tup_fetch::float8 as rows from pg_stat_user_tables where relname = 'commands'`;
  return row!;
}
