// Connects to an external MQTT broker: handles the messages of its devices like those of this server's endpoint and acknowledges them after the commit.
import type { FastifyBaseLogger } from 'fastify';
import { connect, type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';
import type { DeviceHandler } from './deviceHandler.ts';

export interface ExternalBroker {
  /** Resolves when all connections are open and subscribed. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Connections that share the reports with those of other servers: each handles one message at a time, and a commit contains the
 * messages of many.
 */
const CONNECTIONS = 64;
const SHARED_TOPICS = ['$share/heliograph/hg/+/up/#'];
const ALL_TOPICS = ['hg/+/up/#'];
/**
 * A broker that was killed may restart without its shared subscriptions (Mosquitto does not persist them) and then acknowledges
 * messages that it delivers to nobody. It restores other subscriptions at once: one more connection receives every message,
 * including those from the outage, and until the shared subscriptions are complete its messages are handled. Another one receives
 * every message with QoS 0: a broker has a limited number of unacknowledged messages in flight and loses those queued behind
 * them when it dies. Receiving a message twice is harmless: rows are identified by serial number and instant.
 */
const RECOVERY_MS = 10_000;
/** Messages waiting to be recovered; beyond it the broker has to wait, and loses the messages that it holds if it dies. */
const MAX_QUEUE_BYTES: number = 64 * 1024 * 1024;
/** Latest messages, kept for the beginning of a gap. */
const RECENT_MS = 10_000;
const MAX_RECENT_BYTES: number = 16 * 1024 * 1024;
/** Long enough to handle the messages that a closed connection had read: those of a new connection replace them. */
const RECONNECT_MS = 2_000;
/** Undelivered messages are in the broker's memory alone. */
const RECOVERY_RECONNECT_MS = 200;
/** The database may be unavailable at the same time. */
const MAX_ATTEMPTS = 30;
/** Single values, whose order matters: one connection receives all of them. */
const OPENDTU_TOPICS = ['hg/+/opendtu/#'];

/** `name`: of this server, the same after a restart, so that the broker keeps its messages meanwhile. */
export function connectExternalBroker(
  url: string,
  name: string,
  handler: DeviceHandler,
  log: FastifyBaseLogger,
): ExternalBroker {
  const gap = createGapMonitor();
  const first = connectClient(url, `heliograph-${name}-0`, [...SHARED_TOPICS, ...OPENDTU_TOPICS], log, gap);
  const connections = [first];
  for (let n = 1; n < CONNECTIONS; n++)
    connections.push(connectClient(url, `heliograph-${name}-${n}`, SHARED_TOPICS, log, gap));
  for (const { client } of connections) handleMessages(client, handler);
  const persistent = connectClient(url, `heliograph-${name}-whole`, ALL_TOPICS, log);
  const unacknowledged = connectClient(url, `heliograph-${name}-now`, ALL_TOPICS, log, undefined, 0);
  recoverGaps([persistent.client, unacknowledged.client], handler, gap);
  connections.push(persistent, unacknowledged);
  // Nothing is queued while the broker is away: a command could be cancelled by then, and the command queue retries by itself.
  const { client: publisher } = first;
  handler.setDownlink({
    isConnected: () => publisher.connected,
    publish(topic, payload) {
      if (publisher.connected) publisher.publish(topic, payload, { qos: 1 });
    },
  });
  return {
    ready: Promise.all(connections.map(({ ready }) => ready)).then(() => {}),
    async close() {
      gap.onBegin(() => {});
      await Promise.all(connections.map(({ client }) => client.endAsync(true)));
    },
  };
}

/** Monitors whether a shared subscription is missing or was until a moment ago. */
interface GapMonitor {
  onSubscribed(clientId: string): void;
  onClosed(clientId: string): void;
  isOpen(): boolean;
  onBegin(listener: () => void): void;
}

function createGapMonitor(): GapMonitor {
  const subscribed = new Set<string>();
  let completeSinceMs = Number.POSITIVE_INFINITY;
  let begin = (): void => {};
  return {
    onSubscribed(clientId) {
      subscribed.add(clientId);
      if (subscribed.size === CONNECTIONS) completeSinceMs = performance.now();
    },
    onClosed(clientId) {
      subscribed.delete(clientId);
      completeSinceMs = Number.POSITIVE_INFINITY;
      begin();
    },
    onBegin(listener) {
      begin = listener;
    },
    isOpen: () => performance.now() < completeSinceMs + RECOVERY_MS,
  };
}

function connectClient(
  url: string,
  clientId: string,
  topics: readonly string[],
  log: FastifyBaseLogger,
  gap?: GapMonitor,
  qos: 0 | 1 = 1,
): { client: MqttClient; ready: Promise<void> } {
  const options: IClientOptions = {
    clientId,
    clean: qos === 0,
    reconnectPeriod: gap ? RECONNECT_MS : RECOVERY_RECONNECT_MS,
    // A broker that has just started may reject connections for a moment.
    reconnectOnConnackError: true,
    connectTimeout: 10_000,
    resubscribe: false,
    // Messages do not wait in memory for a broker that is away.
    queueQoSZero: false,
  };
  const client = connect(url, options);
  const ready = new Promise<void>((resolve) => {
    client.on('connect', () => {
      client.subscribe([...topics], { qos }, (error) => {
        if (error) log.error({ err: error, clientId }, 'the MQTT broker rejected the subscription');
        else {
          gap?.onSubscribed(clientId);
          resolve();
        }
      });
    });
  });
  client.on('close', () => gap?.onClosed(clientId));
  client.on('error', (error) => log.error({ err: error, clientId }, 'the connection to the MQTT broker failed'));
  return { client, ready };
}

/**
 * Continues with the next message unless the client is closing: the library would then fail on messages that it has read but not
 * parsed, with an unhandled error. The broker delivers unacknowledged messages again.
 */
const proceed = (client: MqttClient, done: () => void): void => {
  if (!client.disconnecting) done();
};

/** Acknowledges each message when `done` is called. To receive a message again, the connection is closed and reopened. */
function handleMessages(client: MqttClient, handler: DeviceHandler): void {
  client.handleMessage = ({ topic, payload, retain }, done) => {
    if (retain && isStale(topic)) {
      done();
      return;
    }
    handler
      .onBrokerMessage(topic, Buffer.from(payload))
      .catch(() => 'retry' as const)
      .then((outcome) => {
        if (outcome !== 'retry') proceed(client, done);
        else setTimeout(() => client.stream.destroy(), 1_000);
      });
  };
}

/**
 * Handles messages of these clients while shared subscriptions are missing. They are acknowledged at once, so that the broker does
 * not queue a second copy of every message. When a gap begins, the messages of the last seconds are handled as well: a broker that
 * died may have acknowledged and lost them.
 */
function recoverGaps(clients: readonly MqttClient[], handler: DeviceHandler, gap: GapMonitor): void {
  const recent: BufferedMessage[] = [];
  const queue: BufferedMessage[] = [];
  let next = 0;
  let queueBytes = 0;
  let recentBytes = 0;
  let workers = 0;
  let waiting: (() => void)[] = [];
  const work = async (): Promise<void> => {
    workers++;
    for (let message = queue[next]; message; message = queue[next]) {
      next++;
      // In batches, since each removal moves all other elements.
      if (next === 1_000) {
        queue.splice(0, next);
        next = 0;
      }
      queueBytes -= message.payload.length;
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        const { topic, payload } = message;
        if ((await handler.onBrokerMessage(topic, payload).catch(() => 'retry' as const)) !== 'retry') break;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
      if (queueBytes >= MAX_QUEUE_BYTES) continue;
      const released = waiting;
      waiting = [];
      for (const done of released) done();
    }
    workers--;
  };
  const enqueue = (messages: readonly BufferedMessage[]): void => {
    for (const message of messages) {
      queue.push(message);
      queueBytes += message.payload.length;
    }
    while (workers < Math.min(queue.length - next, CONNECTIONS)) void work();
  };
  gap.onBegin(() => {
    enqueue(recent.splice(0));
    recentBytes = 0;
  });
  const receive = (client: MqttClient, { topic, payload, retain, qos }: IPublishPacket, done: () => void): void => {
    if (!retain) {
      const message = { topic, payload: Buffer.from(payload), atMs: performance.now() };
      if (gap.isOpen()) enqueue([message]);
      else if (qos === 0) {
        recent.push(message);
        recentBytes += message.payload.length;
        for (let [oldest] = recent; oldest; [oldest] = recent) {
          if (recentBytes <= MAX_RECENT_BYTES && message.atMs - oldest.atMs <= RECENT_MS) break;
          recent.shift();
          recentBytes -= oldest.payload.length;
        }
      }
    }
    if (queueBytes < MAX_QUEUE_BYTES) done();
    else waiting.push(() => proceed(client, done));
  };
  for (const client of clients) client.handleMessage = (packet, done) => receive(client, packet, done);
}

interface BufferedMessage {
  topic: string;
  payload: Buffer;
  atMs: number;
}

/** Retained values belong to other updates and an old uptime; only the retained status is current. */
const isStale = (topic: string): boolean => /^hg\/[^/]+\/opendtu\/(?!dtu\/status$)/.test(topic);
