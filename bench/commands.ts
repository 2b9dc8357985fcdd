// Claim: of 1,000 gateways that are connected each is told to change a value at the same time; within 60 s each command is read back, or has ended with its reason: most obey, a tenth refuse, a tenth say nothing.
import { connect } from 'node:net';
import mqtt from 'mqtt-packet';
import { tokenOf } from './calling.ts';
import { GATEWAY_PASSWORD, gatewayOf, sidOf, startWithGateways } from './fleet.ts';
import { ADMIN, cpuSeconds, freePort, openWorld, percentile, residentMb, table } from './world.ts';

const GATEWAYS = Number(process.argv[2] ?? 1_000);
const MOST_S = 60;
const DEVICES_A_SITE = 20;
/** A user may have four changes under way. */
const ASKING = 4;
/** The shortest that a command may take. */
const VALID_S = 30;

type Way = 'obeys' | 'refuses' | 'silent';
const wayOf = (gateway: number): Way => (['refuses', 'silent'] as const)[gateway % 10] ?? 'obeys';

/** Ends when it has subscribed; answers what it is told. */
async function playGateway(port: number, gateway: number): Promise<() => void> {
  const sn = gatewayOf(gateway);
  const socket = connect({ host: '127.0.0.1', port });
  const parser = mqtt.parser({ protocolVersion: 4 });
  let messageId = 1;
  const values: Record<string, number> = { reconnectTimeS: 60 };
  const say = (id: string, state: string, reason = '', parameters = {}): void => {
    const payload = JSON.stringify({ v: 1, id, at: Date.now(), state, reason, parameters });
    const topic = `hg/${sn}/up/result`;
    socket.write(
      mqtt.generate({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false, messageId: ++messageId }),
    );
  };
  const heard = (text: string): void => {
    const {
      id,
      do: what,
      parameters,
    } = JSON.parse(text) as { id: string; do: string; parameters: Record<string, number> };
    if (wayOf(gateway) === 'silent') return;
    if (wayOf(gateway) === 'refuses') {
      say(id, 'refused', 'notReachable');
      return;
    }
    say(id, 'accepted');
    if (what === 'write') Object.assign(values, parameters);
    // By radio or the power line a device takes its time.
    setTimeout(() => say(id, 'done', '', values), 800 + ((gateway * 37) % 2_400));
  };
  await new Promise<void>((resolve, reject) => {
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connack' && packet.returnCode === 0)
        socket.write(
          mqtt.generate({ cmd: 'subscribe', messageId, subscriptions: [{ topic: `hg/${sn}/down/#`, qos: 1 }] }),
        );
      else if (packet.cmd === 'connack') reject(new Error(`refused: ${packet.returnCode}`));
      else if (packet.cmd === 'suback') resolve();
      else if (packet.cmd === 'publish' && packet.topic.endsWith('/command')) heard(packet.payload.toString());
    });
    socket.on('data', (bytes) => parser.parse(bytes as Buffer));
    socket.once('error', reject);
    const password = Buffer.from(GATEWAY_PASSWORD);
    socket.write(mqtt.generate({ cmd: 'connect', clientId: sn, username: sn, password, clean: true, keepalive: 120 }));
  });
  return () => socket.destroy();
}

const mqttPort = await freePort();
const world = await openWorld({ env: { MQTT_PORT: String(mqttPort) } });
let failed = false;
try {
  await startWithGateways(world, { gateways: GATEWAYS, each: 1, devicesASite: DEVICES_A_SITE });
  const ends: (() => void)[] = [];
  for (let n = 0; n < GATEWAYS; n += 100)
    ends.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(100, GATEWAYS - n) }, (_, k) => playGateway(mqttPort, n + k)),
      )),
    );
  const authorization = await tokenOf(world.url, ADMIN.email);
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${world.url}/v2/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', lan: '6', authorization },
      body: JSON.stringify(body),
    });
    const { code, msg } = (await answer.json()) as { code: number; msg: string };
    if (code !== 200) throw new Error(`${path}: ${code} ${msg}`);
  };
  await world.sql`update sessions set second_factor = 'code'`;
  const cpuBefore = cpuSeconds(world.serverPid());
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(residentMb(world.serverPid())), 500);
  const beganMs = performance.now();
  const asked = Array.from({ length: GATEWAYS }, (_, gateway) => gateway);
  await Promise.all(
    Array.from({ length: ASKING }, async () => {
      for (let gateway = asked.shift(); gateway !== undefined; gateway = asked.shift())
        await post('gateway/bsg/server', {
          ...{ sid: sidOf(Math.floor(gateway / DEVICES_A_SITE)), sn: gatewayOf(gateway), waitS: 0, validS: VALID_S },
          write: [{ name: 'reconnectTimeS', value: 90 }],
        });
    }),
  );
  const askedS = (performance.now() - beganMs) / 1000;
  const open = async (): Promise<number> =>
    (
      await world.sql<{ n: number }[]>`
        select count(*)::int as n from commands where returns is null and state in ('draft', 'approved', 'issued', 'accepted')`
    )[0]!.n;
  while ((await open()) > 0 && performance.now() - beganMs < 2 * MOST_S * 1000)
    await new Promise((resolve) => setTimeout(resolve, 500));
  clearInterval(watch);
  const rows = await world.sql<{ state: string; reason: string; tookMs: number }[]>`
    select state, reason, (extract(epoch from ended_at - asked_at) * 1000)::float8 as took_ms from commands where returns is null`;
  const took = rows.map(({ tookMs }) => tookMs);
  const count = (state: string, reason: string): number =>
    rows.filter((row) => row.state === state && row.reason === reason).length;
  const expected = (way: Way): number =>
    Array.from({ length: GATEWAYS }, (_, n) => wayOf(n)).filter((one) => one === way).length;
  const [readBack, refused, silent] = [
    count('readBack', ''),
    count('failed', 'notReachable'),
    count('expired', 'noAnswer'),
  ];
  const longestS = Math.max(...took) / 1000;
  failed =
    longestS > MOST_S ||
    readBack !== expected('obeys') ||
    refused !== expected('refuses') ||
    silent !== expected('silent');
  table([
    {
      commands: GATEWAYS,
      'asked in s': askedS.toFixed(1),
      'read back': readBack,
      refused,
      'without an answer': silent,
      'p50 s': (percentile(took, 0.5) / 1000).toFixed(1),
      'p99 of those read back s': (
        percentile(
          rows.filter(({ state }) => state === 'readBack').map(({ tookMs }) => tookMs),
          0.99,
        ) / 1000
      ).toFixed(1),
      'longest s': longestS.toFixed(1),
      'CPU s': (cpuSeconds(world.serverPid()) - cpuBefore).toFixed(1),
      'MB at most': Math.max(...memory).toFixed(0),
    },
  ]);
  for (const end of ends) end();
} finally {
  await world.close();
}
process.exit(failed ? 1 : 0);
