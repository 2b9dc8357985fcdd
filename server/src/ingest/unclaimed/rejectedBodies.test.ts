// Bodies that are not frames: stored together up to a limit, and their senders are answered even if the database fails.
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { reportServer } from '../../../test/reportServer.ts';
import { openRejectedBodies } from './rejectedBodies.ts';

const { sql, context } = await reportServer();
const AT = new Date('2026-06-15T10:00:00Z');
const raw = (n: number) => ({ path: '/i.php', body: Uint8Array.of(n >> 8, n), address: '192.0.2.1' });
const storedCount = async () => (await sql`select from raw_reports where sn is null and reason = 'start'`).length;

beforeEach(async () => {
  await sql`delete from raw_reports`;
});

test('stores each body unchanged before its sender is answered, also bodies that arrive during a write', async () => {
  const { store: keep } = openRejectedBodies(context);
  const first = keep(raw(1), AT, 'start');
  await wait(0);
  await Promise.all([keep(raw(2), AT, 'start'), keep(raw(3), AT, 'start')]);
  expect(await storedCount()).toBe(3);
  await first;
  await keep(raw(4), AT, 'start');
  const rows = await sql`select sn, received_at, path, body, reason, address from raw_reports order by body`;
  expect(rows).toEqual(
    [1, 2, 3, 4].map((n) => ({ ...raw(n), body: Buffer.of(0, n), sn: null, receivedAt: AT, reason: 'start' })),
  );
});

test('stores a thousand bodies of a flood and drops the others', async () => {
  const { store: keep } = openRejectedBodies(context);
  await Promise.all(Array.from({ length: 1_500 }, (_, n) => keep(raw(n), AT, 'start')));
  expect(await storedCount()).toBe(1_000);
  await keep(raw(2_000), AT, 'start');
  expect(await storedCount()).toBe(1_001);
});

test('loses the bodies that the database rejects and stores the next one', async () => {
  const { store: keep } = openRejectedBodies(context);
  await sql`alter table raw_reports rename to raw_reports_away`;
  await Promise.all([keep(raw(1), AT, 'start'), keep(raw(2), AT, 'start')]);
  await sql`alter table raw_reports_away rename to raw_reports`;
  await keep(raw(3), AT, 'start');
  expect(await storedCount()).toBe(1);
});
