// One connection that hears channels, opened again when it is lost.
import type { Client } from 'pg';
import type { Listening } from './connect.ts';

/** Between two tries to connect: a database that is back must not go unheard for long. */
const PAUSES_MS = [20, 50, 100, 200, 500];

interface Ear {
  heard: (payload: string) => void;
  onListening: () => void;
}

export interface Listener {
  listen(channel: string, heard: Ear['heard'], onListening?: Ear['onListening']): Promise<Listening>;
  /** Tells who listens here, without waiting for what the database sends to all. */
  hear(channel: string, payload: string): void;
  end(): Promise<void>;
}

export function openListener(open: () => Client, onRefused: () => void): Listener {
  const channels = new Map<string, Set<Ear>>();
  let current: Promise<Client> | undefined;
  let isEnded = false;

  const quoted = (channel: string): string => `"${channel.replaceAll('"', '""')}"`;

  function hear(channel: string, payload: string): void {
    for (const ear of channels.get(channel) ?? []) ear.heard(payload);
  }

  async function start(): Promise<Client> {
    const client = open();
    client.on('notification', ({ channel, payload }) => hear(channel, payload ?? ''));
    await client.connect();
    return client;
  }

  /** Only of the connection that is listened on: one that breaks while it is being made is its maker's business. */
  function follow(client: Client): Client {
    client.once('end', () => {
      current = undefined;
      if (isEnded || channels.size === 0) return;
      current = again();
      // Whoever waits for it is told.
      current.catch(() => {});
    });
    return client;
  }

  /** Until it is there: whoever listens has nobody else to wait for. */
  async function again(): Promise<Client> {
    for (let tries = 0; ; tries++) {
      await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[tries] ?? PAUSES_MS.at(-1)).unref());
      let client: Client | undefined;
      try {
        client = await start();
        const made = client;
        await Promise.all([...channels.keys()].map((channel) => made.query(`listen ${quoted(channel)}`)));
      } catch (error) {
        client?.end().catch(() => {});
        onRefused();
        if (isEnded) throw error;
        continue;
      }
      for (const ears of channels.values()) for (const ear of ears) ear.onListening();
      return follow(client);
    }
  }

  return {
    async listen(channel, heard, onListening = () => {}) {
      const ear: Ear = { heard, onListening };
      const ears = channels.get(channel) ?? new Set();
      current ??= start().then(follow);
      const client = await current.catch((error: unknown) => {
        current = undefined;
        throw error;
      });
      ears.add(ear);
      channels.set(channel, ears);
      await client.query(`listen ${quoted(channel)}`);
      onListening();
      return {
        async unlisten() {
          ears.delete(ear);
          if (ears.size > 0) return;
          channels.delete(channel);
          const now = await current?.catch(() => undefined);
          await now?.query(`unlisten ${quoted(channel)}`).catch(() => {});
        },
      };
    },
    hear,
    async end() {
      isEnded = true;
      channels.clear();
      const client = await current?.catch(() => undefined);
      await client?.end();
    },
  };
}
