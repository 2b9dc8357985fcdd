// Properties of energy: independent of the order of arrival, and equal to the increments of the counter.
import { daylightSeconds } from '@heliograph/contract/sun.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/sampling.ts';
import { type Day, dayBounds, localDay } from '../../platform/calendar/rules/localDays.ts';
import { graceOf, maxEnergyIn } from './counterStep.ts';
import type { DayRow, EnergySample, EnergySource } from './deviceEnergy.ts';
import { aggregateEnergyDays, aggregateSample, inOrder } from './deviceEnergy.ts';
import { type DayStore, isInOrder, recomputeDays } from './recomputeDays.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const startMs = Date.parse('2026-03-27T12:00:00Z');

const places = [
  { timeZone: 'Europe/Berlin', latitude: 52.5, longitude: 13.4 },
  { timeZone: 'Pacific/Kiritimati', latitude: 1.9, longitude: -157.4 },
  { timeZone: 'Australia/Lord_Howe', latitude: -31.5, longitude: 159.1 },
  { timeZone: 'Arctic/Longyearbyen', latitude: 78.2, longitude: 15.6 },
];
const sources: fc.Arbitrary<EnergySource> = fc
  .record({
    place: fc.constantFrom(...places),
    counter: fc.constantFrom('daily' as const, 'lifetime' as const, 'none' as const),
    wrapWh: fc.constantFrom(null, 2000, 13_107.2),
    hoursFrom: fc.constantFrom(null, '2026-01-01', '2026-03-29'),
  })
  .map(({ place, ...source }) => ({ ...place, ...source, stepWh: 0.2, ratedPowerW: 400 }));

/** Sources of devices with removed history. */
const brokenSources = fc
  .tuple(sources, fc.array(fc.integer({ min: -dayMs, max: 12 * dayMs }), { maxLength: 4 }))
  .map(([source, offsets]): EnergySource => {
    const breaksMs = offsets.map((ms) => startMs + ms).sort((a, b) => a - b);
    return breaksMs.length === 0 ? source : { ...source, breaksMs };
  });

/** Ingest as `DayStore` describes it, on two maps; every row and state passes through JSON, as in a database. */
class Memory implements DayStore {
  readonly samples = new Map<number, EnergySample>();
  rows = new Map<Day, string>();
  readonly batchSize: number;
  constructor(batchSize: number) {
    this.batchSize = batchSize;
  }
  sorted(): DayRow[] {
    return [...this.rows.keys()].sort().map((day) => JSON.parse(this.rows.get(day)!) as DayRow);
  }
  async stateBefore(day: Day) {
    return this.sorted().findLast((row) => row.day < day && row.carryAfter)?.carryAfter ?? null;
  }
  async stateOf(day: Day) {
    return this.sorted().find((row) => row.day === day)?.carryAfter ?? null;
  }
  async samplesAfter(atMs: number | null, limit: number) {
    return inOrder([...this.samples.values()].filter((sample) => sample.atMs > (atMs ?? -Infinity))).slice(0, limit);
  }
  async replaceDays(fromDay: Day | null, toDay: Day | null, rows: DayRow[]) {
    for (const day of [...this.rows.keys()]) {
      if (day >= (fromDay ?? '') && day <= (toDay ?? '9999')) this.rows.delete(day);
    }
    this.upsert(rows);
  }
  upsert(rows: DayRow[]) {
    for (const row of rows) this.rows.set(row.day, JSON.stringify(row));
  }
  async ingest(batch: EnergySample[], source: EnergySource) {
    const latest = this.sorted().findLast((row) => row.carryAfter)?.carryAfter ?? null;
    const changed = inOrder(batch).filter(({ atMs }) => !this.samples.has(atMs));
    if (changed.length === 0) return;
    for (const sample of changed) this.samples.set(sample.atMs, sample);
    if (isInOrder(latest?.atMs ?? null, changed)) this.upsert(aggregateEnergyDays(latest, changed, source).days);
    else await recomputeDays(this, changed[0]!.atMs, changed.at(-1)!.atMs, source, this.batchSize);
  }
}

