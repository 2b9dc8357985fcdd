// Claim: lists, overviews and day charts stay quick with ten thousand plants, their samples and a year of data; a call that does nothing costs little.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Request } from '@heliograph/contract/calls.ts';
import { addDays, type Day } from '../server/src/platform/calendar/rules/localDays.ts';
import { type Chart, checksOf, type FleetSums, LINES, type Overview } from './callChecks.ts';
import { tokenOf, tokenOfManager } from './calling.ts';
import { fillDays, seedFleet, sidOf, snOf } from './fleet.ts';
import { fleetOfAfternoon, ingestFleet, placeFleet, REPORTED_QUANTITIES, scatterHotRows } from './histories.ts';
import { load, post } from './load.ts';
import { settleDays, untilQuiet } from './quiet.ts';
import { ADMIN, openWorld, percentile, residentMb, table } from './world.ts';

const SITES = Number(process.argv[2] ?? 10_000);
const EACH = 3;
const DEVICES = SITES * EACH;
/** Plants with samples of a whole year; the others have samples of a few days and daily energies of a year. */
const YEAR_SITES = Math.min(60, SITES);
const YEAR_DAYS = 365;
const NEWEST_DAYS = 5;
const MAX_MS = 20;
const ROUNDS = 5;
const rows: Record<string, string | number>[] = [];
const world = await openWorld();
const { sql } = world;
const began = performance.now();
const fleet = fleetOfAfternoon(Date.now(), SITES, EACH);
const { today } = fleet;
const yesterday = addDays(today, -1);
const { wrongChart, wrongNoon, wrongOverview } = checksOf(fleet, EACH);
let wrong = 0;
try {
  await fill();
  await world.startServer();
  console.log(`jobs of the filling done after the start: ${(await untilQuiet(sql)).toFixed(0)} s`);
  const headers = {
    authorization: await tokenOf(world.url, ADMIN.email),
    'content-type': 'application/json',
    lan: '6',
  };
  const ask = (path: string, body: object) => post(world.url, `/v2/${path}`, JSON.stringify(body), headers);
  const managerHeaders = { ...headers, authorization: await tokenOfManager(world.url, sql) };
  const askAsManager = (path: string, body: object) =>
    post(world.url, `/v2/${path}`, JSON.stringify(body), managerHeaders);

  const page = { size: 20, num: 0 };
  const filters: [string, Request<'site/listWithSN'>][] = [
    ['no filter, problems first', { page }],
    ['page 200', { page: { size: 20, num: Math.min(200, SITES / 20 - 1) } }],
    ['keyword', { page, filters: { keywords: 'plant 77' } }],
    ['serial number', { page, filters: { sn: snOf(4321 % DEVICES) } }],
    ['country and status', { page, filters: { country_code: 'FR', status: '1' } }],
    ['installer e-mail', { page, filters: { installer_email: 'admin' } }],
    [
      'created between, by power',
      {
        page,
        filters: { created_start_date: '2025-01-01', created_end_date: '2025-01-04' },
        sort: [{ field: 'now', descending: true }],
      },
    ],
    [
      '100 a page, by today',
      { page: { size: 100, num: Math.min(3, SITES / 100 - 1) }, sort: [{ field: 'todayPower', descending: true }] },
    ],
  ] as [string, Request<'site/listWithSN'>][];
  for (const [name, body] of filters) {
    await time(`site/listWithSN: ${name}`, 100, () => ask('site/listWithSN', body), {
      check: ({ list }: { list: unknown[] }) => (list.length > 0 ? '' : 'no plant'),
    });
  }
  // The whole fleet at a low zoom, and a view of one country.
  for (const [name, view] of [
    ['the world', { zoom: 2, south: -85, west: -180, north: 85, east: 180 }],
    [
      'a country',
      {
        zoom: 7,
        south: 46,
        west: Math.max(-180, fleet.longitude - 6),
        north: 52,
        east: Math.min(180, fleet.longitude + 6),
      },
    ],
  ] as const) {
    await time(`site/map: ${name}`, 100, () => ask('site/map', { view }), {
      check: ({ total, clusters }: { total: number; clusters: unknown[] }) =>
        total > 0 && clusters.length > 0 ? '' : 'no plant',
    });
  }
  // An administrator sees everything; a manager sees the same plants through a branch of 101 companies.
  for (const [who, as] of [
    ['', ask],
    [', a manager', askAsManager],
  ] as const) {
    if (who !== '') {
      await time(`site/listWithSN: no filter${who}`, 100, () => as('site/listWithSN', { page }), {
        check: ({ total }: { total: number }) => (total === SITES ? '' : `${total} plants`),
      });
      await time(`site/overview${who}`, 400, (n) => as('site/overview', { sid: sidOf((n * 37) % SITES) }), {
        maxMs: MAX_MS,
        check: (overview: Overview, n) => wrongOverview(overview, (n * 37) % SITES),
      });
    }
    await time(`device/list: no filter${who}`, 40, () => as('device/list', { page }), {
      check: ({ total }: { total: number }) => (total === DEVICES ? '' : `${total} devices`),
    });
    await time(`overview/overview${who}`, 40, () => as('overview/overview', {}), {
      check: ({ siteCount, deviceCount, statisticsProduction: { total } }: FleetSums) =>
        siteCount === SITES && deviceCount === DEVICES && Number(total) > 0
          ? ''
          : `${siteCount}, ${deviceCount}, ${total}`,
    });
    await time(`overview/siteStatusCounts${who}`, 100, () => as('overview/siteStatusCounts', {}), {
      check: ({ siteCount }: { siteCount: number }) => (siteCount === SITES ? '' : `${siteCount} plants`),
    });
  }

  const someSite = (n: number) => (n * 37) % SITES;
  const yearSite = (n: number) => (n * 7) % YEAR_SITES;
  const yearDay = (n: number) => addDays(today, -NEWEST_DAYS - 1 - ((n * 101) % (YEAR_DAYS - NEWEST_DAYS)));
  for (const [which, site] of [
    ['', someSite],
    [', a year of samples', yearSite],
  ] as const) {
    await time(`site/overview${which}`, 400, (n) => ask('site/overview', { sid: sidOf(site(n)) }), {
      maxMs: MAX_MS,
      check: (overview: Overview, n) => wrongOverview(overview, site(n)),
    });
  }
  const days: [string, (n: number) => number, (n: number) => Day][] = [
    ['today', someSite, () => today],
    ['yesterday', someSite, () => yesterday],
    ['a day of the year', yearSite, yearDay],
  ];
  for (const [lines, which] of [
    [undefined, 'power'],
    [LINES, 'all 5 quantities'],
  ] as const) {
    for (const [when, site, day] of days) {
      const device = (n: number) => site(n) * EACH + (n % EACH);
      await time(
        `device/statistics/echarts: ${when}, ${which}`,
        400,
        (n) => ask('device/statistics/echarts', { sn: snOf(device(n)), types: 1, date: day(n), lines }),
        {
          maxMs: MAX_MS,
          check: (chart: Chart, n) => wrongChart(chart, site(n), n % EACH, day(n), lines?.length ?? 1),
        },
      );
    }
  }
  for (const [when, site, day] of days) {
    await time(
      `device/playback: ${when}`,
      200,
      (n) => ask('device/playback', { sn: snOf(site(n) * EACH + (n % EACH)), start: day(n) }),
      {
        maxMs: MAX_MS,
        check: ({ overview, modules }: { overview: Chart; modules: { data: (number | null)[] }[] }, n) =>
          wrongChart(overview, site(n), n % EACH, day(n), 1) || (modules.length === 1 ? '' : 'no module'),
      },
    );
  }
  for (const types of [1, 11]) {
    for (const [when, site, day] of days) {
      await time(
        `site/statistics/echarts ${types}: ${when}`,
        200,
        (n) => ask('site/statistics/echarts', { sid: sidOf(site(n)), types, date: day(n) }),
        { maxMs: MAX_MS, check: (chart: Chart, n) => wrongNoon(chart, site(n), day(n)) },
      );
    }
  }
  // Further calls of the portal, for plants and devices that were not requested before.
  for (const [when, site, day] of days) {
    await time(
      `site/statistics/echarts 1 with the clear sky: ${when}`,
      200,
      (n) => ask('site/statistics/echarts', { sid: sidOf(site(n)), types: 1, date: day(n), withExpected: true }),
      { maxMs: MAX_MS, check: (chart: Chart, n) => wrongNoon(chart, site(n), day(n)) },
    );
    await time(
      `device/statistics/echarts with the clear sky: ${when}`,
      200,
      (n) => {
        const sn = snOf(site(n) * EACH + (n % EACH));
        return ask('device/statistics/echarts', { sn, types: 1, date: day(n), withExpected: true });
      },
      { maxMs: MAX_MS, check: (chart: Chart, n) => wrongChart(chart, site(n), n % EACH, day(n), 1) },
    );
  }
  for (const [types, rangeDate, name, bars] of [
    [3, `${addDays(today, -30)}~${yesterday}`, 'days of a month', 30],
    [5, `${addDays(today, -YEAR_DAYS)}~${yesterday}`, 'months of a year', 13],
  ] as const) {
    await time(
      `site/statistics/echarts ${types}: ${name}`,
      200,
      (n) => ask('site/statistics/echarts', { sid: sidOf(someSite(n)), types, rangeDate }),
      {
        check: ({ series }: Chart) =>
          series[0]!.data.filter((wh) => wh !== null && wh > 0).length >= bars - 1 ? '' : 'bars are missing',
      },
    );
  }
  const peakMb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${world.serverPid()}/status`, 'latin1'))?.[1]) / 1024;
  // The baseline parses its request and serializes the same answer each time.
  const answer = await (await fetch(`${world.url}/v2/common/lan`, { method: 'POST', headers, body: '{}' })).text();
  const baselineServer = spawn(process.execPath, [
    '-e',
    `const answer=JSON.parse(process.argv[1]);require('node:http').createServer((q,r)=>{let t='';q.on('data',c=>t+=c);q.on('end',()=>{JSON.parse(t||'{}');r.setHeader('content-type','application/json');r.end(JSON.stringify(answer))})}).listen(0,'127.0.0.1',function(){console.log(this.address().port)})`,
    answer,
  ]);
  const port = await new Promise<string>((resolve) =>
    baselineServer.stdout.once('data', (text) => resolve(String(text).trim())),
  );
  const baselineUrl = `http://127.0.0.1:${port}`;
  // In alternation, because the load of the machine varies.
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const nothing = await time(
      `common/lan (a call that does nothing), 32 at once, ${round}`,
      10_000,
      () => ask('common/lan', {}),
      { connections: 32 },
    );
    const baseline = await time(
      `bare node:http with JSON.parse, 32 at once, ${round}`,
      10_000,
      () => post(baselineUrl, '/v2/common/lan', '{}', headers),
      { connections: 32 },
    );
    ratios.push(nothing / baseline);
  }
  baselineServer.kill();
  table(rows);
  console.log(
    `a call that does nothing: ${percentile(ratios, 0.5).toFixed(2)} x bare node:http; server memory at most ${peakMb.toFixed(0)} MB in the calls before it, ${residentMb(world.serverPid()).toFixed(0)} MB now`,
  );
} finally {
  await world.close();
}
process.exit(wrong === 0 ? 0 : 1);

