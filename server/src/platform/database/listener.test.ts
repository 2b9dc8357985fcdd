// Tests that the listener has exactly one connection, and that one that breaks while it is opened leaves nothing behind.
import pg from 'pg';
import { expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';
import { addressesOf } from './databaseUrl.ts';
import { openListener } from './listener.ts';

const { databaseUrl, sql } = await testServer();
const CHANNEL = 'listener_test';

test('ends with one connection and delivers each message once when connections break repeatedly', async () => {
  let breaking = 0;
  class Fragile extends pg.Client {
    constructor() {
      super({ ...addressesOf(databaseUrl)[0], application_name: 'fragile' });
      this.on('error', () => {});
    }
    /** Breaks the connection before it has sent `listen`. */
    breakSoon(): this {
      if (breaking > 0) {
        breaking--;
        this.once('connect', () => this.connection.stream.destroy());
      }
      return this;
    }
  }
  const unhandled: unknown[] = [];
  const record = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', record);
  const listener = openListener(async () => {
    const client = new Fragile().breakSoon();
    await client.connect();
    return client;
  });
  const received: string[] = [];
  let starts = 0;
  await listener.listen(
    CHANNEL,
    (payload) => received.push(payload),
    () => starts++,
  );
  const connections = async () =>
    (await sql<{ pid: number }[]>`select pid from pg_stat_activity where application_name = 'fragile'`).map(
      ({ pid }) => pid,
    );
  breaking = 3;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fragile'`;
  await expect.poll(() => starts, { timeout: 5000 }).toBe(2);
  await expect.poll(async () => (await connections()).length).toBe(1);
  await sql.notify(CHANNEL, 'once');
  await expect.poll(() => received).toEqual(['once']);

  // Ended while it tries to reconnect.
  breaking = 1000;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fragile'`;
  await expect.poll(() => breaking).toBeLessThan(1000);
  await listener.end();
  await expect.poll(connections).toEqual([]);
  await new Promise((settled) => setTimeout(settled, 50));
  process.off('unhandledRejection', record);
  expect(unhandled).toEqual([]);
  expect(starts).toBe(2);
});
