// Claim: while 10,000 gateways are connected, 1,000 of them receive a command to change a value at once; within 60 s each command is read back, or has failed with its reason, and the server stays under 512 MB. The same is measured with no other gateway connected.

import { readFileSync } from 'node:fs';
import { hashToken, newToken } from '../server/src/access/session.ts';
import { indexPeople } from '../server/test/indexPeople.ts';
import { gatewayOf, sidOf, startWithGateways } from './fleet.ts';
import { type Behaviour, behaviourOf, END_OF, type GatewayResults, startGateways } from './simulatedGateways.ts';
import { ADMIN, cpuSeconds, freePort, openWorld, percentile, postmasterOf, residentMb, table } from './world.ts';

const GATEWAYS = Number(process.argv[2] ?? 10_000);
const COMMANDED = Number(process.argv[3] ?? 1_000);
const MAX_S = 60;
const MAX_MB = 512;
const DEVICES_A_SITE = 20;
/** A user may have four changes in progress: as many users as needed request them, so that all are in progress at once. */
const CHANGES_A_USER = 4;
/** Shortest permitted validity of a command. */
const VALID_S = 30;

const mqttPort = await freePort();
const world = await openWorld({ env: { MQTT_PORT: String(mqttPort) } });
const { sql } = world;
const player = startGateways();
const rows: Record<string, string | number>[] = [];
let failed = false;
try {
  // The second round uses other gateways: unanswered commands of the first round are still in progress.
  await startWithGateways(world, { gateways: GATEWAYS, each: 1, devicesASite: DEVICES_A_SITE });
  const tokens = await requesterTokens(Math.ceil(COMMANDED / CHANGES_A_USER));
  const emptyMb = residentMb(world.serverPid());
  await measure(0, COMMANDED);
  // 10,000 in all, including those of the first round.
  await measure(COMMANDED, GATEWAYS - COMMANDED);
  table(rows);
  console.log(`the server before anything was connected: ${emptyMb.toFixed(0)} MB`);

  /** Connects `connecting` more gateways and sends a command to the first COMMANDED of them. */
  async function measure(first: number, connecting: number): Promise<void> {
    const pid = world.serverPid();
    const fromMs = performance.now();
    await player.order({ do: 'connect', port: mqttPort, first, count: connecting, each: 1 });
    const connectedS = (performance.now() - fromMs) / 1000;
    const connectedMb = residentMb(pid);
    await player.order({ do: 'leave', first, count: COMMANDED });
    const gateways = Array.from({ length: COMMANDED }, (_, n) => first + n);
    const awaySns = gateways.filter((gateway) => behaviourOf(gateway) === 'away').map(gatewayOf);
    while ((await online(awaySns)) > 0) await pause(100);
    const spent = () => [cpuSeconds(pid), cpuSeconds(postmasterOf(world.databaseDir))] as const;
    const [before, commits] = [spent(), await committed()];
    const memory: number[] = [];
    const watch = setInterval(() => memory.push(residentMb(pid)), 200);
    const beganMs = performance.now();
    const answeredMs: number[] = [];
    await Promise.all(
      gateways.map(async (gateway, n) => {
        await post(tokens[n % tokens.length]!, 'gateway/bsg/server', {
          sid: sidOf(Math.floor(gateway / DEVICES_A_SITE)),
          sn: gatewayOf(gateway),
          waitS: 0,
          validS: VALID_S,
          write: [{ name: 'reconnectTimeS', value: 90 }],
        });
        answeredMs.push(performance.now() - beganMs);
      }),
    );
    while ((await open()) > 0 && performance.now() - beganMs < 2 * MAX_S * 1000) await pause(500);
    clearInterval(watch);
    const [after, commitsAfter] = [spent(), await committed()];
    const ended = await endsOf(gateways.map(gatewayOf));
    const wrong = gateways.filter((gateway) => {
      const [state, reason] = END_OF[behaviourOf(gateway)];
      const one = ended.get(gatewayOf(gateway));
      return one?.state !== state || one.reason !== reason;
    });
    for (const gateway of wrong.slice(0, 5))
      console.log(gatewayOf(gateway), behaviourOf(gateway), ended.get(gatewayOf(gateway)));
    const durationsS = (...behaviours: Behaviour[]): number[] =>
      gateways
        .filter((gateway) => behaviours.includes(behaviourOf(gateway)))
        .map((one) => ended.get(gatewayOf(one))!.tookS);
    const longestS = Math.max(...durationsS(...(Object.keys(END_OF) as Behaviour[])));
    const peakMb = peakResidentMb(pid);
    const { obeyed, twice, lost } = (await player.order({ do: 'tell' })) as GatewayResults;
    if (wrong.length > 0 || longestS > MAX_S || peakMb > MAX_MB || twice > 0 || lost > 0) failed = true;
    const at = (values: number[], share: number): string => percentile(values, share).toFixed(1);
    rows.push({
      connected: first + connecting,
      'in s': connectedS.toFixed(0),
      'MB then': connectedMb.toFixed(0),
      commands: COMMANDED,
      'answered p50, longest s': `${at(
        answeredMs.map((ms) => ms / 1000),
        0.5,
      )}, ${at(
        answeredMs.map((ms) => ms / 1000),
        1,
      )}`,
      'read back': durationsS('obeys').length,
      'p50, p99 s': `${at(durationsS('obeys'), 0.5)}, ${at(durationsS('obeys'), 0.99)}`,
      'refused, another value': `${durationsS('refuses').length}, ${durationsS('lies').length}`,
      'p99 s': at(durationsS('refuses', 'lies'), 0.99),
      'no answer, away': `${durationsS('silent', 'dies').length}, ${durationsS('away').length}`,
      'longest s': longestS.toFixed(1),
      'otherwise ended': wrong.length,
      'obeyed, twice, lines lost': `${obeyed.length}, ${twice}, ${lost}`,
      'ms CPU each, database': `${perCommand(before[0], after[0])}, ${perCommand(before[1], after[1])}`,
      'transactions each': ((commitsAfter - commits) / COMMANDED).toFixed(1),
      'MB at most, ever': `${Math.max(...memory).toFixed(0)}, ${peakMb.toFixed(0)}`,
    });
  }
} finally {
  player.end();
  await world.close();
}
process.exit(failed ? 1 : 0);