/** Inserts older days as blocks, then energies of the time before, then today as hot rows, so that no device counts as offline because of the filling. */
async function fill(): Promise<void> {
  await seedFleet(sql, SITES, EACH);
  await placeFleet(sql, fleet);
  await sql`update sites set installer_id = (select min(id) from users) where substr(sid, 14)::int % 4 = 0`;
  const first = addDays(today, -NEWEST_DAYS);
  const yearFirst = addDays(today, -YEAR_DAYS);
  const step = async (what: string, work: () => Promise<number | undefined>): Promise<void> => {
    const from = performance.now();
    const samples = await work();
    const seconds = (performance.now() - from) / 1000;
    console.log(
      `${what}: ${seconds.toFixed(0)} s${samples === undefined ? '' : `, ${((samples * REPORTED_QUANTITIES.length) / 1e6).toFixed(1)} M values, ${Math.round((samples * REPORTED_QUANTITIES.length) / seconds / 1000)} k/s`}`,
    );
  };
  const others = { fromSite: YEAR_SITES, toSite: SITES };
  await step(`${YEAR_DAYS} days of ${YEAR_SITES} plants`, () =>
    ingestFleet(sql, fleet, { fromSite: 0, toSite: YEAR_SITES, from: yearFirst, until: today }),
  );
  await step(`${NEWEST_DAYS} days of the other plants`, () =>
    ingestFleet(sql, fleet, { ...others, from: first, until: today }),
  );
  await step('energies of the days before, by SQL', async () => {
    await fillDays(sql, { before: first, days: YEAR_DAYS - NEWEST_DAYS, deviceDays: 40, without: YEAR_SITES });
    await sql`
      update site_live l set total_wh = d.total_wh
      from (select sid, round(sum(energy_wh)::numeric, 6) as total_wh from site_days group by sid) d where d.sid = l.sid`;
    // Results of the jobs for days without samples.
    await sql`
      update site_days set peak_known = true, modules_judged = true where sid >= ${sidOf(YEAR_SITES)} and day < ${first}`;
    await sql`vacuum analyze`;
    return undefined;
  });
  await step('today of all plants, as hot rows', () =>
    ingestFleet(sql, fleet, { fromSite: 0, toSite: SITES, from: today, until: addDays(today, 1) }),
  );
  await step('peaks and modules of days that are over', async () => {
    await settleDays(sql, fleet.nowMs);
    return undefined;
  });
  await step('hot rows laid as they come', async () => {
    await scatterHotRows(sql);
    await sql`vacuum analyze`;
    return undefined;
  });
  const [sizes] = await sql<{ hotMb: number; blocksMb: number; blocks: number }[]>`
    select sum(pg_total_relation_size(oid)) filter (where relname like 'hot%') / 1e6 as hot_mb,
      sum(pg_total_relation_size(oid)) filter (where relname = 'sample_blocks') / 1e6 as blocks_mb,
      (select count(*) from sample_blocks) as blocks
    from pg_class where relkind = 'r'`;
  console.log(
    `${SITES} plants with ${EACH} devices made in ${((performance.now() - began) / 1000).toFixed(0)} s: ` +
      `hot rows ${sizes!.hotMb.toFixed(0)} MB, ${sizes!.blocks} blocks ${sizes!.blocksMb.toFixed(0)} MB; time zone ${fleet.timeZone}`,
  );
}

