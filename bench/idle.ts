// Claim: 20,000 connected gateways that only ping fit into under 1 GB, in one server or, where the limit of open files of a process is lower, in as few servers as needed; pings are acknowledged as fast as ever.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { startWithGateways } from './fleet.ts';
import { MAX_A_SENDER } from './idleSender.ts';
import { cpuSeconds, freePort, openWorld, percentile, residentMb, table } from './world.ts';

const GATEWAYS = Number(process.argv[2] ?? 20_000);
const SECONDS = Number(process.argv[3] ?? 60);
const MAX_MB = 1_000;
const DEVICES_A_SITE = 20;

/** Files of a server for its database, its page and its log. */
const OTHER_FILES = 1_000;
const FILES = Number(/Max open files\s+\d+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1] ?? Infinity);
const SERVERS = Math.ceil(GATEWAYS / Math.min(GATEWAYS, FILES - OTHER_FILES));
const GATEWAYS_A_SENDER = Math.min(MAX_A_SENDER, Math.ceil(GATEWAYS / SERVERS));

const mqttPort = await freePort();
const world = await openWorld({ env: { MQTT_PORT: String(mqttPort) } });
const others: { port: number; child: ChildProcess }[] = [];
let failed = false;
try {
  await startWithGateways(world, { gateways: GATEWAYS, each: 1, devicesASite: DEVICES_A_SITE });
  while (others.length < SERVERS - 1) {
    const port = await freePort();
    others.push({ port, ...(await world.startExtraServer({ MQTT_PORT: String(port) })) });
  }
  const ports = [mqttPort, ...others.map(({ port }) => port)];
  const pids = [world.serverPid(), ...others.map(({ child }) => child.pid!)];
  const sumOf = (of: (pid: number) => number): number => pids.reduce((sum, pid) => sum + of(pid), 0);
  const emptyMb = sumOf(residentMb);
  const from = performance.now();
  const senders = Array.from({ length: Math.ceil(GATEWAYS / GATEWAYS_A_SENDER) }, (_, n) => {
    const child = spawn(
      process.execPath,
      [
        `${import.meta.dirname}/idleSender.ts`,
        ...[
          ports[n % ports.length]!,
          n * GATEWAYS_A_SENDER,
          Math.min(GATEWAYS_A_SENDER, GATEWAYS - n * GATEWAYS_A_SENDER),
          SECONDS,
        ].map(String),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    child.stdout.on('data', (part: Buffer) => (output += part));
    return {
      connected: new Promise((resolve) => child.stdout.once('data', resolve)),
      ended: new Promise<{ pingsMs: number[]; lost: number }>((resolve) =>
        child.once('close', () => resolve(JSON.parse(output.slice(output.indexOf('{'))))),
      ),
    };
  });
  await Promise.all(senders.map(({ connected }) => connected));
  const connectedS = (performance.now() - from) / 1000;
  const before = sumOf(cpuSeconds);
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(sumOf(residentMb)), 1_000);
  const results = await Promise.all(senders.map(({ ended }) => ended));
  clearInterval(watch);
  const cpu = (sumOf(cpuSeconds) - before) / SECONDS;
  const pings = results.flatMap(({ pingsMs }) => pingsMs);
  const lost = results.reduce((sum, one) => sum + one.lost, 0);
  const peakMb = Math.max(...memory);
  failed = peakMb > MAX_MB || lost > 0;
  table([
    {
      gateways: GATEWAYS,
      servers: SERVERS,
      'connected in s': connectedS.toFixed(0),
      'MB before': emptyMb.toFixed(0),
      'MB at most': peakMb.toFixed(0),
      'MB at the end': memory.at(-1)!.toFixed(0),
      'KB a gateway': (((memory.at(-1)! - emptyMb) * 1000) / GATEWAYS).toFixed(1),
      'CPU of one core': cpu.toFixed(2),
      'ping p50 ms': percentile(pings, 0.5).toFixed(0),
      'ping p99 ms': percentile(pings, 0.99).toFixed(0),
      lost,
    },
  ]);
} finally {
  for (const { child } of others) child.kill('SIGKILL');
  await world.close();
}
process.exit(failed ? 1 : 0);
