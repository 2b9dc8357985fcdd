// Roll-outs moved on by real servers on one database: by two at once, and by one that is killed with -9 in the middle of a wave. No device is told twice, none is left out, and each wave begins once.
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

/** Devices fetch their firmware from it. */
async function newProcess() {
  const mqttPort = await freePort();
  return { mqttPort, ...(await serverOn(server, { FIRMWARE_KEYS: MAKER.hex, MQTT_PORT: String(mqttPort) })) };
}
let running: Awaited<ReturnType<typeof newProcess>> | undefined;
/** The server that the tests share, each with a roll-out and plants of its own. */
const sharedProcess = async () => (running ??= await newProcess());

interface Told {
  id: string;
  do: string;
  parameters: Record<string, unknown>;
}

/** What a gateway does with an update until its server dies; then it goes on. */
type Stall = 'hears it' | 'fetches it' | 'holds it' | undefined;

/** A gateway whose memory outlives its connections, as the protocol asks of it: a command it knows it only answers. */
interface Gateway {
  sn: string;
  password: string;
  /** Ids of updates that it heard of, in turn. */
  heard: Set<string>;
  installed: string[];
  runs: string;
  stall: Stall;
  /** It stands where it was to stall. */
  isStalled: boolean;
  answers: Map<string, Partial<CommandResult>>;
}

