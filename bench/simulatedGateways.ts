// Simulated gateways of bench/commands.ts and bench/setups.ts, all in one process: each announces itself, pings, and reacts to commands by its behaviour.
import { fork } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import mqtt from 'mqtt-packet';
import { GATEWAY_PASSWORD, gatewayOf, snOf } from './fleet.ts';

/** Number of gateways in twenty with each behaviour; the others obey. */
const SHARES = { refuses: 2, silent: 2, lies: 2, dies: 1, away: 1 } as const;
export type Behaviour = keyof typeof SHARES | 'obeys';
const BEHAVIOURS = Object.entries(SHARES).flatMap(([behaviour, count]) =>
  Array.from({ length: count }, () => behaviour as Behaviour),
);
export const behaviourOf = (gateway: number): Behaviour => BEHAVIOURS[gateway % 20] ?? 'obeys';

/** Final state and reason of a command to a gateway of each behaviour. */
export const END_OF: Record<Behaviour, readonly [state: string, reason: string]> = {
  obeys: ['readBack', ''],
  refuses: ['failed', 'notReachable'],
  lies: ['failed', 'differs'],
  silent: ['expired', 'noAnswer'],
  dies: ['expired', 'noAnswer'],
  away: ['expired', 'gatewayAway'],
};

/** Orders of the parent process, each answered by one message when it is done. */
export type Order =
  /** `each`: devices of `fillGateways` behind each gateway, which announces the first of them. */
  | { do: 'connect'; port: number; first: number; count: number; each: number }
  /** Disconnects the gateways among them whose behaviour is `away`. */
  | { do: 'leave'; first: number; count: number }
  | { do: 'tell' };
/** Result of `tell`: ids of executed writes, number of those executed more than once, and connections that ended by themselves. */
export interface GatewayResults {
  obeyed: string[];
  twice: number;
  lost: number;
}

/** Starts the process of the gateways. */
export function startGateways(): { order(order: Order): Promise<GatewayResults | null>; end(): void } {
  const player = fork(import.meta.filename);
  return {
    order: (order) =>
      new Promise((resolve) => {
        player.once('message', (result) => resolve(result as GatewayResults | null));
        player.send(order);
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
  process.on('message', (order: Order) => void follow(order).then((result) => process.send!(result)));
  // Ends with the parent process.
  process.once('disconnect', () => process.exit(0));
}

async function follow(order: Order): Promise<GatewayResults | null> {
  if (order.do === 'connect') {
    for (let n = 0; n < order.count; n += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, order.count - n) }, (_, k) => play(order, order.first + n + k)),
      );
    return null;
  }
  if (order.do === 'leave') {
    for (let gateway = order.first; gateway < order.first + order.count; gateway++)
      if (behaviourOf(gateway) === 'away') end(gateway);
    return null;
  }
  return { obeyed: [...obeyed.keys()], twice: [...obeyed.values()].filter((count) => count > 1).length, lost };
}

function end(gateway: number): void {
  const socket = sockets.get(gateway);
  sockets.delete(gateway);
  socket?.destroy();
}

/** Resolves when the gateway has subscribed and its announce was acknowledged. */
async function play({ port, each }: { port: number; each: number }, gateway: number): Promise<void> {
  const sn = gatewayOf(gateway);
  const socket = connect({ host: '127.0.0.1', port });
  const parser = mqtt.parser({ protocolVersion: 4 });
  let messageId = 1;
  const values: Record<string, number> = { reconnectTimeS: 60 };
  const resendById = new Map<string, () => void>();
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
  const execute = (text: string): void => {
    type Command = { id: string; do: string; parameters: Record<string, number> };
    const { id, do: action, parameters } = JSON.parse(text) as Command;
    const behaviour = behaviourOf(gateway);
    if (behaviour === 'silent') return;
    if (behaviour === 'dies') {
      end(gateway);
      return;
    }
    if (behaviour === 'refuses') {
      sendAnswer(id, 'refused', 'notReachable');
      return;
    }
    const resend = resendById.get(id);
    if (resend) {
      resend();
      return;
    }
    sendAnswer(id, 'accepted');
    if (action === 'write') obeyed.set(id, (obeyed.get(id) ?? 0) + 1);
    if (action === 'write' && behaviour !== 'lies') Object.assign(values, parameters);
    const done = (): void => sendAnswer(id, 'done', '', values);
    resendById.set(id, done);
    // A device reached by radio or power line takes time.
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
      else if (packet.cmd === 'publish' && packet.topic.endsWith('/command')) execute(packet.payload.toString());
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
