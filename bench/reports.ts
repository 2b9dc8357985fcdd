// Claim: 2,000 reports a second of 10 device rows each, and 10,000 of one row, over MQTT from 1,000 gateways, each acknowledged after its commit, with the sender on the same machine.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readSamples } from '../server/src/samples/samples.ts';
import { sidOf, snOf, startWithGateways } from './fleet.ts';
import { DEVICES_EACH, GATEWAYS } from './reportSender.ts';
import { cpuSeconds, freePort, openWorld, percentile, postmasterOf, residentMb, table } from './world.ts';

const SECONDS = Number(process.argv[2] ?? 30);
const RUNS = [
  { perSecond: 2_000, rowsEach: 10 },
  { perSecond: 10_000, rowsEach: 1 },
];
/** Not counted: a server that has just started knows no gateway and runs its code for the first time; the longest latency of this period is shown. */
const WARM_UP_SECONDS = 15;
const DEVICES = GATEWAYS * DEVICES_EACH;
const DEVICES_A_SITE = 20;

let failed = false;
const shown: Record<string, string | number>[] = [];
for (const { perSecond, rowsEach } of RUNS) {
  const mqttPort = await freePort();
  const world = await openWorld({ env: { MQTT_PORT: String(mqttPort) } });
  try {
    await startWithGateways(world, { gateways: GATEWAYS, each: DEVICES_EACH, devicesASite: DEVICES_A_SITE });
    if (!(await run(world, mqttPort, perSecond, rowsEach))) failed = true;
  } finally {
    await world.close();
  }
}
table(shown);
process.exit(failed ? 1 : 0);

type World = Awaited<ReturnType<typeof openWorld>>;

async function run(world: World, mqttPort: number, perSecond: number, rowsEach: number): Promise<boolean> {
  const postmaster = postmasterOf(world.databaseDir);
  const memory: number[] = [];
  const sender = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'reportSender.ts'),
      ...[mqttPort, perSecond, WARM_UP_SECONDS + SECONDS, rowsEach].map(String),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  const connected = new Promise((resolve, reject) => {
    sender.stdout.once('data', resolve);
    sender.once('close', () => reject(new Error('the sender ended before it began')));
  });
  sender.stdout.on('data', (part: Buffer) => (output += part));
  const ended = new Promise((resolve) => sender.once('close', resolve));
  await connected;
  const startedAt = performance.now();
  const watch = setInterval(() => memory.push(residentMb(world.serverPid())), 1_000);
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_SECONDS * 1000));
  const before = spent();
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  const after = spent();
  await ended;
  const tookS = (performance.now() - startedAt) / 1000;
  clearInterval(watch);

  function spent() {
    return {
      node: cpuSeconds(world.serverPid()),
      postgres: cpuSeconds(postmaster),
      sender: cpuSeconds(sender.pid!),
    };
  }

  const latencies = (JSON.parse(output.slice(output.indexOf('{'))) as { latenciesMs: (number | null)[] }).latenciesMs;
  const counted = latencies.slice(WARM_UP_SECONDS * perSecond).filter((ms) => ms !== null);
  const starting = latencies.slice(0, WARM_UP_SECONDS * perSecond).filter((ms) => ms !== null);
  const acknowledged = latencies.filter((ms) => ms !== null).length;
  // By acknowledged reports: an overloaded server has not received all of them.
  const rows = (SECONDS * acknowledged * rowsEach) / tookS;
  const perRow = (seconds: number): string => ((seconds / rows) * 1e6).toFixed(1);
  const mb = (values: number[]): string => (values.reduce((sum, one) => sum + one, 0) / values.length).toFixed(0);
  const third = Math.max(1, Math.floor((memory.length - WARM_UP_SECONDS) / 3));
  shown.push({
    what: `${perSecond} reports/s of ${rowsEach} ${rowsEach === 1 ? 'row' : 'rows'}, ${SECONDS} s`,
    'reports/s': Math.round(acknowledged / tookS),
    'rows/s': Math.round((acknowledged * rowsEach) / tookS),
    'p50 ms': percentile(counted, 0.5).toFixed(0),
    'p99 ms': percentile(counted, 0.99).toFixed(0),
    'max ms': percentile(counted, 1).toFixed(0),
    'latest of the start, ms': percentile(starting, 1).toFixed(0),
    'CPU us/row: node': perRow(after.node - before.node),
    PostgreSQL: perRow(after.postgres - before.postgres),
    sender: perRow(after.sender - before.sender),
    'memory MB: first third': mb(memory.slice(WARM_UP_SECONDS, WARM_UP_SECONDS + third)),
    middle: mb(memory.slice(WARM_UP_SECONDS + third, WARM_UP_SECONDS + 2 * third)),
    last: mb(memory.slice(-third)),
  });
  console.log(`${latencies.length - acknowledged} reports without an acknowledgement`);
  return (await compare(world, latencies, rowsEach)) && acknowledged === latencies.length;
}

/** Checks that every acknowledged row is stored once, and counted by its day and its live row. */
async function compare(world: World, latencies: (number | null)[], rowsEach: number): Promise<boolean> {
  const expected = new Array<number>(DEVICES).fill(0);
  for (const [n, ms] of latencies.entries()) {
    if (ms === null) continue;
    for (let d = 0; d < rowsEach; d++) expected[(n % GATEWAYS) * DEVICES_EACH + d]!++;
  }
  const daysBySn = new Map(
    (
      await world.sql<{ sn: string; samples: number; energyWh: number; totalWh: number }[]>`
        select d.sn, sum(d.samples)::int as samples, sum(d.energy_wh) as energy_wh, max(l.total_wh) as total_wh
        from device_days d join device_live l using (sid, sn) group by d.sn`
    ).map((row) => [row.sn, row]),
  );
  let stored = 0;
  let wrong = 0;
  for (const [device, count] of expected.entries()) {
    if (count === 0) continue;
    const sid = sidOf(Math.floor(device / DEVICES_A_SITE));
    const sn = snOf(device);
    const { atMs } = await readSamples(world.sql, { sid, sn, fromMs: 0, toMs: Date.now() + 1e9 }, ['powerW']);
    const day = daysBySn.get(sn);
    const matches = day !== undefined && day.samples === count && Math.abs(day.energyWh - day.totalWh) < 1e-4;
    if (atMs.length !== count || !matches) wrong++;
    stored += atMs.length;
  }
  console.log(`stored ${stored} rows of ${DEVICES} devices; ${wrong} devices differ from what was acknowledged`);
  return wrong === 0;
}
