// Claim: kill -9 of the server or of PostgreSQL loses no acknowledged MQTT report and stores none twice; the losses of a broker in front are measured as well.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';
import { readSamples } from '../server/src/samples/samples.ts';
import { GATEWAY_PASSWORD, gatewayOf, sidOf, snOf, startWithGateways } from './fleet.ts';
import { untilReady } from './sending.ts';
import { freePort, openWorld, percentile, table, type World } from './world.ts';

const SERVER_KILLS = Number(process.argv[2] ?? 50);
const DATABASE_KILLS = Number(process.argv[3] ?? 20);
const BROKER_KILLS = Number(process.argv[4] ?? 10);
const GATEWAYS = 100;
const EACH = 10;
const DEVICES_A_SITE = 20;
const MOSQUITTO = '/usr/sbin/mosquitto';
/** A broker that writes its whole state to disk with each message delivers slowly, so it gets no more messages than it can deliver. */
const QUIET_MS = 20_000;
const IN_FRONT = 'Mosquitto in front';

const rows: Record<string, string | number>[] = [];
let passed = true;

await measure('server', SERVER_KILLS, async (world) => {
  await world.killServer();
  await world.startServer();
});
await measure('PostgreSQL, server goes on', DATABASE_KILLS, async (world) => {
  world.killDatabase();
  await wait(50);
});
if (existsSync(MOSQUITTO)) await measureBroker();
else console.log('Mosquitto is not installed: the external broker was left out');
table(rows);
console.log(passed ? 'nothing that the portal acknowledged was lost, nothing was stored twice' : 'FAILED');
process.exit(passed ? 0 : 1);

/** A gateway that sends a report for each second of its own time, repeated until acknowledged, as fast as possible. */
interface Sender {
  acknowledged: number[];
  stop(): Promise<void>;
}

function startSender(port: number, gateway: number, baseMs: number, everyMs: number): Sender {
  const sn = gatewayOf(gateway);
  const acknowledged: number[] = [];
  let stopped = false;
  // The library resends unacknowledged messages after it has reconnected.
  const client: MqttClient = mqtt.connect({
    host: '127.0.0.1',
    port,
    clientId: sn,
    username: sn,
    password: GATEWAY_PASSWORD,
    reconnectPeriod: 100,
    connectTimeout: 2_000,
  });
  client.on('error', () => {});
  const sending = (async () => {
    for (let turn = 0; !stopped; turn++) {
      const at = baseMs + turn * 1000;
      const devices = Array.from({ length: EACH }, (_, d) => ({
        sn: snOf(gateway * EACH + d),
        at,
        q: { powerW: 100 + (turn % 100), counterWh: 1000 + turn },
      }));
      await client.publishAsync(`hg/${sn}/up/report`, JSON.stringify({ v: 1, devices }), { qos: 1 }).then(
        () => acknowledged.push(at),
        () => {},
      );
      await wait(everyMs);
    }
  })();
  return {
    acknowledged,
    async stop() {
      stopped = true;
      await Promise.race([sending, wait(10_000)]);
      await client.endAsync(true).catch(() => {});
    },
  };
}

async function measure(what: string, kills: number, kill: (world: World) => Promise<void>): Promise<void> {
  if (kills === 0) return;
  const mqttPort = await freePort();
  const world = await openWorld({ env: { MQTT_PORT: String(mqttPort) }, onLog: () => {} });
  try {
    await startWithGateways(world, { gateways: GATEWAYS, each: EACH, devicesASite: DEVICES_A_SITE });
    await measureKills(what, kills, world, mqttPort, () => kill(world));
  } finally {
    await world.close();
  }
}

