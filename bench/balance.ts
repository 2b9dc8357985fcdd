// Claim: values that a plant of 200 devices measures besides its production, and prices by the hour, make a year of its bars and its page little more expensive.
import { MEASURED_FLOWS } from '@heliograph/contract/flows.ts';
import { ADMIN, openWorld, percentile, table } from './world.ts';

const DEVICES = Number(process.argv[2] ?? 200);
const TIMES = 40;
/** Devices of each plant, as counts by product. */
const PLANTS: Record<string, [product: string, count: number][]> = {
  'microinverters alone': [['BDM-400', DEVICES]],
  'microinverters, 5 meters, 5 batteries': [
    ['BDM-400', DEVICES - 10],
    ['Meter', 5],
    ['Battery', 5],
  ],
  'string inverters, a meter': [
    ['Inverter', DEVICES - 1],
    ['Meter', 1],
  ],
  hybrids: [['Hybrid inverter', DEVICES]],
};

const rows: Record<string, string | number>[] = [];
const world = await openWorld();
const { sql } = world;
try {
  await world.startServer();
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${world.url}/v2/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', lan: '6', ...headers },
      body: JSON.stringify(body),
    });
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: Record<string, unknown> };
    if (code !== 200) throw new Error(`${path}: ${code} ${msg}`);
    return data;
  };
  const { tokenInfo } = await post('sign-in', { account: ADMIN.email, password: ADMIN.password });
  const authorization = (tokenInfo as { token: string }).token;
  const today = new Date().toISOString().slice(0, 10);
  const from = new Date(Date.parse(today) - 364 * 86_400_000).toISOString().slice(0, 10);
  for (const [name, products] of Object.entries(PLANTS)) {
    const sid = await makePlant(authorization, products, from, today);
    // As autovacuum does by itself within a minute.
    await sql`vacuum analyze`;
    const calls: [path: string, body: object][] = [
      ['site/statistics/echarts', { sid, types: 3, rangeDate: `${from}~${today}`, withMoney: true }],
      ['site/statistics/echarts', { sid, types: 5, rangeDate: `${from}~${today}`, withMoney: true }],
      ['site/overview', { sid }],
      ['site/statistics/date', { sid, types: 3 }],
      ['overview/overview', {}],
    ];
    for (const prices of ['flat', 'by the hour'] as const) {
      const setUpMs = prices === 'flat' ? null : await priceByHour(post, sid, authorization);
      if (setUpMs !== null)
        rows.push({
          plant: name,
          prices,
          call: 'site/prices/setUp',
          series: 0,
          'p50 ms': setUpMs.toFixed(0),
          'p95 ms': '',
        });
      for (const [path, body] of calls) {
        const times: number[] = [];
        let series = 0;
        for (let run = 0; run < TIMES + 5; run++) {
          const began = performance.now();
          const data = await post(path, body, { authorization });
          if (run >= 5) times.push(performance.now() - began);
          series = (data.series as unknown[] | undefined)?.length ?? 0;
        }
        const kind = !path.endsWith('echarts')
          ? path
          : 'types' in body && body.types === 3
            ? 'daily bars'
            : 'monthly bars';
        const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
        rows.push({ plant: name, prices, call: kind, series, 'p50 ms': p50.toFixed(1), 'p95 ms': p95.toFixed(1) });
      }
    }
  }
} finally {
  await world.close();
}
table(rows);

type Post = (path: string, body: object, headers?: Record<string, string>) => Promise<Record<string, unknown>>;

