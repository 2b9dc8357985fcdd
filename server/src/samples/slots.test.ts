// Slots of several days read in one statement equal those of each day read alone: sealed, not sealed yet, or both.
import { expect, test } from 'vitest';
import { reportServer } from '../../test/reportServer.ts';
import { DAY_MS, every, HOUR_MS, MINUTE_MS, plantsOf, sampleAt, tell } from '../../test/sampleModel.ts';
import { addDays, dayBounds, dayStartMs } from '../platform/calendar/rules/localDays.ts';
import { compactSampleDays } from './sealing.ts';
import { readSlots, readSlotsOfDays } from './slots.ts';

const { sql, context, clock } = await reportServer();

// The first day has 25 hours in its zone, and UTC days split both differently than days of the plant.
test.each([
  ['Europe/Berlin', '2026-10-25'],
  ['Pacific/Auckland', '2026-09-27'],
  ['America/Los_Angeles', '2026-06-01'],
])('reads several days of a plant in %s as if each were read alone', async (zone, first) => {
  const startMs = dayStartMs(first, zone);
  clock.set(startMs + 8 * DAY_MS);
  const [plant, other] = await plantsOf(sql, 2, zone);
  for (const [more, one] of [plant!, other!].entries()) {
    const samples = every(13 * MINUTE_MS, startMs, startMs + 8 * DAY_MS - HOUR_MS).map((ms) => sampleAt(ms, more));
    await tell(context, one, samples);
  }
  await compactSampleDays(context);
  // A sealed day with a late report has a block and rows.
  await tell(context, plant!, [sampleAt(startMs + 2 * DAY_MS + 5 * HOUR_MS + 7_000, 3)]);
  const days = [6, 2, 0, 7, 3].map((past) => {
    const { startMs: fromMs, endMs: toMs } = dayBounds(addDays(first, past), zone);
    return { fromMs, toMs, stepS: 900 };
  });
  const query = {
    sid: plant!.sid,
    sns: [plant!.sn, other!.sn],
    names: ['powerW', 'temperatureC'] as const,
  };
  const together = await readSlotsOfDays(sql, query, days);
  const alone = await Promise.all(days.map((day) => readSlots(sql, { ...query, ...day })));
  expect(together).toEqual(alone);
  for (const day of together) expect([...day.keys()].sort()).toEqual([plant!.sn, other!.sn].sort());
  const slotCounts = together.map(
    (day) => day.get(plant!.sn)!.powerW!.mean.filter((watts) => !Number.isNaN(watts)).length,
  );
  expect(Math.min(...slotCounts)).toBeGreaterThan(80);
});
