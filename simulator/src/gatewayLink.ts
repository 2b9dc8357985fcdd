// MQTT connection of a gateway: its will, its topics and the time that the portal publishes.
import mqtt from 'mqtt';

export type GatewayLink = {
  /** Resolves with the acknowledgement; throws when the connection ends before it. */
  publish(what: 'announce' | 'report' | 'state' | 'result', body: string): Promise<void>;
  /** The next time that the portal publishes, epoch ms; null: none within five seconds. */
  nextTime(): Promise<number | null>;
  /** Aborted when the connection has ended, from either side. */
  ended: AbortSignal;
  /** Disconnects properly. */
  close(): Promise<void>;
  /** Breaks the connection as a network failure does: the portal publishes the will. */
  drop(): void;
};

export type Broker = { host: string; port: number };

const connectMs = 10_000;
const timeMs = 5_000;

/** Connects; throws when the portal refuses or cannot be reached. */
export async function openLink(
  { host, port }: Broker,
  sn: string,
  password: string | undefined,
  { version = 4, onCommand }: { version?: 4 | 5; onCommand?: (payload: string) => void } = {},
): Promise<GatewayLink> {
  const topic = (what: string): string => `hg/${sn}/up/${what}`;
  const client = mqtt.connect({
    host,
    port,
    clientId: sn,
    username: sn,
    ...(password === undefined ? {} : { password }),
    reconnectPeriod: 0,
    connectTimeout: connectMs,
    protocolVersion: version,
    // The portal stores no session of a connection that has ended.
    clean: true,
    keepalive: 60,
    will: { topic: topic('state'), payload: Buffer.from('{"online":false}'), qos: 1, retain: true },
  });
  const end = new AbortController();
  client.on('close', () => end.abort());
  // 'close' follows.
  client.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed before it was admitted')));
  }).catch((error) => {
    client.end(true);
    throw error;
  });
  let onTime: ((now: number) => void) | undefined;
  client.on('message', (receivedTopic, payload) => {
    if (receivedTopic === `hg/${sn}/down/command`) onCommand?.(payload.toString());
    if (receivedTopic !== `hg/${sn}/down/time`) return;
    onTime?.((JSON.parse(payload.toString()) as { now: number }).now);
  });
  const whileOpen = async (operation: Promise<unknown>): Promise<void> => {
    // It fails, too, when nobody awaits it any more.
    operation.catch(() => {});
    if (end.signal.aborted) throw new Error('the connection has ended');
    let stop: (() => void) | undefined;
    const ending = new Promise<never>((_, reject) => {
      stop = () => reject(new Error('the connection has ended'));
      end.signal.addEventListener('abort', stop);
    });
    await Promise.race([operation, ending]).finally(() => end.signal.removeEventListener('abort', stop!));
  };
  await whileOpen(client.subscribeAsync(`hg/${sn}/down/#`, { qos: 1 }));
  return {
    ended: end.signal,
    publish: (what, body) => whileOpen(client.publishAsync(topic(what), body, { qos: 1, retain: what === 'state' })),
    nextTime: () =>
      new Promise((resolve) => {
        const done = (now: number | null): void => {
          clearTimeout(timer);
          end.signal.removeEventListener('abort', none);
          onTime = undefined;
          resolve(now);
        };
        const none = (): void => done(null);
        const timer = setTimeout(none, timeMs);
        if (end.signal.aborted) return none();
        onTime = done;
        end.signal.addEventListener('abort', none);
      }),
    close: async () => {
      await client.endAsync();
    },
    drop: () => {
      client.end(true);
      client.stream?.destroy();
    },
  };
}
