// Claim: with ten thousand plants and two thousand open problems, the plant list, the ranked problems, the dashboard and the badge are quick, and so is deriving the problems.
import type { Path } from '@heliograph/contract/calls.ts';
import { updateChangedProblems } from '../server/src/problems/updateProblems.ts';
import { tokenOf, tokenOfManager } from './calling.ts';
import { fillDays, seedFleet } from './fleet.ts';
import { load, post } from './load.ts';
import { untilQuiet } from './quiet.ts';
import { ADMIN, openWorld, percentile, table } from './world.ts';

const SITES = Number(process.argv[2] ?? 10_000);
const PROBLEMS = Number(process.argv[3] ?? 2_000);
const EACH = 3;
const WARM_UP = 20;
const TIMES = 60;
/** As for other lists (docs/benchmarks.md). */
const MAX_MS = 60;

const page = { size: 20, num: 0 };
/** As the page of plants asks. */
const LIST = { withDevices: false, withWeek: true };
const CALLS: [string, Path, object][] = [
  ['plant list, problems first', 'site/listWithSN', { page, ...LIST }],
  ['plant list, problems first, page 40', 'site/listWithSN', { page: { size: 20, num: 40 }, ...LIST }],
  ['ranked problems', 'problem/list', { page }],
  ['ranked problems, page 50', 'problem/list', { page: { size: 20, num: 50 } }],
  ['dashboard', 'problem/summary', {}],
  ['badge', 'device/alerts/open', {}],
  ['devices, problems first', 'device/list', { page }],
];

const world = await openWorld();
const { sql } = world;
let wrong = 0;
try {
  await seedFleet(sql, SITES, EACH);
  await fillDays(sql, { before: new Date().toISOString().slice(0, 10), days: 14, deviceDays: 14, without: 0 });
  // Errors and modules of one device of each of the first plants, which go on.
  await sql`
    insert into events (sid, sn, code, opened_at, detail, told)
    select d.sid, min(d.sn), (array['4000', '0800', 'deadModule', 'weakModule'])[1 + substr(d.sid, 14)::int % 4],
      now() - substr(d.sid, 14)::int * interval '1 minute', '{"input":"1","cause":"unclear","less":"40"}', 2
    from devices d where substr(d.sid, 14)::int < ${PROBLEMS} group by d.sid`;
  await sql`
    update site_live set status = 0, expected_until = current_date - 1, expected_wh = array[3000, 3000, 3000, 3000, 3000, 3000, 3000]`;
  await sql`vacuum analyze`;
  const startMs = performance.now();
  await updateChangedProblems({
    sql,
    clock: { now: () => new Date(), measure: async () => {} },
    nudges: { publish: () => {} },
  } as unknown as Parameters<typeof updateChangedProblems>[0]);
  const derivedMs = performance.now() - startMs;
  await sql`update problems set week_wh = 500 + (substr(sid, 14)::int * 7919) % 9000, week_money = 1, valued_at = now(), loss_basis = 'neighbours'`;
  await sql`vacuum analyze`;
  await world.startServer();
  await untilQuiet(sql);
  const rows: Record<string, string | number>[] = [];
  for (const [who, token] of [
    ['administrator', await tokenOf(world.url, ADMIN.email)],
    ['manager', await tokenOfManager(world.url, sql)],
  ] as const)
    for (const [name, path, body] of CALLS) {
      await sql`delete from tries where name = 'sessionCalls'`;
      const request = post(world.url, `/v2/${path}`, JSON.stringify(body), {
        authorization: token,
        'content-type': 'application/json',
        lan: '6',
      });
      let sent = 0;
      const { latencies } = await load(
        world.url,
        1,
        () => (sent++ < WARM_UP + TIMES ? request : null),
        (_, status, answer) => {
          if (status === 200 && answer.startsWith('{"code":200')) return;
          wrong++;
          console.error(`${path}: ${status} ${answer.slice(0, 200)}`);
        },
      );
      const spent = latencies.slice(WARM_UP);
      const p95 = percentile(spent, 0.95);
      if (p95 > MAX_MS) wrong++;
      rows.push({ who, call: name, 'p50 ms': percentile(spent, 0.5).toFixed(1), 'p95 ms': p95.toFixed(1) });
    }
  table(rows);
  console.log(`${PROBLEMS} problems of ${SITES} plants derived in ${(derivedMs / 1000).toFixed(1)} s.`);
} finally {
  await world.close();
}
process.exit(wrong > 0 ? 1 : 0);
