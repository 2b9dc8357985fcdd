// Claim: a dashboard over a million devices is answered in under 30 ms, because its sums are stored; maintaining them takes a small part of one processor.
// The dashboard's calls and the smallest call in alternation on one server, and the duration of a full count.

import { indexPeople } from '../server/test/indexPeople.ts';
import { tokenOf, tokenOfManager } from './calling.ts';
import { fillDays, seedFleet } from './fleet.ts';
import { load, post } from './load.ts';
import { ADMIN, cpuSeconds, openWorld, percentile, postmasterOf, table } from './world.ts';

const SITES = Number(process.argv[2] ?? 100_000);
const EACH = Number(process.argv[3] ?? 10);
const ROUNDS = 5;
const TIMES = 20;
const MAX_MS = 30;
/** Duration of the measurement of the background job's load. */
const WATCHED_MS = 30_000;

const DASHBOARD = [
  'dashboard/device/summary',
  'dashboard/device/trend',
  'dashboard/user/summary',
  'overview/overview',
] as const;
/** Not answered from stored sums: the smallest call, and a call that counts the states each time. */
const BASELINE = 'account/views';
const COUNTING = ['overview/siteStatusCounts'] as const;

const world = await openWorld();
const { sql } = world;
let wrong = 0;
try {
  await seedFleet(sql, SITES, EACH);
  // The month and the time before it.
  const before = new Date().toISOString().slice(0, 10);
  await fillDays(sql, { before, days: 60, deviceDays: 0, without: 0 });
  // A tenth of the plants has an owner with an account.
  await sql`
    insert into users (email, password_hash, country_code, created_at)
    select 'owner' || n || '@example.org', '-', (array['DE','AT','FR'])[1 + n % 3], now() - n * interval '10 minutes'
    from generate_series(1, ${Math.ceil(SITES / 10)}) n`;
  await sql`
    insert into memberships (user_id, company_id, role_id)
    select u.id, c.id, r.id from users u, (select min(id) as id from companies) c, roles r
    where u.email like 'owner%' and r.code = 'owner' on conflict do nothing`;
  await indexPeople(sql);
  await sql`vacuum analyze`;
  await world.startServer();
  const tokens = {
    'an administrator': await tokenOf(world.url, ADMIN.email),
    'a manager': await tokenOfManager(world.url, sql),
  };
  const firstMs = performance.now();
  while ((await sql`select from fleet_walks where passed_at is null`).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 250));
  console.log(
    `${SITES} plants of ${EACH} devices, counted for the first time within ${Math.round((performance.now() - firstMs) / 1000)} s.`,
  );

  const rows: Record<string, string | number>[] = [];
  for (const [who, token] of Object.entries(tokens)) {
    const paths = [BASELINE, ...DASHBOARD, ...COUNTING];
    const spent = new Map<string, number[]>(paths.map((path) => [path, []]));
    for (let round = 0; round <= ROUNDS; round++)
      for (const path of round % 2 === 0 ? paths : paths.toReversed()) {
        const ms = await medianMs(path, token);
        if (round > 0) spent.get(path)!.push(ms);
      }
    const base = percentile(spent.get(BASELINE)!, 0.5);
    for (const [path, all] of spent) {
      const p50 = percentile(all, 0.5);
      const isStored = (DASHBOARD as readonly string[]).includes(path);
      if (isStored && p50 > MAX_MS) wrong++;
      rows.push({ call: path, who, 'p50 ms': p50.toFixed(1), 'times the smallest call': (p50 / base).toFixed(1) });
    }
  }
  table(rows);

  const cpu = () => cpuSeconds(world.serverPid()) + cpuSeconds(postmasterOf(world.databaseDir));
  const [cpu0, from] = [cpu(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
  const share = (cpu() - cpu0) / ((performance.now() - from) / 1000);
  console.log(
    `All that the server does by itself, keeping the sums among it: ${(share * 100).toFixed(1)} % of one processor.`,
  );
  const walks = await sql<{ name: string; tookMs: number }[]>`select name, took_ms from fleet_walks`;
  const durationMs = (walk: string) => walks.find(({ name }) => name === walk)!.tookMs;
  console.log(
    `Status and ages of all plants take ${durationMs('states')} ms each time, their production and revenue ${durationMs('month')} ms, and a walk over all their days ${durationMs('past')} ms.`,
  );
} finally {
  await world.close();
}
process.exit(wrong === 0 ? 0 : 1);

async function medianMs(path: string, token: string): Promise<number> {
  const headers = { authorization: token, 'content-type': 'application/json', lan: '6' };
  const body = JSON.stringify(path === BASELINE ? { list: 'site/listWithSN' } : {});
  const times = (COUNTING as readonly string[]).includes(path) ? 3 : TIMES;
  let sent = 0;
  const { latencies } = await load(
    world.url,
    1,
    () => (sent++ < times ? post(world.url, `/v2/${path}`, body, headers) : null),
    (_, status, answer) => {
      if (status === 200 && answer.includes('"code":200')) return;
      if (wrong++ === 0) console.log(`${path}: ${status} ${answer.slice(0, 200)}`);
    },
  );
  return percentile(latencies, 0.5);
}
