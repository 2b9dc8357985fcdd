// One connection hears; one that breaks while it is being made leaves nothing behind, whoever ends it.
import pg from 'pg';
import { expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';
import { addressesOf } from './databaseUrl.ts';
import { openListener } from './listener.ts';

const { databaseUrl, sql } = await testServer();
const CHANNEL = 'listener_test';

test('lost, and lost again while it asks to listen: one connection is there in the end, and each message is heard once', async () => {
  let breaking = 0;
  class Fragile extends pg.Client {
    constructor() {
      super({ ...addressesOf(databaseUrl)[0], application_name: 'fragile' });
      this.on('error', () => {});
    }
    /** Before it has asked to listen. */
    breakSoon(): this {
      if (breaking > 0) {
        breaking--;
        this.once('connect', () => this.connection.stream.destroy());
      }
      return this;
    }
  }
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  const listener = openListener(
    () => new Fragile().breakSoon(),
    () => {},
  );
  const heard: string[] = [];
  let begun = 0;
  await listener.listen(
    CHANNEL,
    (payload) => heard.push(payload),
    () => begun++,
  );
  const connections = async () =>
    (await sql<{ pid: number }[]>`select pid from pg_stat_activity where application_name = 'fragile'`).map(
      ({ pid }) => pid,
    );
  breaking = 3;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fragile'`;
  await expect.poll(() => begun, { timeout: 5000 }).toBe(2);
  await expect.poll(async () => (await connections()).length).toBe(1);
  await sql.notify(CHANNEL, 'once');
  await expect.poll(() => heard).toEqual(['once']);

  // Ended while it tries to come back.
  breaking = 1000;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fragile'`;
  await expect.poll(() => breaking).toBeLessThan(1000);
  await listener.end();
  await expect.poll(connections).toEqual([]);
  await new Promise((settled) => setTimeout(settled, 50));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  expect(begun).toBe(2);
});