/** Any sample of a device or a bad line, on few instants, so that equal instants and midnights occur. */
const anySample: fc.Arbitrary<EnergySample> = fc.record({
  atMs: fc.oneof(
    fc.integer({ min: 0, max: 5 * 288 }).map((step) => startMs + step * 5 * minuteMs),
    fc.integer({ min: 0, max: 5 * dayMs }).map((ms) => startMs + ms),
    fc.integer({ min: -1, max: 40 * 24 }).map((hour) => startMs + hour * 60 * minuteMs),
  ),
  powerW: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 400 }), fc.double({ min: -5, max: 500, noNaN: true })),
  counterWh: fc.oneof(
    fc.constant(null),
    fc.integer({ min: 0, max: 50 }).map((counts) => counts * 0.2),
    fc.integer({ min: 0, max: 65_535 }).map((counts) => counts * 0.2),
  ),
  counterDayWh: fc.oneof(fc.constant(null), fc.constant(null), fc.integer({ min: 0, max: 2_000 })),
  counterLifeWh: fc.oneof(fc.constant(null), fc.constant(null), fc.integer({ min: 90_000, max: 99_000 })),
});

describe('arrival', () => {
  it('in any order and batches gives the rows of the sorted samples', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anySample, { minLength: 1, maxLength: 12 }), { maxLength: 12 }),
        brokenSources,
        fc.constantFrom(1, 3, 10, 2000),
        async (batches, source, batchSize) => {
          const memory = new Memory(batchSize);
          for (const batch of batches) await memory.ingest(batch, source);
          const whole = aggregateEnergyDays(null, inOrder(batches.flat()), source).days;
          expect(memory.sorted()).toEqual(JSON.parse(JSON.stringify(whole)));
        },
      ),
      { numRuns: runs(400) },
    );
  });

  it('one by one gives the same rows as at once', () => {
    fc.assert(
      fc.property(fc.array(anySample, { minLength: 1, maxLength: 60 }), brokenSources, (samples, source) => {
        const sorted = inOrder(samples);
        const rows = new Map<Day, DayRow>();
        let state: DayRow['carryAfter'] = null;
        for (const sample of sorted) {
          const result = aggregateSample(state, sample, source);
          for (const row of result.days) rows.set(row.day, row);
          state = JSON.parse(JSON.stringify(result.carry)) as NonNullable<typeof state>;
        }
        expect([...rows.values()].sort((a, b) => (a.day < b.day ? -1 : 1))).toEqual(
          aggregateEnergyDays(null, sorted, source).days,
        );
      }),
    );
  });

  it('keeps the first of the samples of one instant', () => {
    fc.assert(
      fc.property(fc.array(anySample, { maxLength: 30 }), (samples) => {
        for (const sample of inOrder(samples)) expect(sample).toBe(samples.find(({ atMs }) => atMs === sample.atMs));
      }),
    );
  });
});

describe('a row', () => {
  it('is never negative, and its days ascend', () => {
    fc.assert(
      fc.property(fc.array(anySample, { maxLength: 80 }), brokenSources, (samples, source) => {
        const { days } = aggregateEnergyDays(null, inOrder(samples), source);
        expect(days.map((row) => row.day)).toEqual([...new Set(days.map((row) => row.day))].sort());
        for (const row of days) {
          expect(row.energyWh).toBeGreaterThanOrEqual(0);
          expect(row.integratedWh).toBeLessThanOrEqual(row.energyWh);
          expect(row.coveredS).toBeLessThanOrEqual(90_000);
          expect(row.hours === undefined).toBe(source.hoursFrom == null || row.day < source.hoursFrom);
          if (!row.hours) continue;
          expect(Math.min(...row.hours)).toBeGreaterThanOrEqual(0);
          expect(row.hours.reduce((sum, hour) => sum + hour, 0)).toBeLessThanOrEqual(Math.round(row.energyWh * 1e6));
        }
      }),
    );
  });
});