const newGateway = async (sn: string, stall?: Stall): Promise<Gateway> => ({
  sn,
  password: await passwordOf(sql, sn),
  heard: new Set<string>(),
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
  const work = async ({ id, do: what, parameters }: Told): Promise<void> => {
    if (what !== 'update') return;
    const sendAnswer = async (answer: Partial<CommandResult>) => {
      gateway.answers.set(id, answer);
      await device.up('result', { v: 1, id, at: 0, reason: '', parameters: {}, ...answer });
    };
    const stands = (): void => {
      gateway.isStalled = true;
    };
    const isKnown = gateway.heard.has(id);
    gateway.heard.add(id);
    const before = gateway.answers.get(id);
    if (isKnown && before?.state === 'done') return void (await sendAnswer(before));
    if (gateway.stall === 'hears it') return stands();
    await sendAnswer({ state: 'accepted' });
    if (gateway.stall === 'fetches it') return stands();
    // From its server, which may be away.
    let checked = await checkUpdate(parameters, { publicKey: MAKER.pem });
    for (; checked.refusal === 'downloadFailed'; await wait(100))
      checked = await checkUpdate(parameters, { publicKey: MAKER.pem });
    if (checked.refusal) return void (await sendAnswer({ state: 'refused', reason: checked.refusal }));
    gateway.installed.push(id);
    gateway.runs = checked.version;
    if (gateway.stall === 'holds it') {
      gateway.answers.set(id, { state: 'done' });
      return stands();
    }
    await sendAnswer({ state: 'done' });
    await announce();
  };
  device.client.on('message', (topic, payload) => {
    // What is not said here is said when it is told once more.
    if (topic === `hg/${sn}/down/command`) work(JSON.parse(payload.toString()) as Told).catch(() => {});
  });
  await device.client.subscribeAsync(`hg/${sn}/down/#`, { qos: 1 });
  await announce();
  return device;
}

const plays = (gateway: Gateway, port: number) => again(() => playUpdates(gateway, port));

/** The first three, then all; the second wave begins with the end of the first. */
const WAVES = [
  { unit: 'devices', upTo: 3 },
  { unit: 'percent', upTo: 100 },
];

type RolloutPlants = Awaited<ReturnType<typeof createRolloutPlants>>;

const updatesOf = (gateways: Pick<Gateway, 'sn'>[]) =>
  sql<{ sn: string; id: string; state: string }[]>`
    select sn, id, state from commands where action = 'update' and sn in ${sql(gateways.map(({ sn }) => sn))}`;

async function endsWell({ plants, id }: { plants: RolloutPlants; id: string }, gateways: Gateway[]) {
  await expect
    .poll(async () => (await plants.detail(id)).rollout, PATIENCE)
    .toMatchObject({ state: 'finished', wave: 1, counts: { updated: gateways.length } });
  // One command each, heard of by that one alone and installed once; and as often in the log.
  const commands = await updatesOf(gateways);
  expect(commands.map(({ sn, state }) => [sn, state]).toSorted()).toEqual(
    gateways.map(({ sn }) => [sn, 'readBack']).toSorted(),
  );
  for (const { sn, heard, installed } of gateways) {
    const own = commands.filter((command) => command.sn === sn).map((command) => command.id);
    expect([sn, [...heard], installed]).toEqual([sn, own, own]);
  }
  const lines = await sql<{ n: number }[]>`
    select count(*)::int as n from audit_log where action = 'configuration/ota/update' and after ->> 'rollout' = ${id}`;
  expect(lines[0]!.n).toBe(gateways.length);
  expect((await plants.detail(id)).history.map(({ what }) => what)).toEqual(['finished', 'wave', 'begun']);
}

// First, because this test starts the shared server while it holds a lock that the server waits for.
// On a cluster the wait is another node's, where it is not looked for.
test.runIf(!isCluster)(
  'the server killed while it asks one device of a wave: what it had asked stays asked, and the others come next',
  async () => {
    const plants = await createRolloutPlants(server, 6, firmwareFile(70_000));
    const id = await plants.begun({ plan: { ...PLAN, waves: WAVES } });
    const [, second] = await sql<{ sid: string; sn: string }[]>`
    select sid, sn from rollout_devices where rollout_id = ${id} order by wave, place`;
    const gateways = await Promise.all(plants.gateways.map(({ sn }) => newGateway(sn)));
    const holding = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    // The server stands still at the second device of the first wave, in the middle of its transaction.
    const holder = sql.begin(async (tx) => {
      await tx`select from rollout_devices where rollout_id = ${id} and sid = ${second!.sid} and sn = ${second!.sn} for update`;
      held.resolve();
      await holding.promise;
    });
    await held.promise;
    const own = await sharedProcess();
    const waits = async () =>
      (
        await sql<{ n: number }[]>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%update rollout_devices%'`
      )[0]!.n;
    await expect.poll(waits, PATIENCE).toBe(1);
    await own.kill();
    holding.resolve();
    await holder;
    const asked = await updatesOf(gateways);
    expect(asked).toHaveLength(1);
    expect(asked[0]!.sn).not.toBe(second!.sn);
    await own.start();
    await Promise.all(gateways.map((gateway) => plays(gateway, own.mqttPort)));
    await endsWell({ plants, id }, gateways);
  },
  180_000,
);

test('the server killed while devices of a wave stand at each step: each goes on where it was, and the wave, too', async () => {
  const plants = await createRolloutPlants(server, 6, firmwareFile(70_000));
  const own = await sharedProcess();
  const stalls: Stall[] = ['hears it', 'fetches it', 'holds it', undefined, undefined, undefined];
  const id = await plants.begun({ plan: { ...PLAN, waves: WAVES } });
  const wave = await plants.devices(id);
  const inTurn = plants.gateways.toSorted((one, other) => waveOf(one.sn) - waveOf(other.sn));
  function waveOf(sn: string): number {
    return wave.find((device) => device.sn === sn)!.wave;
  }
  const gateways = await Promise.all(inTurn.map(({ sn }, n) => newGateway(sn, stalls[n])));
  await Promise.all(gateways.map((gateway) => plays(gateway, own.mqttPort)));
  await expect
    .poll(() => gateways.map(({ isStalled }) => isStalled), PATIENCE)
    .toEqual(stalls.map((stall) => stall !== undefined));
  await own.kill();
  for (const gateway of gateways) gateway.stall = undefined;
  await own.start();
  await Promise.all(gateways.map((gateway) => plays(gateway, own.mqttPort)));
  await endsWell({ plants, id }, gateways);
}, 180_000);

test('two servers on one database: every device is told once, and each wave begins once', async () => {
  const plants = await createRolloutPlants(server, 6, firmwareFile(70_000));
  const servers = await Promise.all([sharedProcess(), newProcess()]);
  const gateways = await Promise.all(plants.gateways.map(({ sn }) => newGateway(sn)));
  // Half of them are at the server that does not move the roll-out.
  await Promise.all(gateways.map((gateway, n) => plays(gateway, servers[n % 2]!.mqttPort)));
  const id = await plants.begun({ plan: { ...PLAN, waves: WAVES } });
  await endsWell({ plants, id }, gateways);
}, 180_000);