/** Inserts a year of hourly values as the aggregation would have stored them, and prices that depend on them; returns the duration of the call in ms. */
async function priceByHour(post: Post, sid: string, authorization: string): Promise<number> {
  const hours = sql`(select array_agg((greatest(0, 6 - abs(hour - 12)) * 1e9)::bigint order by hour) from generate_series(0, 23) hour)`;
  await sql`update site_days set hours = ${hours} where sid = ${sid}`;
  await sql`update site_flows set hours = ${hours} where sid = ${sid}`;
  await sql`update sites set hours_from = '2000-01-01' where sid = ${sid}`;
  const periods = [
    { weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 22, toHour: 6, price: 0.2 },
    { weekdays: [1, 2, 3, 4, 5], fromHour: 17, toHour: 20, price: 0.5, feedInPrice: 0.1 },
  ];
  const list = [
    { validFrom: '2000-01-01', kind: 'timeOfUse', price: 0.3, feedInPrice: 0.08, periods, fixedCharge: 12 },
  ];
  const began = performance.now();
  await post('site/prices/setUp', { sid, list, rewrite: true }, { authorization });
  return performance.now() - began;
}

/** Creates a plant whose days are inserted as stored, without samples, because only sums are read. */
async function makePlant(
  authorization: string,
  products: readonly [string, number][],
  from: string,
  to: string,
): Promise<string> {
  const answer = await fetch(`${world.url}/v2/site/createFast`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({
      siteName: 'Plant',
      countryCode: 'DE',
      timezone: 'Europe/Berlin',
      currency: 'EUR',
      city: 'Konstanz',
      latitude: 47,
      longitude: 5,
      powerMax: 400 * DEVICES,
      electricityPrice: 0.3,
    }),
  });
  const { sid } = ((await answer.json()) as { data: { sid: string } }).data;
  const stored = JSON.stringify({ gridPowerW: 1, batteryPowerW: 1, loadPowerW: 1 });
  for (const [product, count] of products) {
    await sql`
      insert into devices (sid, seen_by, sn, product_id, created_at)
      select s.sid, s.seen_by, upper(substr(md5(${product} || s.sid || n), 1, 10)), p.id, now()
      from sites s, products p, generate_series(1, ${count}::int) n where s.sid = ${sid} and p.name = ${product}`;
  }
  await sql`
    insert into device_live (sid, seen_by, sn, at, received_at, day, status, quantities)
    select d.sid, d.seen_by, d.sn, now(), now(), ${to}, 0, case when p.kind = 'hybrid' then ${stored} else '{"powerW":1}' end::json
    from devices d join products p on p.id = d.product_id where d.sid = ${sid}`;
  const days = sql`generate_series(${from}::date, ${to}::date, '1 day') day`;
  await sql`
    insert into site_days (sid, day, energy_wh, source, covered_s, devices)
    select ${sid}, day::date, 1e6, 'counted', 40000, ${DEVICES} from ${days}`;
  const measured = sql`
    select d.sid, d.sn, p.kind, f.flow from devices d join products p on p.id = d.product_id
    cross join (select unnest(${MEASURED_FLOWS as unknown as string[]}::text[]) as flow) f
    where d.sid = ${sid} and (p.kind = 'hybrid' or (p.kind = 'meter' and f.flow in ('fromGrid', 'toGrid'))
      or (p.kind = 'battery' and f.flow in ('charge', 'discharge')))`;
  await sql`
    insert into device_flows (sid, sn, flow, day, counts_as, by_meter, energy_wh, integrated_wh, spread_wh, source, covered_s)
    select t.sid, t.sn, t.flow, day::date, t.flow, t.kind = 'meter', 1000, 0, 0, 'counted', 86400 from (${measured}) t, ${days}`;
  await sql`
    insert into site_flows (sid, day, flow, by_meter, energy_wh, integrated_wh, spread_wh, covered_s, counted, integrated, mixed, imported)
    select sid, day, flow, by_meter, sum(energy_wh), 0, 0, sum(covered_s), count(*), 0, 0, 0 from device_flows where sid = ${sid}
    group by sid, day, flow, by_meter`;
  await sql`
    insert into device_flow_spans select sid, sn, flow, min(day), max(day) from device_flows where sid = ${sid} group by sid, sn, flow`;
  return sid;
}
