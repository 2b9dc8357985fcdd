// Bodies that are no frame: kept together, only so many, and whatever the database says their senders are answered.
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { reportServer } from '../../../test/reportServer.ts';
import { openRejectedBodies } from './rejectedBodies.ts';

const { sql, context } = await reportServer();
const AT = new Date('2026-06-15T10:00:00Z');
const raw = (n: number) => ({ path: '/i.php', body: Uint8Array.of(n >> 8, n), address: '192.0.2.1' });
const kept = async () => (await sql`select from raw_reports where sn is null and reason = 'start'`).length;

beforeEach(async () => {
  await sql`delete from raw_reports`;
});

test('each is kept as it came when its sender is answered, those that come while others are written too', async () => {
  const { keep } = openRejectedBodies(context);
  const first = keep(raw(1), AT, 'start');
  await wait(0);
  await Promise.all([keep(raw(2), AT, 'start'), keep(raw(3), AT, 'start')]);
  expect(await kept()).toBe(3);
  await first;
  await keep(raw(4), AT, 'start');
  const rows = await sql`select sn, received_at, path, body, reason, address from raw_reports order by body`;
  expect(rows).toEqual(
    [1, 2, 3, 4].map((n) => ({ ...raw(n), body: Buffer.of(0, n), sn: null, receivedAt: AT, reason: 'start' })),
  );
});

test('of a flood a thousand wait at once, the others are only counted', async () => {
  const { keep } = openRejectedBodies(context);
  await Promise.all(Array.from({ length: 1_500 }, (_, n) => keep(raw(n), AT, 'start')));
  expect(await kept()).toBe(1_000);
  await keep(raw(2_000), AT, 'start');
  expect(await kept()).toBe(1_001);
});

test('what the database refuses is not kept, and the next one is', async () => {
  const { keep } = openRejectedBodies(context);
  await sql`alter table raw_reports rename to raw_reports_away`;
  await Promise.all([keep(raw(1), AT, 'start'), keep(raw(2), AT, 'start')]);
  await sql`alter table raw_reports_away rename to raw_reports`;
  await keep(raw(3), AT, 'start');
  expect(await kept()).toBe(1);
});
