// Claim: whatever other accounts and strangers send at once adds at most 100 ms to the list, the overview and the day chart of everybody else, and loses no report of a device.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addDays } from '../server/src/platform/calendar/rules/localDays.ts';
import type { Attack } from './attacker.ts';
import { EACH, fillAttackWorld, insertManagers, LARGE_SID, SITES } from './attackWorld.ts';
import { tokenOf } from './calling.ts';
import { frameOf, sidOf, snOf } from './fleet.ts';
import { type JobAttack, jobAttacks } from './jobAttacks.ts';
import { load, post } from './load.ts';
import { openWorld, percentile, table } from './world.ts';

const MAX_ADDED_MS = 100;
const SECONDS = 5;
/** A job goes through phases: reading, computing, writing. */
const JOB_SECONDS = 12;
const ATTACKERS = 8;
const VICTIM = 'victim@example.com';
/** Devices that report all the time, from the end of the fleet, and their reports a second. */
const REPORTING = { devices: 200, perSecond: 50 };
const filter = process.argv[2] ?? '';

interface AttackPlan extends Omit<Attack, 'url'>, Partial<Pick<JobAttack, 'prepare' | 'started' | 'end'>> {
  name: string;
}
interface Times {
  list: number[];
  overview: number[];
  chart: number[];
}

const mailSink = fork(join(import.meta.dirname, 'mailSink.ts'));
const [mailPort] = (await once(mailSink, 'message')) as [number];
// Strangers come from networks of their own, through a proxy.
const world = await openWorld({
  env: {
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'reports@example.com',
  },
});
const { sql } = world;
let failed = false;
try {
  if ((await sql`select from companies limit 1`).length === 0) await fillAttackWorld(sql);
  await world.startServer();
  const attackers = Array.from({ length: ATTACKERS }, (_, n) => `attacker${n}@example.com`);
  await insertManagers(sql, [VICTIM, ...attackers]);
  const [device] = await sql<{ sn: string }[]>`select min(sn) as sn from devices where sid = ${LARGE_SID}`;
  const json = { 'content-type': 'application/json', lan: '6' };
  const headersOf = async (email: string) => ({ ...json, authorization: await tokenOf(world.url, email) });
  const victim = await headersOf(VICTIM);
  const signedIn: Record<string, string>[] = [];
  for (const email of attackers) signedIn.push(await headersOf(email));
  const all: AttackPlan[] = [...attacks(signedIn, device!.sn), ...jobAttacks(sql, attackers, signedIn)];
  const plans = all.filter(({ name }) => new RegExp(filter).test(name));

  const storedBefore = await storedReports();
  const reports = startReports();
  await measure(victim, 3);
  const rows: Record<string, string | number>[] = [];
  for (const { name, prepare, started, end, ...attack } of plans) {
    await sql`delete from tries`;
    const seconds = started ? JOB_SECONDS : SECONDS;
    // Just before each attack, because the load of the machine varies.
    await delaysMs();
    const baseline = p95Of(await measure(victim, seconds));
    const delaysBefore = await delaysMs();
    await prepare?.();
    const statuses: Record<string, number> = {};
    const child = attack.connections > 0 ? startAttacker(attack, statuses) : undefined;
    await (started ? started() : wait(1_000));
    await delaysMs();
    const times = await measure(victim, seconds);
    const delays = await delaysMs();
    await stop(child);
    const done = await end?.();
    rows.push({
      ...row(name, times, baseline),
      'delay of the event loop p99, max ms (before)': `${delays} (${delaysBefore})`,
      'its answers': [JSON.stringify(statuses), done ?? ''].join(' '),
    });
    failed ||= added(times, baseline) > MAX_ADDED_MS;
    // At once: a run of all attacks takes minutes.
    console.log(Object.values(rows.at(-1)!).join(' | '));
    await wait(2_000);
  }
  const { acknowledged, refused, slowestMs } = await reports.stop();
  const stored = (await storedReports()) - storedBefore;
  console.log(
    `reports acknowledged: ${acknowledged}, refused: ${refused}, stored: ${stored}, slowest ${slowestMs.toFixed(0)} ms`,
  );
  failed ||= stored !== acknowledged || refused > 0;
  table(rows);
} finally {
  await world.close();
  mailSink.disconnect();
}
process.exit(failed ? 1 : 0);

