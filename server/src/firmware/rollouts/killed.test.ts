// Roll-outs run by real servers on one database: by two at once, and by one that is killed (kill -9) in the middle of a wave. No device is updated twice, none is left out, and each wave begins once.
import { setTimeout as wait } from 'node:timers/promises';
import type { CommandResult } from '@heliograph/contract/report.ts';
import { checkUpdate } from '@heliograph/simulator/update.ts';
import { beforeEach, expect, test } from 'vitest';
import { isCluster } from '../../../test/cluster.ts';
import { firmwareFile, MAKER } from '../../../test/firmware.ts';
import { freePort } from '../../../test/freePort.ts';
import { again, killedServers, PATIENCE, serverOfNow } from '../../../test/killedServer.ts';
import { connectDevice, passwordOf, type TestDevice } from '../../../test/mqttDevices.ts';
import { createRolloutPlants, PLAN } from '../../../test/rolloutPlants.ts';

const serverOn = killedServers();
const server = await serverOfNow({ FIRMWARE_KEYS: MAKER.hex });
const { sql } = server;
beforeEach(() => server.clock.set(new Date().toISOString()));

/** Starts a server from which devices download their firmware. */
async function newProcess() {
  const mqttPort = await freePort();
  return { mqttPort, ...(await serverOn(server, { FIRMWARE_KEYS: MAKER.hex, MQTT_PORT: String(mqttPort) })) };
}
let running: Awaited<ReturnType<typeof newProcess>> | undefined;
/** The server shared by the tests, each of which has its own roll-out and plants. */
const sharedProcess = async () => (running ??= await newProcess());

interface Received {
  id: string;
  do: string;
  parameters: Record<string, unknown>;
}

/** Step at which a gateway stalls until its server dies; then it continues. */
type Stall = 'receives it' | 'downloads it' | 'has installed it' | undefined;

/** A gateway whose memory outlives its connections, as the protocol requires: it only answers a command that it already knows. */
interface Gateway {
  sn: string;
  password: string;
  /** Ids of received updates, in order. */
  received: Set<string>;
  installed: string[];
  runs: string;
  stall: Stall;
  /** Whether it has reached the step at which it stalls. */
  isStalled: boolean;
  answers: Map<string, Partial<CommandResult>>;
}

const newGateway = async (sn: string, stall?: Stall): Promise<Gateway> => ({
  sn,
  password: await passwordOf(sql, sn),
  received: new Set<string>(),
  installed: [],
  runs: '1.8.0',
  stall,
  isStalled: false,
  answers: new Map(),
});

async function playUpdates(gateway: Gateway, port: number): Promise<TestDevice> {
  const { sn } = gateway;
  const device = await connectDevice(port, { sn, password: gateway.password });
  const announce = () =>
    device.up('announce', {
      v: 1,
      at: 0,
      kind: 'gateway',
      model: 'HG-1',
      hardware: '2.1',
      firmware: gateway.runs,
      intervalS: 60,
      devices: [],
    });
  const work = async ({ id, do: what, parameters }: Received): Promise<void> => {
    if (what !== 'update') return;
    const sendAnswer = async (answer: Partial<CommandResult>) => {
      gateway.answers.set(id, answer);
      await device.up('result', { v: 1, id, at: 0, reason: '', parameters: {}, ...answer });
    };
    const stop = (): void => {
      gateway.isStalled = true;
    };
    const isKnown = gateway.received.has(id);
    gateway.received.add(id);
    const before = gateway.answers.get(id);
    if (isKnown && before?.state === 'done') return void (await sendAnswer(before));
    if (gateway.stall === 'receives it') return stop();
    await sendAnswer({ state: 'accepted' });
    if (gateway.stall === 'downloads it') return stop();
    // Downloads from its server, which may be down.
    let checked = await checkUpdate(parameters, { publicKey: MAKER.pem });
    for (; checked.refusal === 'downloadFailed'; await wait(100))
      checked = await checkUpdate(parameters, { publicKey: MAKER.pem });
    if (checked.refusal) return void (await sendAnswer({ state: 'refused', reason: checked.refusal }));
    gateway.installed.push(id);
    gateway.runs = checked.version;
    if (gateway.stall === 'has installed it') {
      gateway.answers.set(id, { state: 'done' });
      return stop();
    }
    await sendAnswer({ state: 'done' });
    await announce();
  };
  device.client.on('message', (topic, payload) => {
    // An answer lost here is sent when the command is repeated.
    if (topic === `hg/${sn}/down/command`) work(JSON.parse(payload.toString()) as Received).catch(() => {});
  });
  await device.client.subscribeAsync(`hg/${sn}/down/#`, { qos: 1 });
  await announce();
  return device;
}

const connect = (gateway: Gateway, port: number) => again(() => playUpdates(gateway, port));

/** The first three devices, then all; the second wave begins when the first ends. */
const WAVES = [
  { unit: 'devices', upTo: 3 },
  { unit: 'percent', upTo: 100 },
];

type RolloutPlants = Awaited<ReturnType<typeof createRolloutPlants>>;

