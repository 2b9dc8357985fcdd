// Restart events: the first frame with the restart flag opens one, further frames with the flag do not.
import { expect, test } from 'vitest';
import { makeDevice } from '../../test/factories.ts';
import { bdm400, readingOf, reportServer } from '../../test/reportServer.ts';
import { ingestReports } from './ingestReports.ts';

const { sql, context } = await reportServer();
const AFTER_RESET = 'ffffffff';
const restarts = async (sn: string) =>
  (
    await sql<
      { openedAt: Date }[]
    >`select opened_at from events where sn = ${sn} and code = 'restart' order by opened_at`
  ).map(({ openedAt }) => openedAt.toISOString().slice(11, 16));
const frame = (sn: string, at: string, sync?: string) =>
  readingOf(bdm400(sn, { powerW: 100, ...(sync ? { sync } : {}) }), `2026-06-15T${at}:00Z`);

test('stores one restart for several frames after a reset, and another for the next reset', async () => {
  const { sn } = await makeDevice(sql);
  await ingestReports(context, [frame(sn, '08:00')]);
  await ingestReports(context, [frame(sn, '08:05', AFTER_RESET)]);
  await ingestReports(context, [frame(sn, '08:10', AFTER_RESET), frame(sn, '08:15')]);
  await ingestReports(context, [frame(sn, '08:20')]);
  await ingestReports(context, [frame(sn, '08:25', AFTER_RESET), frame(sn, '08:30')]);
  expect(await restarts(sn)).toEqual(['08:05', '08:25']);
  // A repeated frame adds no event.
  await ingestReports(context, [frame(sn, '08:25', AFTER_RESET)]);
  expect(await restarts(sn)).toHaveLength(2);
});

test('stores no restart for the first report of a device', async () => {
  const { sn } = await makeDevice(sql);
  await ingestReports(context, [frame(sn, '08:00', AFTER_RESET)]);
  expect(await restarts(sn)).toEqual([]);
});
