// Claim: row policies make no call twice as expensive, not even a manager's over the whole tree, and cost a frame nothing.
// The same calls with and without policies, in alternation on one server and one database: CPU time of both.

import { localDay } from '../server/src/platform/calendar/rules/localDays.ts';
import { tokenOf, tokenOfManager } from './calling.ts';
import { fillDays, frameOf, seedFleet, sidOf } from './fleet.ts';
import { load, post } from './load.ts';
import { ADMIN, cpuSeconds, openWorld, percentile, postmasterOf, table } from './world.ts';

const SITES = Number(process.argv[2] ?? 10_000);
const ROUNDS = Number(process.argv[3] ?? 5);
const EACH = 3;
const DAYS = 40;
/** A device may send some hundred frames in quick succession. */
const REPORTING = Math.min(2_000, SITES * EACH);
const FRAMES = 4_000;

interface Work {
  what: string;
  times: number;
  connections: number;
  request(n: number): Buffer;
  /** Text that every answer must contain. */
  expected: string;
}
interface Spent {
  us: number[];
  ms: number[];
}

const world = await openWorld();
const { sql } = world;
let wrong = 0;
try {
  await seedFleet(sql, SITES, EACH);
  await fillDays(sql, { before: localDay(Date.now(), 'Europe/Berlin'), days: DAYS, deviceDays: DAYS, without: 0 });
  await sql`vacuum analyze`;
  await world.startServer();
  const workloads = await makeWorkloads();
  const tables = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace order by 1`;
  const policies = (act: 'enable' | 'disable') =>
    sql.begin((tx) => tx.unsafe(tables.map(({ name }) => `alter table ${name} ${act} row level security`).join(';')));

  const spent = workloads.map(() => ({ with: newSpent(), without: newSpent() }));
  // Round 0 warms up the server and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    const turns = ['with', 'without'] as const;
    for (const turn of round % 2 === 0 ? turns : [...turns].reverse()) {
      await policies(turn === 'with' ? 'enable' : 'disable');
      for (const [index, work] of workloads.entries())
        await measure(work, round === 0 ? newSpent() : spent[index]![turn]);
    }
  }
  console.log(
    `${SITES} plants of ${EACH} devices, ${tables.length} tables with policies, medians of ${ROUNDS} rounds in alternation`,
  );
  table(
    workloads.map(({ what }, index) => {
      const { with: on, without: off } = spent[index]!;
      const median = (values: number[]) => percentile(values, 0.5);
      return {
        what,
        'us CPU with': Math.round(median(on.us)),
        without: Math.round(median(off.us)),
        ratio: median(on.us.map((us, round) => us / off.us[round]!)).toFixed(2),
        'p50 ms with': median(on.ms).toFixed(1),
        'p50 ms without': median(off.ms).toFixed(1),
      };
    }),
  );
} finally {
  await world.close();
}
process.exit(wrong === 0 ? 0 : 1);

function newSpent(): Spent {
  return { us: [], ms: [] };
}

async function makeWorkloads(): Promise<Work[]> {
  const workloads: Work[] = [];
  for (const [who, token] of [
    ['an administrator', await tokenOf(world.url, ADMIN.email)],
    ['a manager', await tokenOfManager(world.url, sql)],
  ] as const) {
    const headers = { authorization: token, 'content-type': 'application/json', lan: '6' };
    const add = (path: string, times: number, expected: string, body: (n: number) => object): void => {
      const request = (n: number) => post(world.url, `/v2/${path}`, JSON.stringify(body(n)), headers);
      workloads.push({ what: `${path}, ${who}`, times, connections: 1, request, expected });
    };
    const page = { size: 20, num: 0 };
    add('site/listWithSN', 40, `"total":${SITES}`, () => ({ page }));
    add('site/overview', 200, '"code":200', (n) => ({ sid: sidOf((n * 37) % SITES) }));
    add('device/list', 20, `"total":${SITES * EACH}`, () => ({ page }));
  }
  let frames = 0;
  const next = () => post(world.url, '/i.php', frameOf(frames % REPORTING, Math.floor(frames++ / REPORTING)));
  workloads.push({ what: 'a frame', times: FRAMES, connections: 64, request: next, expected: '' });
  return workloads;
}

/** Runs uncounted calls first, because statements are planned again when policies change. */
async function measure({ what, times, connections, request, expected }: Work, spent: Spent): Promise<void> {
  const cpu = () => cpuSeconds(world.serverPid()) + cpuSeconds(postmasterOf(world.databaseDir));
  for (const [first, count] of [
    [times, Math.ceil(times / 4)],
    [0, times],
  ] as const) {
    let sent = 0;
    const cpu0 = cpu();
    const { latencies } = await load(
      world.url,
      connections,
      () => (sent < count ? request(first + sent++) : null),
      (_, status, body) => {
        if (status === 200 && body.includes(expected)) return;
        if (wrong++ === 0) console.log(`${what}: ${status} ${body.slice(0, 200)}`);
      },
    );
    if (first > 0) continue;
    spent.us.push(((cpu() - cpu0) / count) * 1e6);
    spent.ms.push(percentile(latencies, 0.5));
  }
}
