// The area under the drawn power of an hourly history equals the day's energy, whatever its counters, clouds, clock change or step.
import { describe, expect, test } from 'vitest';
import { dayBounds } from '../../platform/calendar/rules/localDays.ts';
import { aggregateEnergyDays, type EnergySample, type EnergySource } from './deviceEnergy.ts';
import { hourlyCurve } from './hourlyCurve.ts';

const HOUR_MS = 3_600_000;
const place = { timeZone: 'Europe/Berlin', latitude: 52.5, longitude: 13.4 };
const sourceOf = (counter: EnergySource['counter']): EnergySource => ({
  ...place,
  counter,
  wrapWh: null,
  stepWh: 1,
  ratedPowerW: 6_000,
});

/** Three days of a plant under changing clouds: power at the full hour, and the energy that the hour really had. */
function history(day: string, { counter, offsetMin = 0, nights = true, gapHours = [] as number[] }: Options) {
  const { startMs } = dayBounds(day, place.timeZone);
  const samples: EnergySample[] = [];
  let lifeWh = 50_000;
  for (let hour = -24; hour < 48; hour++) {
    const atMs = startMs + hour * HOUR_MS + offsetMin * 60_000;
    const clock = ((hour % 24) + 24) % 24;
    const sunny = Math.max(0, 4_000 * (1 - ((clock + offsetMin / 60 - 13) / 5.5) ** 2));
    // At the full hour the sky is clear or dark, over the hour it is in between.
    const powerW = sunny * (hour % 2 === 0 ? 1 : 0.15);
    lifeWh += Math.round(sunny * 0.5);
    if ((!nights && sunny === 0) || gapHours.includes(hour)) continue;
    samples.push({ atMs, powerW, counterWh: counter === 'none' ? null : lifeWh, imported: true });
  }
  return samples;
}
interface Options {
  counter: 'none' | 'lifetime';
  offsetMin?: number;
  nights?: boolean;
  gapHours?: number[];
}

const STEPS_S = [60, 300, 900, 1800, 3600];

describe.each(STEPS_S)('in slots of %i s', (stepS) => {
  test.each<[name: string, day: string, Options]>([
    ['power only', '2026-06-10', { counter: 'none' }],
    ['power only, half past', '2026-06-10', { counter: 'none', offsetMin: 30 }],
    ['power only, without nights', '2026-06-10', { counter: 'none', nights: false }],
    ['a counter', '2026-06-10', { counter: 'lifetime' }],
    ['a counter, without nights', '2026-06-10', { counter: 'lifetime', nights: false }],
    ['a counter, ten past', '2026-06-10', { counter: 'lifetime', offsetMin: 10 }],
    ['the day of 23 hours', '2026-03-29', { counter: 'lifetime' }],
    ['the day of 25 hours', '2026-10-25', { counter: 'lifetime' }],
  ])('%s: the area is the energy of the day within 1 %%', (_, day, options) => {
    const source = sourceOf(options.counter);
    const samples = history(day, options);
    const { startMs, endMs } = dayBounds(day, place.timeZone);
    const count = Math.ceil((endMs - startMs) / (stepS * 1000));
    const curve = hourlyCurve(samples, source, day, { fromMs: startMs, stepS, count })!;
    const { energyWh } = aggregateEnergyDays(null, samples, source).days.find((row) => row.day === day)!;
    expect(energyWh).toBeGreaterThan(5_000);
    const areaWh = curve.reduce((sum, powerW) => sum + (Number.isNaN(powerW) ? 0 : (powerW * stepS) / 3600), 0);
    expect(Math.abs(areaWh / energyWh - 1)).toBeLessThan(0.01);
  });
});

const day = '2026-06-10';
const { startMs } = dayBounds(day, place.timeZone);
const slots = { fromMs: startMs, stepS: 300, count: 288 };

test('draws each hour with one power, and leaves a gap empty', () => {
  const curve = hourlyCurve(
    history(day, { counter: 'none', gapHours: [11, 12, 13, 14] }),
    sourceOf('none'),
    day,
    slots,
  )!;
  for (let hour = 0; hour < 24; hour++) {
    const values = [...curve.subarray(hour * 12, hour * 12 + 12)];
    expect(new Set(values.map((value) => value.toFixed(6))).size).toBe(1);
    expect(Number.isNaN(values[0])).toBe(hour >= 10 && hour <= 14);
  }
});

test.each<[name: string, change: (sample: EnergySample, index: number) => EnergySample[]]>([
  [
    'values every quarter of an hour',
    (sample) => [0, 15, 30, 45].map((min) => ({ ...sample, atMs: sample.atMs + min * 60_000 })),
  ],
  ['values that the device reported itself', (sample) => [{ ...sample, imported: false }]],
])('is null for %s', (_, change) => {
  expect(hourlyCurve(history(day, { counter: 'none' }).flatMap(change), sourceOf('none'), day, slots)).toBeNull();
});