function startAttacker(attack: Omit<Attack, 'url'>, statuses: Record<string, number>): ChildProcess {
  const child = fork(join(import.meta.dirname, 'attacker.ts'), { stdio: 'inherit' });
  child.on('message', (counted) => Object.assign(statuses, counted));
  child.send({ url: world.url, ...attack } satisfies Attack);
  return child;
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (!child) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

/** Returns p99 and maximum since the last call. Each request to /metrics begins a new interval. */
async function delaysMs(): Promise<string> {
  const text = await (await fetch(`${world.url}/metrics`)).text();
  const value = (name: string) =>
    1_000 * Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1]);
  return `${value('p99').toFixed(0)}, ${value('max').toFixed(0)}`;
}

/** The attacks: of accounts, and of strangers without one. */
function attacks(accounts: Record<string, string>[], sn: string): AttackPlan[] {
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const yesterday = addDays(today, -1);
  const call = (path: string) => `/v2/${path}`;
  const json = (body: object) => [JSON.stringify(body)];
  const strangers = Array.from({ length: 8 }, (_, n) => ({
    'content-type': 'application/json',
    'x-forwarded-for': `203.0.113.${n}`,
  }));
  const module = { path: call('device/modules/statistics/overview'), bodies: json({ sn, input: 1 }) };
  const tenYears = json({ sid: LARGE_SID, from: addDays(yesterday, -3_650), to: yesterday });
  const download = json({ sid: LARGE_SID, from: addDays(yesterday, -3_650), to: yesterday, format: 'pdf' });
  const large = JSON.stringify({
    siteName: 'x',
    sn: Array.from({ length: 5_000 }, (_, n) => ({ sn: snOf(n), model: 1, note: 'x' })),
  });
  const words = Array.from({ length: 50 }, (_, n) =>
    JSON.stringify({ page: { size: 100, num: 0 }, filters: { keywords: `plant ${n}7` } }),
  );
  const documentWords = Array.from({ length: 50 }, (_, n) =>
    JSON.stringify({ filters: { keywords: `install ${n} grid a b` } }),
  );
  const flood = Array.from({ length: 400 }, (_, n) => Buffer.from(frameOf(n, 5_000 + n)).toString('latin1'));
  const signIns = Array.from({ length: 100 }, (_, n) =>
    JSON.stringify({ account: `nobody${n}@example.com`, password: 'wrong password' }),
  );
  return [
    { name: 'module statistics, 1 account, 4 calls', senders: accounts.slice(0, 1), connections: 4, ...module },
    { name: 'module statistics, 3 accounts, 12 calls', senders: accounts.slice(0, 3), connections: 12, ...module },
    { name: 'module statistics, 8 accounts, 64 calls', senders: accounts, connections: 64, ...module },
    {
      name: 'years of a module, 8 accounts, 64 calls',
      senders: accounts,
      connections: 64,
      path: call('device/statistics/years'),
      bodies: json({ sn, input: 1 }),
    },
    {
      name: 'reports of ten years, 3 accounts, 12 calls',
      senders: accounts.slice(0, 3),
      connections: 12,
      path: call('site/report'),
      bodies: tenYears,
    },
    {
      name: 'reports of ten years as PDF, 3 accounts, 12 calls',
      senders: accounts.slice(0, 3),
      connections: 12,
      path: call('site/report/download'),
      bodies: download,
    },
    {
      name: 'downloads of a year of samples, 4 accounts, 12 calls',
      senders: accounts.slice(0, 4),
      connections: 12,
      path: call('device/history/download'),
      bodies: json({ sn, start: addDays(yesterday, -364), end: yesterday, format: 'csv' }),
    },
    {
      name: 'list of plants, 1 account, 40 calls',
      senders: accounts.slice(0, 1),
      connections: 40,
      path: call('site/listWithSN'),
      bodies: json({ page: { size: 100, num: 0 } }),
    },
    {
      name: 'list of plants, 8 accounts, 64 calls',
      senders: accounts,
      connections: 64,
      path: call('site/listWithSN'),
      bodies: json({ page: { size: 100, num: 0 } }),
    },
    {
      name: 'plants by words, 4 accounts, 40 calls',
      senders: accounts.slice(0, 4),
      connections: 40,
      path: call('site/listWithSN'),
      bodies: words,
    },
    {
      name: 'documents by words, 4 accounts, 40 calls',
      senders: accounts.slice(0, 4),
      connections: 40,
      path: call('configuration/documentation/list'),
      bodies: documentWords,
    },
    {
      name: 'refused bodies of 250 KB, 1 account, 16 calls',
      senders: accounts.slice(0, 1),
      connections: 16,
      path: call('site/createFast'),
      bodies: [large],
    },
    {
      name: 'bodies of 250 KB by strangers, 16 calls',
      senders: strangers,
      connections: 16,
      path: call('sign-in'),
      bodies: [large],
    },
    {
      name: 'wrong tokens, 32 calls',
      senders: strangers.map((stranger, n) => ({ ...stranger, authorization: `wrong ${n}` })),
      connections: 32,
      path: call('site/listWithSN'),
      bodies: json({}),
    },
    {
      name: 'sign-ins of strangers, 32 calls',
      senders: strangers,
      connections: 32,
      path: call('sign-in'),
      bodies: signIns,
    },
    { name: 'frames of devices, 32 connections', senders: [{}], connections: 32, path: '/i.php', bodies: flood },
  ];
}

