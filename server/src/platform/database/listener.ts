// Listens on channels over one connection, which is reopened when it is lost.
import type { Client } from 'pg';
import type { Listening } from './connect.ts';

/** Pauses between attempts to connect; short, as notifications are missed meanwhile. */
const PAUSES_MS = [20, 50, 100, 200, 500];

interface Subscription {
  onPayload: (payload: string) => void;
  onListening: () => void;
}

export interface Listener {
  listen(
    channel: string,
    onPayload: Subscription['onPayload'],
    onListening?: Subscription['onListening'],
  ): Promise<Listening>;
  isListening(): boolean;
  /** Calls the subscriptions of this process, without waiting for the database's own notification. */
  deliver(channel: string, payload: string): void;
  end(): Promise<void>;
}

export function openListener(open: () => Promise<Client>): Listener {
  const channels = new Map<string, Set<Subscription>>();
  let current: Promise<Client> | undefined;
  let isConnected = false;
  let isEnded = false;

  function deliver(channel: string, payload: string): void {
    for (const { onPayload } of channels.get(channel) ?? []) onPayload(payload);
  }

  async function start(): Promise<Client> {
    const client = await open();
    client.on('notification', ({ channel, payload }) => deliver(channel, payload ?? ''));
    return client;
  }

  /** Reconnects when an established connection is lost; one that breaks earlier is handled where it is made. */
  function watch(client: Client): Client {
    isConnected = true;
    client.once('end', () => {
      isConnected = false;
      current = undefined;
      if (isEnded || channels.size === 0) return;
      current = reconnect();
      // Its rejection is handled by callers that await it.
      current.catch(() => {});
    });
    return client;
  }

  async function reconnect(): Promise<Client> {
    for (let tries = 0; ; tries++) {
      await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[tries] ?? PAUSES_MS.at(-1)).unref());
      let client: Client | undefined;
      try {
        client = await start();
        if (isEnded) throw new Error('the listener has ended');
        await Promise.all([...channels.keys()].map((channel) => client?.query(`listen ${quoted(channel)}`)));
      } catch (error) {
        client?.end().catch(() => {});
        if (isEnded) throw error;
        continue;
      }
      for (const subscriptions of channels.values()) for (const { onListening } of subscriptions) onListening();
      return watch(client);
    }
  }

  async function unlisten(channel: string, subscription: Subscription): Promise<void> {
    const subscriptions = channels.get(channel);
    subscriptions?.delete(subscription);
    if (!subscriptions || subscriptions.size > 0) return;
    channels.delete(channel);
    // While it reconnects there is nothing to take back, and it may last as long as an outage.
    const client = isConnected ? await current?.catch(() => undefined) : undefined;
    await client?.query(`unlisten ${quoted(channel)}`).catch(() => {});
  }

  return {
    async listen(channel, onPayload, onListening = () => {}) {
      const subscription: Subscription = { onPayload, onListening };
      const subscriptions = channels.get(channel) ?? new Set();
      current ??= start().then(watch);
      const client = await current.catch((error: unknown) => {
        current = undefined;
        throw error;
      });
      subscriptions.add(subscription);
      channels.set(channel, subscriptions);
      await client.query(`listen ${quoted(channel)}`);
      onListening();
      return { unlisten: () => unlisten(channel, subscription) };
    },
    isListening: () => isConnected,
    deliver,
    async end() {
      isEnded = true;
      channels.clear();
      const client = isConnected ? await current?.catch(() => undefined) : undefined;
      await client?.end();
    },
  };
}

const quoted = (channel: string): string => `"${channel.replaceAll('"', '""')}"`;
