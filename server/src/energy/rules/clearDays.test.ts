// Clear days: recurring shade is found despite clouds on other days, and days that are not clear yield nothing.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type ClearSkyComparison, clearDaysOf, factorAt, QUARTERS } from './clearDays.ts';

/** Clear-sky power of a day from six to eighteen o'clock. */
const clearW = Float64Array.from({ length: QUARTERS }, (_, quarter) =>
  Math.max(0, 5000 * Math.sin((Math.PI * (quarter - 24)) / 48)),
);
const dayOf = (shareAt: (quarter: number) => number): ClearSkyComparison => ({
  clearW,
  measuredW: clearW.map((watts, quarter) => watts * shareAt(quarter)),
});
/** Share of a clear sky: from nine to ten a tree takes four fifths. */
const shaded = (quarter: number): number => (quarter >= 36 && quarter < 40 ? 0.2 : 0.95);
/** Share under passing clouds. */
const cloudy = (depth: number) => (quarter: number) => shaded(quarter) * (quarter % 2 === 0 ? 1 : depth);
/** The middle of a quarter, of any day. */
const middleOf = (quarter: number): number => Date.UTC(2026, 5, 15) + (quarter + 0.5) * 900_000;

describe('clearDaysOf', () => {
  it('finds shade that recurs at the same hour, between cloudy days', () => {
    const days = [
      dayOf(cloudy(0.3)),
      ...[1, 0.98, 1.02].map((by) => dayOf((at) => shaded(at) * by)),
      dayOf(cloudy(0.6)),
    ];
    const result = clearDaysOf(days)!;
    expect(result.days).toBe(3);
    expect(factorAt(result, middleOf(38))).toBeCloseTo(0.2, 6);
    expect(factorAt(result, middleOf(48))).toBeCloseTo(0.95, 6);
    // At night and at the edges the nearest known factor applies.
    expect(factorAt(result, middleOf(2))).toBeCloseTo(0.95, 6);
  });

  it.each([
    ['no days', []],
    ['only two days', [dayOf(shaded), dayOf(shaded)]],
    ['cloudy days', [0.3, 0.5, 0.7, 0.4].map((depth) => dayOf(cloudy(depth)))],
    ['evenly overcast days', Array.from({ length: 5 }, () => dayOf(() => 0.25))],
    ['a plant without production', Array.from({ length: 5 }, () => dayOf(() => 0))],
    [
      'polar nights',
      Array.from({ length: 5 }, () => ({ clearW: new Float64Array(96), measuredW: new Float64Array(96) })),
    ],
    ['half-covered days', Array.from({ length: 5 }, () => dayOf((at) => (at < 48 ? 1 : Number.NaN)))],
  ])('returns null for %s', (_name, days) => expect(clearDaysOf(days)).toBeNull());

  it('leaves out an evenly veiled day among clear ones', () => {
    const result = clearDaysOf([...Array.from({ length: 4 }, () => dayOf(() => 0.9)), dayOf(() => 0.5)])!;
    expect([result.days, factorAt(result, middleOf(48))]).toEqual([4, expect.closeTo(0.9, 6)]);
  });
});

test('keeps each factor between the least and greatest share of the clear days, in whatever order', () => {
  const cloudyDay = fc.tuple(
    fc.double({ min: 0, max: 0.8, noNaN: true }),
    fc.double({ min: 0.85, max: 1.2, noNaN: true }),
  );
  const shade = fc.array(fc.double({ min: 0.05, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(shade, fc.array(cloudyDay, { maxLength: 6 }), fc.integer({ min: 0, max: 30 }), (tree, clouds, turn) => {
      // Shade of any form for two hours of each clear day.
      const shareAt = (quarter: number) => (quarter >= 30 && quarter < 38 ? tree[quarter - 30]! : 1);
      const clear = [0.97, 1, 1.02, 1.01].map((by) => dayOf((at) => shareAt(at) * by));
      const others = clouds.map(([depth, height]) => dayOf((at) => (at % 2 === 0 ? height : depth)));
      const all = [...clear, ...others];
      const rotated = all.map((_, index) => all[(index + turn) % all.length]!);
      const result = clearDaysOf(rotated);
      expect(result).not.toBeNull();
      expect(result).toEqual(clearDaysOf(all));
      expect(result!.days).toBe(4);
      for (let quarter = 26; quarter < 70; quarter++) {
        const factor = factorAt(result!, middleOf(quarter));
        expect(factor).toBeGreaterThanOrEqual(shareAt(quarter) * 0.97 - 1e-9);
        expect(factor).toBeLessThanOrEqual(shareAt(quarter) * 1.02 + 1e-9);
      }
    }),
  );
});

test('returns finite, non-negative factors or null for any days', () => {
  const watts = fc.oneof(fc.constant(Number.NaN), fc.double({ min: 0, max: 12_000, noNaN: true }));
  const day = fc.array(watts, { minLength: QUARTERS, maxLength: QUARTERS });
  fc.assert(
    fc.property(fc.array(day, { maxLength: 8 }), (days) => {
      const result = clearDaysOf(days.map((measured) => ({ clearW, measuredW: Float64Array.from(measured) })));
      for (const factor of result?.factors ?? []) expect(factor).toBeGreaterThanOrEqual(0);
      expect(result?.factors.some(Number.isNaN) ?? false).toBe(false);
    }),
  );
});