describe('forged frames', () => {
  /** Frames of a device or of an impostor: bursts, jumps, resets, wraps, impossible power. */
  const forged: fc.Arbitrary<EnergySample[]> = fc
    .array(
      fc.record({
        afterMs: fc.oneof(
          fc.integer({ min: 1, max: 100 }),
          fc.integer({ min: 1, max: 10 * minuteMs }),
          fc.integer({ min: 1, max: 30 * 60 * minuteMs }),
        ),
        powerW: fc.oneof(fc.constant(null), fc.double({ min: 0, max: 600, noNaN: true }), fc.constant(1e6)),
        riseWh: fc.oneof(
          fc.constant(43.2),
          fc.double({ min: 0, max: 60, noNaN: true }),
          fc.double({ min: -20_000, max: 20_000, noNaN: true }),
          fc.constant(null),
        ),
        imported: fc.boolean(),
      }),
      { minLength: 1, maxLength: 120 },
    )
    .map((steps) => {
      let atMs = startMs;
      let counterWh = 0;
      return steps.map(({ afterMs, powerW, riseWh, imported }) => {
        atMs += afterMs;
        counterWh = Math.max(0, counterWh + (riseWh ?? 0));
        return { atMs, powerW, counterWh: riseWh === null ? null : counterWh, imported };
      });
    });

  /** The same frames with their reading in any of the counters that a device may have. */
  const forgedCounters = fc
    .tuple(forged, fc.infiniteStream(fc.constantFrom('counterWh', 'counterDayWh', 'counterLifeWh')))
    .map(([samples, names]) =>
      samples.map(({ counterWh, ...sample }): EnergySample => {
        return { counterWh: null, ...sample, [names.next().value as string]: counterWh };
      }),
    );

  it('give a day at most 1.3 times the rated power over its daylight, and one grace', () => {
    fc.assert(
      fc.property(
        fc.oneof(forged, forgedCounters, fc.array(anySample, { maxLength: 80 })),
        sources,
        (samples, source) => {
          for (const { day, energyWh } of aggregateEnergyDays(null, inOrder(samples), source).days) {
            const { startMs: from, endMs: to } = dayBounds(day, source.timeZone);
            const sunS = daylightSeconds(from, to, source.latitude, source.longitude);
            expect(energyWh).toBeLessThanOrEqual((1.3 * 400 * sunS) / 3600 + graceOf(source) / 1e6 + 0.01);
          }
        },
      ),
      { numRuns: runs(400) },
    );
  });

  it('give no more between any two frames with a reading, however many lie between', () => {
    const sum = (samples: EnergySample[], source: EnergySource): number =>
      aggregateEnergyDays(null, samples, source).days.reduce((wh, row) => wh + row.energyWh, 0);
    fc.assert(
      fc.property(forged, sources, fc.nat(), (samples, source, choice) => {
        const from = choice % samples.length;
        fc.pre(source.counter === 'none' || samples[from]!.counterWh !== null);
        const maxMicroWh = maxEnergyIn(samples.at(-1)!.atMs - samples[from]!.atMs, source) + graceOf(source);
        const added = sum(samples, source) - sum(samples.slice(0, from + 1), source);
        expect(added).toBeLessThanOrEqual(maxMicroWh / 1e6 + 1e-6);
      }),
      { numRuns: runs(400) },
    );
  });

  it('lose nothing of a device at 1.3 times its rated power whose frames are up to five minutes late', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('daily' as const, 'lifetime' as const),
        fc.array(fc.integer({ min: 0, max: 299 }), { minLength: 2, maxLength: 120 }),
        (counter, delaysS) => {
          const source: EnergySource = { ...places[0]!, counter, wrapWh: 13_107.2, stepWh: 0.2, ratedPowerW: 400 };
          const dawnMs = Date.parse('2026-06-01T04:00:00Z');
          const samples = delaysS.map((delayS, frame) => ({
            atMs: dawnMs + frame * 5 * minuteMs + delayS * 1000,
            powerW: 520,
            counterWh: Math.floor((frame * 520) / 12 / 0.2) * 0.2,
          }));
          const { days } = aggregateEnergyDays(null, samples, source);
          expect(days.map(({ day }) => day)).toEqual([localDay(dawnMs, source.timeZone)]);
          expect(days[0]!.energyWh).toBeCloseTo(samples.at(-1)!.counterWh, 5);
        },
      ),
    );
  });
});

