// Claim: list and overview stay quick with ten thousand plants and a year of data; a call that does nothing costs little.
import { spawn } from 'node:child_process';
import { fillDays, fillSites, sidOf, snOf } from './fleet.ts';
import { load, post } from './load.ts';
import { ADMIN, openWorld, percentile, residentMb, table } from './world.ts';

const SITES = Number(process.argv[2] ?? 10_000);
const EACH = 3;
const rows: Record<string, string | number>[] = [];

const world = await openWorld();
try {
  await world.startServer();
  const began = performance.now();
  await fillSites(world.sql, SITES, EACH);
  await fillDays(world.sql, 365, 40);
  console.log(
    `${SITES} plants with ${EACH} devices and a year of day energies made in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  const answer = await fetch(`${world.url}/v2/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: ADMIN.email, password: ADMIN.password }),
  });
  const { data } = (await answer.json()) as { data: { tokenInfo: { token: string } } };
  const headers = { authorization: data.tokenInfo.token, 'content-type': 'application/json', lan: '6' };

  const page = { size: 20, num: 0 };
  const filters: [string, object][] = [
    ['no filter, problems first', { page }],
    ['page 200', { page: { size: 20, num: 200 } }],
    ['keyword', { page, filters: { keywords: 'plant 77' } }],
    ['serial number', { page, filters: { sn: snOf(4321) } }],
    ['country and status', { page, filters: { country_code: 'DE', status: '1' } }],
    ['installer e-mail', { page, filters: { installer_email: 'admin' } }],
    [
      'created between, by power',
      {
        page,
        filters: { created_start_date: '2025-01-02', created_end_date: '2025-01-04' },
        sort: [{ field: 'now', descending: true }],
      },
    ],
    ['100 a page, by today', { page: { size: 100, num: 3 }, sort: [{ field: 'todayPower', descending: true }] }],
  ];
  for (const [name, body] of filters)
    await time(`site/listWithSN: ${name}`, 100, 1, () =>
      post(world.url, '/v2/site/listWithSN', JSON.stringify(body), headers),
    );
  let n = 0;
  await time('site/overview', 400, 1, () =>
    post(world.url, '/v2/site/overview', JSON.stringify({ sid: sidOf((n++ * 37) % SITES) }), headers),
  );
  await time('site/statistics/echarts, a month', 200, 1, () =>
    post(
      world.url,
      '/v2/site/statistics/echarts',
      JSON.stringify({ sid: sidOf((n++ * 37) % SITES), types: 3, rangeDate: lastMonth() }),
      headers,
    ),
  );
  await time('device/statistics/echarts, one day', 200, 1, () => {
    const device = (n++ * 37) % (SITES * EACH);
    return post(world.url, '/v2/device/statistics/echarts', JSON.stringify({ sn: snOf(device), types: 1 }), headers);
  });
  const nothing = await time('common/lan (a call that does nothing), 32 at once', 10_000, 32, () =>
    post(world.url, '/v2/common/lan', '{}', headers),
  );
  // The baseline parses what it is sent and answers the same words, made anew each time.
  const same = await (await fetch(`${world.url}/v2/common/lan`, { method: 'POST', headers, body: '{}' })).text();
  const bare = spawn(process.execPath, [
    '-e',
    `const same=JSON.parse(process.argv[1]);require('node:http').createServer((q,r)=>{let t='';q.on('data',c=>t+=c);q.on('end',()=>{JSON.parse(t||'{}');r.setHeader('content-type','application/json');r.end(JSON.stringify(same))})}).listen(0,'127.0.0.1',function(){console.log(this.address().port)})`,
    same,
  ]);
  const port = await new Promise<string>((resolve) => bare.stdout.once('data', (text) => resolve(String(text).trim())));
  const bareUrl = `http://127.0.0.1:${port}`;
  const baseline = await time('bare node:http with JSON.parse, 32 at once', 10_000, 32, () =>
    post(bareUrl, '/v2/common/lan', '{}', headers),
  );
  bare.kill();
  table(rows);
  console.log(
    `a call that does nothing: ${(nothing / baseline).toFixed(2)} x bare node:http; server memory ${residentMb(world.serverPid()).toFixed(0)} MB`,
  );
} finally {
  await world.close();
}

function lastMonth(): string {
  const today = Temporal.Now.plainDateISO();
  return `${today.subtract({ days: 30 })}~${today}`;
}

async function time(what: string, count: number, connections: number, request: () => Buffer): Promise<number> {
  for (const times of [Math.ceil(count / 10), count]) {
    let left = times;
    let wrong = '';
    const result = await load(
      request === undefined ? '' : urlOf(request),
      connections,
      () => (left-- > 0 ? request() : null),
      (_, status, body) => {
        if (status !== 200 || !body.startsWith('{"code":200')) wrong = `${status} ${body.slice(0, 200)}`;
      },
    );
    if (wrong) throw new Error(`${what}: ${wrong}`);
    if (times !== count) continue;
    rows.push({
      what,
      n: count,
      'p50 ms': percentile(result.latencies, 0.5).toFixed(1),
      'p95 ms': percentile(result.latencies, 0.95).toFixed(1),
      'requests/s': Math.round(count / result.seconds),
    });
    return count / result.seconds;
  }
  return Number.NaN;
}

function urlOf(request: () => Buffer): string {
  const host = /Host: (\S+)/.exec(request().toString('latin1'))?.[1];
  return `http://${host}`;
}
