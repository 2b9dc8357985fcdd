// Helpers of sealing tests: three days of samples, waiting until a session is blocked, and locking the blocks.
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { dayStartMs } from '../src/platform/calendar/rules/localDays.ts';
import type { Sql } from '../src/platform/database/connect.ts';
import { DAY_MS, every, expectPlant, layoutOf, MINUTE_MS, type Plant } from './sampleModel.ts';

export const START_MS = dayStartMs('2026-06-01', 'Europe/Berlin');
export const THREE_DAYS = ['2026-06-01', '2026-06-02', '2026-06-03'];
export const AFTER = '2026-06-05T12:00:00Z';
/** Instants of three days of samples. */
export const threeDays = every(30 * MINUTE_MS, START_MS, START_MS + 3 * DAY_MS);

export async function expectSealed(sql: Sql, plant: Plant, days: readonly string[]): Promise<void> {
  await expectPlant(sql, plant);
  const { hot, blocks } = await layoutOf(sql, plant.sid, plant.sn);
  expect(hot).toEqual([]);
  expect(blocks.map(({ day }) => day)).toEqual(days);
}

/** Resolves when this many sessions of the database wait for a lock. */
export async function untilWaiting(sql: Sql, count: number): Promise<void> {
  for (;;) {
    const [row] = await sql<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    if (row!.waiting >= count) return;
    await wait(5);
  }
}

/** Locks the blocks until the returned function is called; until then a sealing process has deleted rows and cannot write their blocks. */
export async function holdBlocks(sql: Sql): Promise<() => Promise<void>> {
  const session = await sql.reserve();
  await session`begin`;
  await session`lock table sample_blocks in exclusive mode`;
  return async () => {
    await session`commit`;
    session.release();
  };
}