async function measureBroker(): Promise<void> {
  if (BROKER_KILLS === 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-broker-'));
  const port = await freePort();
  const passwords = join(folder, 'passwords');
  const accounts = Array.from({ length: GATEWAYS }, (_, gateway) => `${gatewayOf(gateway)}:${GATEWAY_PASSWORD}`);
  writeFileSync(passwords, `heliograph:secret\n${accounts.join('\n')}\n`, { mode: 0o600 });
  spawnSync('mosquitto_passwd', ['-U', passwords]);
  // Acknowledged messages must be on the broker's disk: autosave after each change.
  writeFileSync(
    join(folder, 'conf'),
    `listener ${port} 127.0.0.1\nallow_anonymous false\npassword_file ${passwords}\nuser root\npersistence true\npersistence_location ${folder}/\nautosave_interval 1\nautosave_on_changes true\nmax_queued_messages 0\n`,
  );
  let broker: ChildProcess = spawn(MOSQUITTO, ['-c', join(folder, 'conf')], { stdio: 'ignore' });
  await wait(500);
  const world = await openWorld({ env: { MQTT_URL: `mqtt://heliograph:secret@127.0.0.1:${port}` }, onLog: () => {} });
  try {
    await startWithGateways(world, { gateways: GATEWAYS, each: EACH, devicesASite: DEVICES_A_SITE });
    await wait(3_000);
    await measureKills(IN_FRONT, BROKER_KILLS, world, port, async () => {
      broker.kill('SIGKILL');
      await wait(300);
      broker = spawn(MOSQUITTO, ['-c', join(folder, 'conf')], { stdio: 'ignore' });
    });
  } finally {
    broker.kill('SIGKILL');
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureKills(
  what: string,
  kills: number,
  world: World,
  port: number,
  kill: () => Promise<void>,
): Promise<void> {
  const baseMs = Date.now() - 20 * 86_400_000;
  const senders = Array.from({ length: GATEWAYS }, (_, gateway) =>
    startSender(port, gateway, baseMs, what === IN_FRONT ? 500 : 20),
  );
  const count = () => senders.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const backAfterS: number[] = [];
  // A server that dies during its start is the task of its supervisor, so the first kill waits.
  while (count() < 500) await wait(50);
  await wait(2_000);
  for (let round = 0; round < kills; round++) {
    await wait(200 + ((round * 617) % 1100));
    const killedAt = performance.now();
    await kill();
    await untilReady(world.url, 60);
    const before = count();
    while (count() < before + 100) await wait(10);
    backAfterS.push((performance.now() - killedAt) / 1000);
  }
  await wait(1_000);
  for (const sender of senders) void sender.stop();
  await Promise.all(senders.map((sender) => sender.stop()));
  // Messages that a broker has acknowledged are stored later, so this waits until it has delivered all of them.
  for (let samplesBefore = -1, sinceMs = performance.now(); performance.now() - sinceMs < QUIET_MS; ) {
    await wait(1_000);
    const [now] = await world.sql<{ samples: number }[]>`
      select coalesce(sum(samples), 0)::int as samples from device_days`;
    if (now!.samples === samplesBefore) continue;
    samplesBefore = now!.samples;
    sinceMs = performance.now();
  }
  const { lost, twice } = await compare(world, senders, baseMs);
  // A broker in front acknowledges before its disk write: the portal is not responsible for its losses.
  const isPortalLoss = what !== IN_FRONT;
  if ((isPortalLoss && lost > 0) || twice > 0 || count() === 0) passed = false;
  rows.push({
    'killed with -9': what,
    times: kills,
    'reports acknowledged': count(),
    'rows lost': lost,
    'rows twice': twice,
    'accepted again after, median s': percentile(backAfterS, 0.5).toFixed(1),
    'longest s': Math.max(...backAfterS).toFixed(1),
  });
}

async function compare(world: World, senders: readonly Sender[], baseMs: number) {
  let lost = 0;
  let twice = 0;
  for (const [gateway, { acknowledged }] of senders.entries()) {
    for (let d = 0; d < EACH; d++) {
      const device = gateway * EACH + d;
      const [sid, sn] = [sidOf(Math.floor(device / DEVICES_A_SITE)), snOf(device)];
      const { atMs } = await readSamples(world.sql, { sid, sn, fromMs: baseMs, toMs: Date.now() + 1e6 }, ['powerW']);
      const stored = new Set(atMs);
      twice += atMs.length - stored.size;
      for (const at of acknowledged) if (!stored.has(at)) lost++;
      const [days] = await world.sql<{ samples: number }[]>`
        select sum(samples)::int as samples from device_days where sid = ${sid} and sn = ${sn}`;
      twice += Math.max(0, (days?.samples ?? 0) - stored.size);
    }
  }
  return { lost, twice };
}