/** Calls list, overview and chart one after another, as one person does. */
async function measure(headers: Record<string, string>, seconds: number): Promise<Times> {
  const times: Times = { list: [], overview: [], chart: [] };
  const today = new Date().toISOString().slice(0, 10);
  const until = performance.now() + seconds * 1_000;
  for (let n = 0; performance.now() < until; n++) {
    const sid = sidOf((n * 37) % SITES);
    times.list.push(await one('site/listWithSN', { page: { size: 20, num: 0 } }));
    times.overview.push(await one('site/overview', { sid }));
    times.chart.push(await one('site/statistics/echarts', { sid, types: 1, date: today }));
    await wait(20);
  }
  return times;

  async function one(path: string, body: object): Promise<number> {
    let left = 1;
    const request = post(world.url, `/v2/${path}`, JSON.stringify(body), headers);
    const { latencies } = await load(
      world.url,
      1,
      () => (left-- > 0 ? request : null),
      (_, status, answer) => {
        if (status === 200 && answer.startsWith('{"code":200')) return;
        failed = true;
        console.log(`${path}: ${status} ${answer.slice(0, 150)}`);
      },
    );
    return latencies[0] ?? Number.POSITIVE_INFINITY;
  }
}

function p95Of({ list, overview, chart }: Times) {
  return { list: percentile(list, 0.95), overview: percentile(overview, 0.95), chart: percentile(chart, 0.95) };
}

function added(times: Times, baseline: ReturnType<typeof p95Of>): number {
  const now = p95Of(times);
  return Math.max(now.list - baseline.list, now.overview - baseline.overview, now.chart - baseline.chart);
}

function row(name: string, times: Times, baseline: ReturnType<typeof p95Of>) {
  const cell = (values: number[]) => `${percentile(values, 0.5).toFixed(0)}, ${percentile(values, 0.95).toFixed(0)}`;
  return {
    'beside what': name,
    'list p50, p95 ms': cell(times.list),
    overview: cell(times.overview),
    'day chart': cell(times.chart),
    'added p95 ms': added(times, baseline).toFixed(0),
  };
}

/** Devices report at a steady pace, each report once, until `stop`. */
function startReports() {
  const counts = { acknowledged: 0, refused: 0, slowestMs: 0 };
  const first = SITES * EACH - REPORTING.devices;
  const begun = performance.now();
  /** When each device was last acknowledged; infinite while it waits. */
  const lastMs = new Map<number, number>();
  let sent = 0;
  let isOver = false;
  const paced = (async () => {
    const inFlight = new Set<Promise<void>>();
    while (!isOver) {
      for (; sent < ((performance.now() - begun) / 1_000) * REPORTING.perSecond; sent++) {
        const device = sent % REPORTING.devices;
        // Frames have no time of their own: two that arrive in one second are one sample.
        if (performance.now() - (lastMs.get(device) ?? -Infinity) < 1_500) continue;
        lastMs.set(device, Infinity);
        const body = frameOf(first + device, 1 + Math.floor(sent / REPORTING.devices));
        const from = performance.now();
        const report = fetch(`${world.url}/i.php`, { method: 'POST', body: Buffer.from(body) })
          .then(
            async (answer) => {
              await answer.text();
              if (answer.ok) counts.acknowledged++;
              else counts.refused++;
            },
            () => {
              counts.refused++;
            },
          )
          .then(() => {
            counts.slowestMs = Math.max(counts.slowestMs, performance.now() - from);
            lastMs.set(device, performance.now());
            inFlight.delete(report);
          });
        inFlight.add(report);
      }
      await wait(20);
    }
    await Promise.all(inFlight);
  })();
  return {
    async stop() {
      isOver = true;
      await paced;
      return counts;
    },
  };
}

/** Returns the number of samples of the reporting devices. */
async function storedReports(): Promise<number> {
  const sns = Array.from({ length: REPORTING.devices }, (_, n) => snOf(SITES * EACH - REPORTING.devices + n));
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from hot_samples where sn = any (${sns}::text[])`;
  return row!.count;
}
