// Devices by way of any MQTT broker instead of our own endpoint: its messages are taken as if their gateways were here, and acknowledged to it after the commit.

import type { FastifyBaseLogger } from 'fastify';
import { connect, type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';
import type { DeviceDoor } from './deviceHandler.ts';

export interface External {
  /** Ends when it is connected and subscribed. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Connections that share the reports among them, here and at other servers: each takes one message at a time, and a commit
 * holds the messages of many.
 */
const CONNECTIONS = 64;
const TOPICS = ['$share/heliograph/hg/+/up/#'];
const WHOLE = ['hg/+/up/#'];
/**
 * A broker that was killed may come back without its shared subscriptions (Mosquitto writes none to its disk) and then
 * acknowledges to devices what it gives to nobody. A subscription that is not shared it has again at once: one more connection
 * hears everything, also what came while it was away, and what comes until the shared ones are whole is taken from there.
 * Another one hears everything without acknowledging: of what is acknowledged a broker has only so many under way, and what
 * it had acknowledged to devices and kept behind them dies with it. Twice is once: a number and instant.
 */
const WHOLE_AFTER_MS = 10_000;
/** Of what is to be taken of that; beyond it the broker waits, and what waits there dies with it. */
const QUEUE_BYTES: number = 64 * 1024 * 1024;
/** What it heard last, kept for the beginning of a gap. */
const RECENT_MS = 10_000;
const RECENT_BYTES: number = 16 * 1024 * 1024;
/** Until then what a connection had read when it ended is taken: what comes of a new one replaces it. */
const RECONNECT_MS = 2_000;
/** What nobody has been given yet is in the broker's memory alone. */
const WHOLE_RECONNECT_MS = 200;
/** The database may be away at the same time. */
const TRIES = 30;
/** Single values, whose order matters: one connection has all of them. */
const DIALECTS = ['hg/+/opendtu/#'];

/** `name`: of this server, the same after a restart; what came in meanwhile is kept for it by the broker. */
export function openExternal(url: string, name: string, door: DeviceDoor, log: FastifyBaseLogger): External {
  const clients = Array.from({ length: CONNECTIONS }, (_, n) => n);
  const gap = openGap();
  const open = clients.map((n) =>
    openOne(url, `heliograph-${name}-${n}`, n === 0 ? [...TOPICS, ...DIALECTS] : TOPICS, log, gap),
  );
  for (const { client } of open) takeAll(client, door);
  const whole = openOne(url, `heliograph-${name}-whole`, WHOLE, log);
  const now = openOne(url, `heliograph-${name}-now`, WHOLE, log, undefined, 0);
  takeInGaps([whole.client, now.client], door, gap);
  open.push(whole, now);
  // Down to devices by the first. What would wait here for its broker is not handed over: a command could have been stopped
  // by then, and is sent again by itself.
  const { client: down } = open[0]!;
  door.answerBy({
    isConnected: () => down.connected,
    publish(topic, payload) {
      if (down.connected) down.publish(topic, payload, { qos: 1 });
    },
  });
  return {
    ready: Promise.all(open.map(({ ready }) => ready)).then(() => {}),
    async close() {
      gap.onBegin(() => {});
      await Promise.all(open.map(({ client }) => client.endAsync(true)));
    },
  };
}

/** Whether one of the shared connections is away, or was a moment ago. */
interface Gap {
  subscribed(clientId: string): void;
  ended(clientId: string): void;
  isOpen(): boolean;
  onBegin(heard: () => void): void;
}

function openGap(): Gap {
  const here = new Set<string>();
  let wholeSinceMs = Number.POSITIVE_INFINITY;
  let begin = (): void => {};
  return {
    subscribed(clientId) {
      here.add(clientId);
      if (here.size === CONNECTIONS) wholeSinceMs = performance.now();
    },
    ended(clientId) {
      here.delete(clientId);
      wholeSinceMs = Number.POSITIVE_INFINITY;
      begin();
    },
    onBegin(heard) {
      begin = heard;
    },
    isOpen: () => performance.now() < wholeSinceMs + WHOLE_AFTER_MS,
  };
}

function openOne(
  url: string,
  clientId: string,
  topics: readonly string[],
  log: FastifyBaseLogger,
  gap?: Gap,
  qos: 0 | 1 = 1,
): { client: MqttClient; ready: Promise<void> } {
  const options: IClientOptions = {
    clientId,
    clean: qos === 0,
    reconnectPeriod: gap ? RECONNECT_MS : WHOLE_RECONNECT_MS,
    // A broker that has just started refuses for a moment.
    reconnectOnConnackError: true,
    connectTimeout: 10_000,
    resubscribe: false,
    // Nothing of ours waits in memory for a broker that is away.
    queueQoSZero: false,
  };
  const client = connect(url, options);
  const ready = new Promise<void>((resolve) => {
    client.on('connect', () => {
      client.subscribe([...topics], { qos }, (error) => {
        if (error) log.error({ err: error, clientId }, 'the broker refuses the subscription');
        else {
          gap?.subscribed(clientId);
          resolve();
        }
      });
    });
  });
  client.on('close', () => gap?.ended(clientId));
  client.on('error', (error) => log.error({ err: error, clientId }, 'the broker cannot be reached'));
  return { client, ready };
}

/**
 * Of one that was closed meanwhile the library has let go of what it kept, and stumbles over what it had read and not looked at:
 * the error would be nobody's, and end the process. What is not acknowledged the broker gives again.
 */
const goOn = (client: MqttClient, done: () => void): void => {
  if (!client.disconnecting) done();
};

/** The library acknowledges when this says so. What could not be taken comes again after the connection was remade. */
function takeAll(client: MqttClient, door: DeviceDoor): void {
  client.handleMessage = ({ topic, payload, retain }, done) => {
    if (retain && isOld(topic)) {
      done();
      return;
    }
    door
      .takeFrom(topic, Buffer.from(payload))
      .catch(() => 'again' as const)
      .then((taken) => {
        if (taken !== 'again') goOn(client, done);
        else setTimeout(() => client.stream.destroy(), 1_000);
      });
  };
}

/**
 * Acknowledged at once: the broker need not keep for this one what the shared ones have. When one of them ends, the last
 * seconds are taken, too: a broker that died may have acknowledged them and lost them.
 */
function takeInGaps(clients: readonly MqttClient[], door: DeviceDoor, gap: Gap): void {
  const recent: Said[] = [];
  const queue: Said[] = [];
  let next = 0;
  let queueBytes = 0;
  let recentBytes = 0;
  let workers = 0;
  let waiting: (() => void)[] = [];
  const work = async (): Promise<void> => {
    workers++;
    for (let said = queue[next]; said; said = queue[next]) {
      next++;
      // Not one by one: that would move all the others each time.
      if (next === 1_000) {
        queue.splice(0, next);
        next = 0;
      }
      queueBytes -= said.payload.length;
      for (let tries = 1; tries <= TRIES; tries++) {
        if ((await door.takeFrom(said.topic, said.payload).catch(() => 'again' as const)) !== 'again') break;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
      if (queueBytes >= QUEUE_BYTES) continue;
      const over = waiting;
      waiting = [];
      for (const done of over) done();
    }
    workers--;
  };
  const take = (said: readonly Said[]): void => {
    for (const one of said) {
      queue.push(one);
      queueBytes += one.payload.length;
    }
    while (workers < Math.min(queue.length - next, CONNECTIONS)) void work();
  };
  gap.onBegin(() => {
    take(recent.splice(0));
    recentBytes = 0;
  });
  const hear = (client: MqttClient, { topic, payload, retain, qos }: IPublishPacket, done: () => void): void => {
    if (!retain) {
      const said = { topic, payload: Buffer.from(payload), atMs: performance.now() };
      if (gap.isOpen()) take([said]);
      else if (qos === 0) {
        recent.push(said);
        recentBytes += said.payload.length;
        while (recentBytes > RECENT_BYTES || said.atMs - recent[0]!.atMs > RECENT_MS)
          recentBytes -= recent.shift()!.payload.length;
      }
    }
    if (queueBytes < QUEUE_BYTES) done();
    else waiting.push(() => goOn(client, done));
  };
  for (const client of clients) client.handleMessage = (packet, done) => hear(client, packet, done);
}

interface Said {
  topic: string;
  payload: Buffer;
  atMs: number;
}

/** What the broker kept of single values is of other updates, and of an uptime long ago; only who is there it knows. */
const isOld = (topic: string): boolean => /^hg\/[^/]+\/opendtu\/(?!dtu\/status$)/.test(topic);
