// Claim: 2,000 reports a second of 10 device rows each, from 1,000 gateways, each acknowledged after its commit, with the sender beside it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { readingOfRow } from '../server/src/families/rows.ts';
import { openParts } from '../server/src/openParts.ts';
import { readSamples } from '../server/src/samples/samples.ts';
import { openCollector } from '../server/src/telemetry/collect.ts';
import { fillSites, sidOf, snOf } from './fleet.ts';
import { DEVICES_EACH, GATEWAYS, type SentReport } from './reportSender.ts';
import { cpuSeconds, openWorld, percentile, postmasterOf, residentMb, table } from './world.ts';

const REPORTS_A_SECOND = Number(process.argv[2] ?? 2_000);
const SECONDS = Number(process.argv[3] ?? 30);
/** Before what is counted: a server that has just started knows nothing of any device. */
const WARM_UP_SECONDS = 5;
const DEVICES = GATEWAYS * DEVICES_EACH;
const DEVICES_A_SITE = 20;

const folder = mkdtempSync(join(tmpdir(), 'heliograph-reports-'));
const world = await openWorld();
let failed = false;
try {
  // the companies that plants belong to are seeded by the server's first start
  await world.startServer();
  await world.killServer();
  await fillSites(world.sql, DEVICES / DEVICES_A_SITE, DEVICES_A_SITE);
  await world.sql`vacuum analyze`;
  failed = !(await run());
} finally {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

async function run(): Promise<boolean> {
  const { sql } = world;
  const clock = { now: () => new Date() };
  const collector = openCollector({ sql, clock, log: pino({ level: 'error' }), ...openParts(sql) });
  const outcomes: Record<string, number> = {};

  async function take(line: string, socket: Socket): Promise<void> {
    const { id, gateway, rows } = JSON.parse(line) as SentReport;
    const readings = rows.map(({ sn, at, statusBits, mode, ...quantities }) =>
      readingOfRow({ gateway, sn, at: new Date(at), statusBits, mode, quantities }),
    );
    const taken = await collector.collectRows(readings);
    for (const { kind } of Array.isArray(taken) ? taken : rows.map(() => taken)) {
      outcomes[kind] = (outcomes[kind] ?? 0) + 1;
    }
    if (Array.isArray(taken)) socket.write(`${id}\n`);
  }

  const path = join(folder, 'reports.sock');
  const server = createServer((socket) => {
    socket.setEncoding('utf8');
    let rest = '';
    socket.on('data', (part: string) => {
      const lines = (rest + part).split('\n');
      rest = lines.pop()!;
      for (const line of lines) void take(line, socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));

  const postmaster = postmasterOf(world.databaseDir);
  const memory: number[] = [];
  const startedAt = performance.now();
  const sender = spawn(
    process.execPath,
    [join(import.meta.dirname, 'reportSender.ts'), path, String(REPORTS_A_SECOND), String(WARM_UP_SECONDS + SECONDS)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  sender.stdout.on('data', (part: Buffer) => (said += part));
  const ended = new Promise((resolve) => sender.once('close', resolve));
  const watch = setInterval(() => memory.push(residentMb(process.pid)), 1_000);
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_SECONDS * 1000));
  const before = spent();
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  const after = spent();
  await ended;
  const tookS = (performance.now() - startedAt) / 1000;
  clearInterval(watch);
  await collector.close();
  server.close();

  function spent() {
    const { user, system } = process.cpuUsage();
    return { node: (user + system) / 1e6, postgres: cpuSeconds(postmaster), sender: cpuSeconds(sender.pid!) };
  }

  const latencies = (JSON.parse(said) as { latenciesMs: (number | null)[] }).latenciesMs;
  const counted = latencies.slice(WARM_UP_SECONDS * REPORTS_A_SECOND).filter((ms) => ms !== null);
  const acknowledged = latencies.filter((ms) => ms !== null).length;
  const rows = SECONDS * REPORTS_A_SECOND * DEVICES_EACH;
  const perRow = (seconds: number): string => ((seconds / rows) * 1e6).toFixed(1);
  const mb = (values: number[]): string => (values.reduce((sum, one) => sum + one, 0) / values.length).toFixed(0);
  const third = Math.max(1, Math.floor((memory.length - WARM_UP_SECONDS) / 3));
  table([
    {
      what: `${REPORTS_A_SECOND} reports/s of ${DEVICES_EACH} rows, ${SECONDS} s`,
      'rows/s': Math.round((acknowledged * DEVICES_EACH) / tookS),
      'p50 ms': percentile(counted, 0.5).toFixed(0),
      'p99 ms': percentile(counted, 0.99).toFixed(0),
      'max ms': percentile(counted, 1).toFixed(0),
      'CPU us/row: node': perRow(after.node - before.node),
      PostgreSQL: perRow(after.postgres - before.postgres),
      sender: perRow(after.sender - before.sender),
      'memory MB: first third': mb(memory.slice(WARM_UP_SECONDS, WARM_UP_SECONDS + third)),
      middle: mb(memory.slice(WARM_UP_SECONDS + third, WARM_UP_SECONDS + 2 * third)),
      last: mb(memory.slice(-third)),
    },
  ]);
  console.log(
    `outcomes of rows: ${JSON.stringify(outcomes)}; ${latencies.length - acknowledged} reports without an answer`,
  );
  return (await compare(latencies)) && acknowledged === latencies.length;
}

/** Every acknowledged row must be stored once, and counted by its day and its live row. */
async function compare(latencies: (number | null)[]): Promise<boolean> {
  const expected = new Array<number>(DEVICES).fill(0);
  for (const [n, ms] of latencies.entries()) {
    if (ms === null) continue;
    for (let d = 0; d < DEVICES_EACH; d++) expected[(n % GATEWAYS) * DEVICES_EACH + d]!++;
  }
  const told = new Map(
    (
      await world.sql<{ sn: string; samples: number; energyWh: number; totalWh: number }[]>`
        select d.sn, sum(d.samples)::int as samples, sum(d.energy_wh) as energy_wh, max(l.total_wh) as total_wh
        from device_days d join device_live l using (sid, sn) group by d.sn`
    ).map((row) => [row.sn, row]),
  );
  let stored = 0;
  let wrong = 0;
  for (const [device, count] of expected.entries()) {
    const sid = sidOf(Math.floor(device / DEVICES_A_SITE));
    const sn = snOf(device);
    const { atMs } = await readSamples(world.sql, { sid, sn, fromMs: 0, toMs: Date.now() + 1e9 }, ['powerW']);
    const day = told.get(sn);
    const same = day !== undefined && day.samples === count && Math.abs(day.energyWh - day.totalWh) < 1e-4;
    if (atMs.length !== count || !same) wrong++;
    stored += atMs.length;
  }
  console.log(`stored ${stored} rows of ${DEVICES} devices; ${wrong} devices differ from what was acknowledged`);
  return wrong === 0;
}