async function time<Data>(
  what: string,
  count: number,
  request: (n: number) => Buffer,
  {
    check = () => '',
    maxMs = 0,
    connections = 1,
  }: { check?: (data: Data, n: number) => string; maxMs?: number; connections?: number } = {},
): Promise<number> {
  const url = urlOf(request(0));
  let seconds = Number.NaN;
  // No browser calls this often: without the reset the rate limit would be measured.
  await sql`delete from tries where name = 'sessionCalls'`;
  // Other plants than the measured ones warm up the server, half as many; otherwise the first measured calls would include compilation.
  for (const [first, times] of [
    [count, Math.ceil(count / 2)],
    [0, count],
  ] as const) {
    let sent = 0;
    let problem = '';
    const result = await load(
      url,
      connections,
      () => (sent < times ? request(first + sent++) : null),
      (index, status, body) => {
        if (status !== 200 || !body.startsWith('{"code":200')) problem ||= `${status} ${body.slice(0, 200)}`;
        else if (connections === 1) {
          try {
            problem ||= check((JSON.parse(body) as { data: Data }).data, first + index);
          } catch (error) {
            // An error thrown here would end this process and leave the others running.
            problem ||= String(error);
          }
        }
      },
    );
    if (problem) {
      wrong++;
      console.log(`${what}: ${problem}`);
    }
    if (times !== count) continue;
    seconds = result.seconds;
    const at = (share: number) => percentile(result.latencies, share);
    if (maxMs > 0 && at(0.95) > maxMs) console.log(`${what}: p95 is over ${maxMs} ms`);
    rows.push({
      what,
      n: count,
      'p50 ms': at(0.5).toFixed(1),
      'p95 ms': at(0.95).toFixed(1),
      'p99 ms': at(0.99).toFixed(1),
      'requests/s': connections > 1 ? Math.round(count / seconds) : '',
    });
  }
  return count / seconds;
}

function urlOf(request: Buffer): string {
  const host = /Host: (\S+)/.exec(request.toString('latin1'))?.[1];
  return `http://${host}`;
}
