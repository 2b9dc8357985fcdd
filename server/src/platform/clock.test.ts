// Tests that the server uses the database's time, whatever the machine's clock shows or is set to.
import { expect, test, vi } from 'vitest';
import { makeDevice } from '../../test/factories.ts';
import { bdm400 } from '../../test/reportServer.ts';
import { testServer } from '../../test/testServer.ts';
import { buildApp } from '../app.ts';
import { openClock } from './clock.ts';
import type { Sql } from './database/connect.ts';

const { sql, context } = await testServer();
const log = { warn: vi.fn(), info: vi.fn() };

/** Returns a database with a settable clock, and a machine with settable clocks. */
function fakeClocks() {
  const now = { databaseMs: 5_000_000, wallMs: 5_000_000, steadyMs: 70_000, delayMs: 4 };
  const pass = (ms: number): void => {
    now.databaseMs += ms;
    now.wallMs += ms;
    now.steadyMs += ms;
  };
  const query = async () => {
    pass(now.delayMs / 2);
    const ms = now.databaseMs;
    pass(now.delayMs / 2);
    return [{ ms }];
  };
  return {
    now,
    pass,
    sql: query as unknown as Sql,
    machine: { wallMs: () => now.wallMs, steadyMs: () => now.steadyMs },
  };
}

test('ignores a machine clock that is off by 3 s, logs it once, and logs once when it agrees again', async () => {
  log.warn.mockClear();
  const { now, pass, sql, machine } = fakeClocks();
  now.wallMs += 3_000;
  const clock = await openClock(sql, log, machine);
  expect(clock.now().getTime()).toBe(now.databaseMs);
  expect(clock.aheadMs()).toBe(3_000);
  await clock.measure();
  expect(log.warn.mock.calls.map(([, words]) => words)).toEqual([
    "the clock of this server is 3.0 s ahead of the database's, whose time is used",
  ]);
  pass(10_000);
  now.wallMs -= 3_000;
  expect(clock.now().getTime()).toBe(now.databaseMs);
  await clock.measure();
  expect(log.info).toHaveBeenCalledTimes(1);
});

test('follows a drift slowly, a clock that was set immediately, and a slow answer hardly at all', async () => {
  log.warn.mockClear();
  const { now, pass, sql, machine } = fakeClocks();
  const clock = await openClock(sql, log, machine);
  now.delayMs = 400;
  pass(1_000);
  await clock.measure();
  expect(Math.abs(clock.now().getTime() - now.databaseMs)).toBeLessThanOrEqual(1);
  now.delayMs = 4;
  now.databaseMs += 40;
  await clock.measure();
  expect(clock.now().getTime() - now.databaseMs).toBe(-30);
  for (let n = 0; n < 20; n++) await clock.measure();
  expect(Math.abs(clock.now().getTime() - now.databaseMs)).toBeLessThanOrEqual(1);
  expect(log.warn).not.toHaveBeenCalled();
  now.databaseMs -= 60_000;
  await clock.measure();
  expect(Math.abs(clock.now().getTime() - now.databaseMs)).toBeLessThanOrEqual(1);
});

test('stamps frames with the database’s time, and reports in /readyz that the clock is off', async () => {
  const { sn } = await makeDevice(sql);
  const wrong = { wallMs: () => Date.now() - 86_400_000, steadyMs: () => performance.now() };
  const clock = await openClock(sql, log, wrong);
  const app = await buildApp({ ...context, clock });
  const [before] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
  const payload = Buffer.from(bdm400(sn, { powerW: 1, counterWh: 1 }));
  expect((await app.inject({ method: 'POST', url: '/i.php', payload })).statusCode).toBe(200);
  const [row] = await sql<
    { at: Date; now: Date }[]
  >`select at, clock_timestamp() as now from device_live where sn = ${sn}`;
  // They may differ by a round trip to the database.
  expect(row!.at.getTime()).toBeGreaterThan(before!.now.getTime() - 1_000);
  expect(row!.at.getTime()).toBeLessThan(row!.now.getTime() + 1_000);
  const ready = await app.inject('/readyz');
  expect(ready.json()).toEqual({
    status: 'ready',
    clock: expect.stringMatching(/^the clock of this server is 8\d+\.\d s behind the database's/),
  });
  await app.close();
});