function perCommand(before: number, after: number): string {
  return (((after - before) * 1000) / COMMANDED).toFixed(1);
}

/** Returns tokens of as many managers of the root company, in sessions with a second factor. */
async function requesterTokens(count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, newToken);
  const hashes = tokens.map((token) => hashToken(token).toString('hex'));
  await sql`
    insert into users (email, password_hash, name)
    select 'asker' || n || '@example.com', u.password_hash, 'Asker' from users u, generate_series(1, ${count}::int) n where u.email = ${ADMIN.email}`;
  await sql`
    insert into memberships (user_id, company_id, role_id)
    select u.id, (select min(id) from companies), r.id from users u, roles r where u.email like 'asker%' and r.code = 'manager' and r.company_id is null`;
  await indexPeople(sql);
  await sql`
    insert into sessions (token_hash, user_id, company_id, role_id, created_at, last_used_at, expires_at, second_factor)
    select decode(h.hash, 'hex'), m.user_id, m.company_id, m.role_id, now(), now(), now() + interval '12 hours', 'code'
    from (select hash, row_number() over () as n from unnest(${hashes}::text[]) hash) h
      join (select m.*, row_number() over (order by m.user_id) as n from memberships m join users u on u.id = m.user_id where u.email like 'asker%') m
        using (n)`;
  return tokens;
}

async function post(authorization: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`${world.url}/v2/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', lan: '6', authorization },
    body: JSON.stringify(body),
  });
  const { code, msg } = (await answer.json()) as { code: number; msg: string };
  if (code !== 200) throw new Error(`${path}: ${code} ${msg}`);
}

async function open(): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from commands where returns is null and state in ('draft', 'approved', 'issued', 'accepted')`;
  return row!.n;
}

async function online(sns: readonly string[]): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from gateways where online and sn in (select unnest(${[...sns]}::text[]))`;
  return row!.n;
}

async function endsOf(sns: readonly string[]): Promise<Map<string, { state: string; reason: string; tookS: number }>> {
  const rows = await sql<{ sn: string; state: string; reason: string; tookS: number }[]>`
    select sn, state, reason, extract(epoch from ended_at - asked_at)::float8 as took_s from commands
    where returns is null and sn in (select unnest(${[...sns]}::text[]))`;
  return new Map(rows.map((row) => [row.sn, row]));
}

async function committed(): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select xact_commit::float8 as n from pg_stat_database where datname = current_database()`;
  return row!.n;
}

/** Returns the peak resident memory in MB since the start of the process, connecting included. */
function peakResidentMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1024;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
