// Claim: single frames over HTTP, each answered after its commit, compared with a bare node:http server and, where installed, VictoriaMetrics.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fillSites, frameOf } from './fleet.ts';
import { load, post } from './load.ts';
import { cpuSeconds, openWorld, percentile, postmasterOf, residentMb, table } from './world.ts';

const FRAMES = Number(process.argv[2] ?? 40_000);
const DEVICES = 2_000;
const CONNECTIONS = 64;

const rows: Record<string, string | number>[] = [];
const requests = (url: string) => {
  let sent = 0;
  return () => {
    if (sent >= FRAMES) return null;
    const n = sent++;
    return post(url, '/i.php', frameOf(n % DEVICES, Math.floor(n / DEVICES)));
  };
};

// Baseline: reads the body and answers, without other work.
const baselineServer = spawn(process.execPath, [
  '-e',
  `require('node:http').createServer((q,r)=>{q.on('data',()=>{});q.on('end',()=>r.end('20260101000000'))}).listen(0,'127.0.0.1',function(){console.log(this.address().port)})`,
]);
const baselinePort = await new Promise<string>((resolve) =>
  baselineServer.stdout.once('data', (text) => resolve(String(text).trim())),
);
await measure('bare node:http', `http://127.0.0.1:${baselinePort}`, () => cpuSeconds(baselineServer.pid!));
baselineServer.kill();

const world = await openWorld();
try {
  await world.startServer();
  await fillSites(world.sql, DEVICES / 20, 20);
  const server = () => cpuSeconds(world.serverPid());
  const database = () => cpuSeconds(postmasterOf(world.databaseDir));
  await untilIdle(() => server() + database());
  const before = residentMb(world.serverPid());
  const [server0, database0] = [server(), database()];
  await measure('Heliograph, answered after commit', world.url, () => server() + database());
  const usEach = (seconds: number) => `${Math.round((seconds / FRAMES) * 1e6)} us`;
  console.log(`of the server ${usEach(server() - server0)}, of the database ${usEach(database() - database0)}`);
  const [{ count }] = (await world.sql`select sum(samples)::int as count from device_days`) as unknown as [
    { count: number },
  ];
  console.log(
    `stored ${count} of ${FRAMES}; server memory ${before.toFixed(0)} -> ${residentMb(world.serverPid()).toFixed(0)} MB`,
  );
} finally {
  await world.close();
}
if (existsSync('/usr/bin/victoria-metrics')) await measureVictoria();
table(rows);

/** Waits for the work that a server continues after its start, and a database after it was filled, so that it is not attributed to frames. */
async function untilIdle(cpu: () => number): Promise<void> {
  for (let before = cpu(), tries = 0; tries < 60; tries++) {
    await wait(500);
    const now = cpu();
    if (now - before <= 0.02) return;
    before = now;
  }
}

async function measure(name: string, url: string, cpu: () => number, next = requests(url)): Promise<void> {
  const cpu0 = cpu();
  const result = await load(url, CONNECTIONS, next);
  const answered = result.latencies.length;
  rows.push({
    what: name,
    'requests/s': Math.round(answered / result.seconds),
    'p50 ms': percentile(result.latencies, 0.5).toFixed(1),
    'p99 ms': percentile(result.latencies, 0.99).toFixed(1),
    'CPU us/request': Math.round(((cpu() - cpu0) / answered) * 1e6),
    statuses: JSON.stringify(result.statuses),
  });
}

async function measureVictoria(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'heliograph-vm-'));
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
  const peer: ChildProcess = spawn(
    '/usr/bin/victoria-metrics',
    [`-storageDataPath=${dir}`, `-httpListenAddr=127.0.0.1:${port}`],
    { stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  for (
    let tries = 0;
    tries < 100 &&
    !(await fetch(`${url}/health`).then(
      (answer) => answer.ok,
      () => false,
    ));
    tries++
  ) {
    await wait(100);
  }
  let sent = 0;
  await measure(
    'VictoriaMetrics /write (no durable commit)',
    url,
    () => cpuSeconds(peer.pid!),
    () => {
      if (sent >= FRAMES) return null;
      const n = sent++;
      const line = `m,dev=${n % DEVICES} power=${150 + (n % 100)},volt=230.4,amp=4.1,freq=50.01,temp=35.2,energy=${1000 + n}i ${Date.now() + Math.floor(n / DEVICES)}`;
      return post(url, '/write?precision=ms', line);
    },
  );
  const ended = new Promise((resolve) => peer.once('exit', resolve));
  peer.kill();
  await ended;
  rmSync(dir, { recursive: true, force: true });
}
