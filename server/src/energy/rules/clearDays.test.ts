// What clear days teach: whatever clouds lie over the other days, a shade at the same hour is found, and nothing is made of days that were not clear.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type ClearSkyComparison, clearDaysOf, factorAt, QUARTERS } from './clearDays.ts';

/** A day from six to eighteen o'clock. */
const clearW = Float64Array.from({ length: QUARTERS }, (_, quarter) =>
  Math.max(0, 5000 * Math.sin((Math.PI * (quarter - 24)) / 48)),
);
const dayOf = (shareAt: (quarter: number) => number): ClearSkyComparison => ({
  clearW,
  measuredW: clearW.map((watts, quarter) => watts * shareAt(quarter)),
});
/** From nine to ten a tree takes four fifths. */
const shaded = (quarter: number): number => (quarter >= 36 && quarter < 40 ? 0.2 : 0.95);
/** Clouds come and go. */
const cloudy = (depth: number) => (quarter: number) => shaded(quarter) * (quarter % 2 === 0 ? 1 : depth);
/** The middle of a quarter, of any day. */
const middleOf = (quarter: number): number => Date.UTC(2026, 5, 15) + (quarter + 0.5) * 900_000;

describe('clearDaysOf', () => {
  it('finds a shade that comes at the same hour, between cloudy days', () => {
    const days = [
      dayOf(cloudy(0.3)),
      ...[1, 0.98, 1.02].map((by) => dayOf((at) => shaded(at) * by)),
      dayOf(cloudy(0.6)),
    ];
    const found = clearDaysOf(days)!;
    expect(found.days).toBe(3);
    expect(factorAt(found, middleOf(38))).toBeCloseTo(0.2, 6);
    expect(factorAt(found, middleOf(48))).toBeCloseTo(0.95, 6);
    // By night and at its edges as the nearest that is known.
    expect(factorAt(found, middleOf(2))).toBeCloseTo(0.95, 6);
  });

  it.each([
    ['none', []],
    ['two', [dayOf(shaded), dayOf(shaded)]],
    ['cloudy ones', [0.3, 0.5, 0.7, 0.4].map((depth) => dayOf(cloudy(depth)))],
    ['an even grey', Array.from({ length: 5 }, () => dayOf(() => 0.25))],
    ['a plant that gives nothing', Array.from({ length: 5 }, () => dayOf(() => 0))],
    [
      'a night of months',
      Array.from({ length: 5 }, () => ({ clearW: new Float64Array(96), measuredW: new Float64Array(96) })),
    ],
    ['days that tell half', Array.from({ length: 5 }, () => dayOf((at) => (at < 48 ? 1 : Number.NaN)))],
  ])('says nothing of %s', (_what, days) => expect(clearDaysOf(days)).toBeNull());

  it('leaves out an evenly veiled day among clear ones', () => {
    const found = clearDaysOf([...Array.from({ length: 4 }, () => dayOf(() => 0.9)), dayOf(() => 0.5)])!;
    expect([found.days, factorAt(found, middleOf(48))]).toEqual([4, expect.closeTo(0.9, 6)]);
  });
});

test('whatever the other days were like, and in whatever order: each quarter lies between the least and the greatest that clear days showed', () => {
  const cloudyDay = fc.tuple(
    fc.double({ min: 0, max: 0.8, noNaN: true }),
    fc.double({ min: 0.85, max: 1.2, noNaN: true }),
  );
  const shade = fc.array(fc.double({ min: 0.05, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(shade, fc.array(cloudyDay, { maxLength: 6 }), fc.integer({ min: 0, max: 30 }), (tree, clouds, turn) => {
      // A shade for two hours of each clear day, whatever its form.
      const shareAt = (quarter: number) => (quarter >= 30 && quarter < 38 ? tree[quarter - 30]! : 1);
      const clear = [0.97, 1, 1.02, 1.01].map((by) => dayOf((at) => shareAt(at) * by));
      const others = clouds.map(([depth, height]) => dayOf((at) => (at % 2 === 0 ? height : depth)));
      const all = [...clear, ...others];
      const turned = all.map((_, place) => all[(place + turn) % all.length]!);
      const found = clearDaysOf(turned);
      expect(found).not.toBeNull();
      expect(found).toEqual(clearDaysOf(all));
      expect(found!.days).toBe(4);
      for (let quarter = 26; quarter < 70; quarter++) {
        const factor = factorAt(found!, middleOf(quarter));
        expect(factor).toBeGreaterThanOrEqual(shareAt(quarter) * 0.97 - 1e-9);
        expect(factor).toBeLessThanOrEqual(shareAt(quarter) * 1.02 + 1e-9);
      }
    }),
  );
});

test('any days at all give factors that are finite and not negative, or none', () => {
  const watts = fc.oneof(fc.constant(Number.NaN), fc.double({ min: 0, max: 12_000, noNaN: true }));
  const day = fc.array(watts, { minLength: QUARTERS, maxLength: QUARTERS });
  fc.assert(
    fc.property(fc.array(day, { maxLength: 8 }), (days) => {
      const found = clearDaysOf(days.map((measured) => ({ clearW, measuredW: Float64Array.from(measured) })));
      for (const factor of found?.factors ?? []) expect(factor).toBeGreaterThanOrEqual(0);
      expect(found?.factors.some(Number.isNaN) ?? false).toBe(false);
    }),
  );
});