describe('the sum over days', () => {
  /** Minutes to the next frame, and the average share of the rated power in daylight. */
  const walk = fc.array(fc.tuple(fc.integer({ min: 1, max: 600 }), fc.double({ min: 0, max: 1, noNaN: true })), {
    minLength: 2,
    maxLength: 150,
  });

  it("equals a lifetime counter's increments, wraps and gaps included", () => {
    fc.assert(
      fc.property(walk, fc.constantFrom(...places), fc.integer({ min: 0, max: 65_535 }), (steps, place, first) => {
        const source: EnergySource = {
          ...place,
          counter: 'lifetime',
          wrapWh: 65_536 * 0.2,
          stepWh: 0.2,
          ratedPowerW: 400,
        };
        let atMs = startMs;
        let counts = first;
        const samples: EnergySample[] = [{ atMs, powerW: 0, counterWh: first * 0.2 }];
        for (const [minutes, factor] of steps) {
          const sunS = daylightSeconds(atMs, atMs + minutes * minuteMs, place.latitude, place.longitude);
          atMs += minutes * minuteMs;
          counts += Math.floor((factor * 400 * (sunS / 3600)) / 0.2);
          samples.push({ atMs, powerW: factor * 400, counterWh: (counts % 65_536) * 0.2 });
        }
        const { days } = aggregateEnergyDays(null, samples, source);
        const sum = days.reduce((wh, row) => wh + row.energyWh, 0);
        expect(sum).toBeCloseTo((counts - first) * 0.2, 5);
      }),
    );
  });

  it("equals a daily counter's last reading of each day, whichever frames are lost", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()), {
            minLength: 150,
            maxLength: 150,
          }),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        (clearness) => {
          const source: EnergySource = {
            ...places[0]!,
            counter: 'daily',
            wrapWh: 13_107.2,
            stepWh: 0.2,
            ratedPowerW: 400,
          };
          const samples: EnergySample[] = [];
          const expected: Record<Day, number> = {};
          for (const [index, frames] of clearness.entries()) {
            // From 07:10 on, an hour after sunrise, for twelve and a half hours.
            const dawnMs = Date.parse('2026-04-02T05:10:00Z') + index * dayMs;
            let counts = 0;
            for (const [frame, [factor, lost]] of frames.entries()) {
              const powerW = 400 * factor * Math.sin((Math.PI * (frame + 0.5)) / 150);
              counts += Math.floor(powerW / 12 / 0.2);
              if (lost && frame < 149) continue;
              samples.push({ atMs: dawnMs + frame * 5 * minuteMs, powerW, counterWh: counts * 0.2 });
            }
            expected[`2026-04-0${2 + index}`] = counts * 0.2;
            const first = samples.find(({ atMs }) => atMs >= dawnMs)!;
            const evening = samples.findLast(({ atMs }) => atMs < dawnMs);
            // Early in the morning a reading that has not fallen since the evening may still be that of the day before.
            fc.pre(!evening || first.counterWh! < evening.counterWh! || first.atMs - dawnMs > 2 * 3_600_000);
          }
          const { days } = aggregateEnergyDays(null, samples, source);
          expect(days.map((row) => row.day)).toEqual(Object.keys(expected));
          for (const row of days) expect(row.energyWh).toBeCloseTo(expected[row.day]!, 5);
        },
      ),
      { numRuns: runs(50) },
    );
  });

  it('lacks only the rise of the counter over removed history', () => {
    const rises = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 3, maxLength: 40 });
    fc.assert(
      fc.property(rises, fc.nat(), fc.nat(), fc.constantFrom(...places), (steps, first, length, place) => {
        const noonMs = Date.parse('2026-06-10T12:00:00Z');
        const from = first % steps.length;
        const to = Math.min(steps.length, from + 1 + (length % steps.length));
        let counterWh = 1000;
        const samples = steps.map((rise, index): EnergySample => {
          counterWh += rise;
          return { atMs: noonMs + index * dayMs, powerW: null, counterWh };
        });
        const breaksMs = [samples[from]!.atMs - 1, samples[to - 1]!.atMs + 1];
        const source: EnergySource = {
          ...place,
          counter: 'lifetime',
          wrapWh: null,
          stepWh: 0.2,
          ratedPowerW: 400,
          breaksMs,
        };
        const { days } = aggregateEnergyDays(null, [...samples.slice(0, from), ...samples.slice(to)], source);
        const counted = steps.filter((_, index) => index !== 0 && (index < from || index > to));
        const sum = days.reduce((wh, { energyWh }) => wh + energyWh, 0);
        expect(sum).toBeCloseTo(
          counted.reduce((wh, rise) => wh + rise, 0),
          6,
        );
      }),
    );
  });

  it('does not recount energy of a daily counter from before its history was removed', () => {
    const at = (time: string) => Date.parse(`2026-06-10T${time}:00+02:00`);
    const [berlin] = places;
    const source: EnergySource = {
      ...berlin!,
      counter: 'daily',
      wrapWh: null,
      stepWh: 0.2,
      ratedPowerW: 400,
      breaksMs: [at('12:00')],
    };
    const samples = [
      { atMs: at('12:05'), powerW: 200, counterWh: 500 },
      { atMs: at('13:05'), powerW: 200, counterWh: 700 },
    ];
    expect(aggregateEnergyDays(null, samples, source).days).toMatchObject([{ energyWh: 200 }]);
  });

  it('is the same for a device with a daily and a lifetime counter, whichever it reports', () => {
    const frames = fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom('both', 'day', 'life')),
      {
        minLength: 150,
        maxLength: 150,
      },
    );
    /** Long runs with one counter, as after a gateway was replaced. */
    const framesWithRuns = fc
      .tuple(frames, fc.array(fc.tuple(fc.nat(149), fc.nat(60), fc.constantFrom('day', 'life')), { maxLength: 4 }))
      .map(([base, runs]) =>
        base.map(([factor, what], index) => {
          const run = runs.find(([from, length]) => index >= from && index < from + length);
          return [factor, run?.[2] ?? what] as const;
        }),
      );
    fc.assert(
      fc.property(
        fc.array(framesWithRuns, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('daily' as const, 'lifetime' as const, 'none' as const),
        (days, counter) => {
          const source: EnergySource = { ...places[0]!, counter, wrapWh: null, stepWh: 1, ratedPowerW: 400 };
          const samples: EnergySample[] = [];
          const expected: Record<Day, number> = {};
          let lifeWh = 123_456;
          for (const [index, dayFrames] of days.entries()) {
            const dawnMs = Date.parse('2026-04-02T05:10:00Z') + index * dayMs;
            let dayWh = 0;
            for (const [frame, [factor, what]] of dayFrames.entries()) {
              const powerW = 400 * factor * Math.sin((Math.PI * (frame + 0.5)) / 150);
              const producedWh = Math.floor(powerW / 12);
              dayWh += producedWh;
              lifeWh += producedWh;
              const both = what === 'both' || frame === 149 || samples.length === 0;
              samples.push({
                atMs: dawnMs + frame * 5 * minuteMs,
                powerW,
                counterWh: null,
                counterDayWh: both || what === 'day' ? dayWh : null,
                counterLifeWh: both || what === 'life' ? lifeWh : null,
              });
            }
            expected[`2026-04-0${2 + index}`] = dayWh;
          }
          const { days: rows } = aggregateEnergyDays(null, samples, source);
          expect(rows.map((row) => row.day)).toEqual(Object.keys(expected));
          for (const row of rows) expect(row.energyWh).toBeCloseTo(expected[row.day]!, 5);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