const updatesOf = (gateways: Pick<Gateway, 'sn'>[]) =>
  sql<{ sn: string; id: string; state: string }[]>`
    select sn, id, state from commands where action = 'update' and sn in ${sql(gateways.map(({ sn }) => sn))}`;

async function expectFinished({ plants, id }: { plants: RolloutPlants; id: string }, gateways: Gateway[]) {
  await expect
    .poll(async () => (await plants.detail(id)).rollout, PATIENCE)
    .toMatchObject({ state: 'finished', wave: 1, counts: { updated: gateways.length } });
  // Each device has one command, which it alone received and installed once; the audit log has as many lines.
  const commands = await updatesOf(gateways);
  expect(commands.map(({ sn, state }) => [sn, state]).toSorted()).toEqual(
    gateways.map(({ sn }) => [sn, 'readBack']).toSorted(),
  );
  for (const { sn, received, installed } of gateways) {
    const ids = commands.filter((command) => command.sn === sn).map((command) => command.id);
    expect([sn, [...received], installed]).toEqual([sn, ids, ids]);
  }
  const lines = await sql<{ n: number }[]>`
    select count(*)::int as n from audit_log where action = 'configuration/ota/update' and after ->> 'rollout' = ${id}`;
  expect(lines[0]!.n).toBe(gateways.length);
  expect((await plants.detail(id)).history.map(({ what }) => what)).toEqual(['finished', 'wave', 'begun']);
}

// Runs first, because it starts the shared server while holding a lock that the server waits for.
// On a cluster, another node may wait, where this test does not look.
test.runIf(!isCluster)(
  'a server killed while it requests one update of a wave keeps the updates already requested and continues with the others',
  async () => {
    const plants = await createRolloutPlants(server, 6, firmwareFile(70_000));
    const id = await plants.begun({ plan: { ...PLAN, waves: WAVES } });
    const [, second] = await sql<{ sid: string; sn: string }[]>`
    select sid, sn from rollout_devices where rollout_id = ${id} order by wave, place`;
    const gateways = await Promise.all(plants.gateways.map(({ sn }) => newGateway(sn)));
    const releasing = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    // The server blocks at the second device of the first wave, in the middle of its transaction.
    const locker = sql.begin(async (tx) => {
      await tx`select from rollout_devices where rollout_id = ${id} and sid = ${second!.sid} and sn = ${second!.sn} for update`;
      locked.resolve();
      await releasing.promise;
    });
    await locked.promise;
    const serverProcess = await sharedProcess();
    const lockWaits = async () =>
      (
        await sql<{ n: number }[]>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%update rollout_devices%'`
      )[0]!.n;
    await expect.poll(lockWaits, PATIENCE).toBe(1);
    await serverProcess.kill();
    releasing.resolve();
    await locker;
    const requested = await updatesOf(gateways);
    expect(requested).toHaveLength(1);
    expect(requested[0]!.sn).not.toBe(second!.sn);
    await serverProcess.start();
    await Promise.all(gateways.map((gateway) => connect(gateway, serverProcess.mqttPort)));
    await expectFinished({ plants, id }, gateways);
  },
  180_000,
);

test('a server killed with devices of a wave at each step: each device and the wave continue from there', async () => {
  const plants = await createRolloutPlants(server, 6, firmwareFile(70_000));
  const serverProcess = await sharedProcess();
  const stalls: Stall[] = ['receives it', 'downloads it', 'has installed it', undefined, undefined, undefined];
  const id = await plants.begun({ plan: { ...PLAN, waves: WAVES } });
  const wave = await plants.devices(id);
  const byWave = plants.gateways.toSorted((one, other) => waveOf(one.sn) - waveOf(other.sn));
  function waveOf(sn: string): number {
    return wave.find((device) => device.sn === sn)!.wave;
  }
  const gateways = await Promise.all(byWave.map(({ sn }, n) => newGateway(sn, stalls[n])));
  await Promise.all(gateways.map((gateway) => connect(gateway, serverProcess.mqttPort)));
  await expect
    .poll(() => gateways.map(({ isStalled }) => isStalled), PATIENCE)
    .toEqual(stalls.map((stall) => stall !== undefined));
  await serverProcess.kill();
  for (const gateway of gateways) gateway.stall = undefined;
  await serverProcess.start();
  await Promise.all(gateways.map((gateway) => connect(gateway, serverProcess.mqttPort)));
  await expectFinished({ plants, id }, gateways);
}, 180_000);

test('two servers on one database update every device once and begin each wave once', async () => {
  const plants = await createRolloutPlants(server, 6, firmwareFile(70_000));
  const servers = await Promise.all([sharedProcess(), newProcess()]);
  const gateways = await Promise.all(plants.gateways.map(({ sn }) => newGateway(sn)));
  // Half of the gateways are connected to the server that did not begin the roll-out.
  await Promise.all(gateways.map((gateway, n) => connect(gateway, servers[n % 2]!.mqttPort)));
  const id = await plants.begun({ plan: { ...PLAN, waves: WAVES } });
  await expectFinished({ plants, id }, gateways);
}, 180_000);
