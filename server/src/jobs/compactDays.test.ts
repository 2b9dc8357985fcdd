// Tests that compacting days prunes their aggregate states, except those of recent days and of the last day of each month.
import { expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { readingOfRow } from '../families/rows.ts';
import { ingestReports } from '../ingest/ingestReports.ts';
import { timedJobs } from './schedule.ts';

const { sql, clock, context } = await testServer();

test('prunes aggregate states of compacted days, except recent ones and the last of each month', async () => {
  clock.set('2026-06-12T12:00:00Z');
  const sid = await makeSite(sql, { timezone: 'UTC' });
  const { sn } = await makeDevice(sql, { sid, product: 'Hybrid inverter' });
  const beginMs = Date.parse('2026-05-20T10:00:00Z');
  const days = Array.from({ length: 23 }, (_, day) => new Date(beginMs + day * 86_400_000));
  const quantities = { powerW: 800, counterWh: 1e6, gridImportWh: 2e6 };
  await ingestReports(
    context,
    days.map((at) => readingOfRow({ gateway: 'GW', sn, at, quantities })),
  );
  const daysWithState = async (table: string) => {
    const rows = await sql.unsafe<{ day: string }[]>(
      `select distinct day::text from ${table} where sid = $1 and carry is not null order by 1`,
      [sid],
    );
    return rows.map(({ day }) => day);
  };
  const all = days.map((at) => at.toISOString().slice(0, 10));
  expect([await daysWithState('device_days'), await daysWithState('device_flows')]).toEqual([all, all]);
  await timedJobs.sealing.run(context, new AbortController().signal);
  const [{ blocks }] = await sql<[{ blocks: number }]>`
    select count(*)::int as blocks from sample_blocks where sid = ${sid}`;
  expect(blocks).toBe(23);
  const remaining = ['2026-05-31', ...all.filter((day) => day > '2026-06-03')];
  expect([await daysWithState('device_days'), await daysWithState('device_flows')]).toEqual([remaining, remaining]);
});
