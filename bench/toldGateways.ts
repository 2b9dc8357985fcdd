// The gateways of bench/commands.ts and bench/setups.ts, a process for all of them: each announces itself, pings, and does with what it is told what is its way.
import { fork } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import mqtt from 'mqtt-packet';
import { GATEWAY_PASSWORD, gatewayOf, snOf } from './fleet.ts';

/** Of twenty gateways: so many each; the others obey. */
const SHARES = { refuses: 2, silent: 2, lies: 2, dies: 1, away: 1 } as const;
export type Way = keyof typeof SHARES | 'obeys';
const WAYS = Object.entries(SHARES).flatMap(([way, count]) => Array.from({ length: count }, () => way as Way));
export const wayOf = (gateway: number): Way => WAYS[gateway % 20] ?? 'obeys';

/** What became of a command that went to such a gateway: state and reason. */
export const END_OF: Record<Way, readonly [state: string, reason: string]> = {
  obeys: ['readBack', ''],
  refuses: ['failed', 'notReachable'],
  lies: ['failed', 'differs'],
  silent: ['expired', 'noAnswer'],
  dies: ['expired', 'noAnswer'],
  away: ['expired', 'gatewayAway'],
};

/** What the parent says, each answered by one message when it is done. */
export type Order =
  /** `each`: devices of `fillGateways` behind each, of which it announces the first. */
  | { do: 'connect'; port: number; first: number; count: number; each: number }
  /** Those of them whose way it is leave. */
  | { do: 'leave'; first: number; count: number }
  | { do: 'tell' };
/** Of `tell`: ids of writes that were obeyed, how many of them more than once, and lines that ended by themselves. */
export interface Told {
  obeyed: string[];
  twice: number;
  lost: number;
}

/** The process of them. */
export function startGateways(): { order(what: Order): Promise<Told | null>; end(): void } {
  const player = fork(import.meta.filename);
  return {
    order: (what) =>
      new Promise((resolve) => {
        player.once('message', (said) => resolve(said as Told | null));
        player.send(what);
      }),
    end: () => void player.kill(),
  };
}

const AT_ONCE = 200;
const PING_EVERY_MS = 60_000;
const sockets = new Map<number, Socket>();
const obeyed = new Map<string, number>();
let lost = 0;

if (import.meta.main) {
  process.on('message', (order: Order) => void follow(order).then((said) => process.send!(said)));
  // Whoever started it has gone.
  process.once('disconnect', () => process.exit(0));
}

async function follow(order: Order): Promise<Told | null> {
  if (order.do === 'connect') {
    for (let n = 0; n < order.count; n += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, order.count - n) }, (_, k) => play(order, order.first + n + k)),
      );
    return null;
  }
  if (order.do === 'leave') {
    for (let gateway = order.first; gateway < order.first + order.count; gateway++)
      if (wayOf(gateway) === 'away') end(gateway);
    return null;
  }
  return { obeyed: [...obeyed.keys()], twice: [...obeyed.values()].filter((count) => count > 1).length, lost };
}

function end(gateway: number): void {
  const socket = sockets.get(gateway);
  sockets.delete(gateway);
  socket?.destroy();
}

/** Ends when it has subscribed and its announce was acknowledged. */
async function play({ port, each }: { port: number; each: number }, gateway: number): Promise<void> {
  const sn = gatewayOf(gateway);
  const socket = connect({ host: '127.0.0.1', port });
  const parser = mqtt.parser({ protocolVersion: 4 });
  let messageId = 1;
  const values: Record<string, number> = { reconnectTimeS: 60 };
  const answers = new Map<string, () => void>();
  const publish = (topic: string, body: object): void => {
    const payload = JSON.stringify({ v: 1, at: Date.now(), ...body });
    socket.write(
      mqtt.generate({
        cmd: 'publish',
        topic: `hg/${sn}/up/${topic}`,
        payload,
        qos: 1,
        dup: false,
        retain: false,
        messageId: ++messageId,
      }),
    );
  };
  const sendAnswer = (id: string, state: string, reason = '', parameters = {}): void =>
    publish('result', { id, state, reason, parameters });
  const told = (text: string): void => {
    type Said = { id: string; do: string; parameters: Record<string, number> };
    const { id, do: what, parameters } = JSON.parse(text) as Said;
    const way = wayOf(gateway);
    if (way === 'silent') return;
    if (way === 'dies') {
      end(gateway);
      return;
    }
    if (way === 'refuses') {
      sendAnswer(id, 'refused', 'notReachable');
      return;
    }
    const before = answers.get(id);
    if (before) {
      before();
      return;
    }
    sendAnswer(id, 'accepted');
    if (what === 'write') obeyed.set(id, (obeyed.get(id) ?? 0) + 1);
    if (what === 'write' && way !== 'lies') Object.assign(values, parameters);
    const done = (): void => sendAnswer(id, 'done', '', values);
    answers.set(id, done);
    // By radio or the power line a device takes its time.
    setTimeout(done, 800 + ((gateway * 37) % 2_400));
  };
  await new Promise<void>((resolve, reject) => {
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connack' && packet.returnCode === 0)
        socket.write(
          mqtt.generate({ cmd: 'subscribe', messageId, subscriptions: [{ topic: `hg/${sn}/down/#`, qos: 1 }] }),
        );
      else if (packet.cmd === 'connack') reject(new Error(`refused: ${packet.returnCode}`));
      else if (packet.cmd === 'suback')
        publish('announce', {
          kind: 'gateway',
          model: 'HG-1',
          firmware: '1.4.2',
          intervalS: 300,
          uptimeS: 3600,
          devices: [{ sn: snOf(gateway * each), kind: 'microinverter', firmware: '2.0.1', inputs: 1 }],
        });
      else if (packet.cmd === 'puback') resolve();
      else if (packet.cmd === 'publish' && packet.topic.endsWith('/command')) told(packet.payload.toString());
    });
    socket.on('data', (bytes) => parser.parse(bytes as Buffer));
    socket.once('error', reject);
    const password = Buffer.from(GATEWAY_PASSWORD);
    socket.write(mqtt.generate({ cmd: 'connect', clientId: sn, username: sn, password, clean: true, keepalive: 120 }));
  });
  sockets.set(gateway, socket);
  const pinging = setInterval(() => socket.write(mqtt.generate({ cmd: 'pingreq' })), PING_EVERY_MS);
  socket.on('error', () => {});
  socket.once('close', () => {
    clearInterval(pinging);
    if (sockets.delete(gateway)) lost++;
  });
}
