// Limits of a rule: never above what it allows, no oscillation, hours of plant local time on days of 23 and 25 hours, negative prices.
import { LIMIT_RAISE_DELAY_S } from '@heliograph/contract/limitRules.ts';
import { HOURS_A_WEEK } from '@heliograph/contract/prices.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AppliedLimit,
  type LimitInputs,
  type LimitRule,
  maxExportW,
  nextLimit,
  priceOfHour,
  targetLimit,
} from './limitRule.ts';

const FEED_IN: LimitRule = {
  kind: 'feedIn',
  most: 60,
  mostUnit: '%',
  byMeter: false,
  priceOf: null,
  below: null,
  limitPercent: null,
  safePercent: 30,
};
const PRICE: LimitRule = {
  kind: 'price',
  most: null,
  mostUnit: null,
  byMeter: false,
  priceOf: 'sold',
  below: 0,
  limitPercent: 0,
  safePercent: 100,
};
const PLANT: LimitInputs = {
  installedW: 10_000,
  ratedW: 8_000,
  unlimitedW: 0,
  producedW: 4_000,
  gridW: -3_000,
  price: null,
};

describe('targetLimit', () => {
  it.each<[string, Partial<LimitRule>, Partial<LimitInputs>, number, string]>([
    ['60 % of 10 kW with inverters of 8 kW', {}, {}, 75, 'feedIn'],
    ['a maximum that the inverters cannot reach', { most: 90 }, {}, 100, 'feedIn'],
    ['unlimited producers, whose rated power is subtracted first', {}, { unlimitedW: 2_000 }, 50, 'feedIn'],
    ['unlimited producers that use up the maximum', {}, { unlimitedW: 7_000 }, 0, 'feedIn'],
    ['unlimited producers of unknown power', {}, { unlimitedW: null }, 30, 'noPower'],
    [
      'unlimited producers of unknown power with a meter',
      { most: 0, byMeter: true },
      { unlimitedW: null },
      10,
      'meter',
    ],
    [
      'unlimited producers of unknown power with a meter that is offline',
      { most: 0, byMeter: true },
      { unlimitedW: null, gridW: null },
      30,
      'noMeter',
    ],
    ['a maximum in watts', { most: 500, mostUnit: 'W' }, {}, 6, 'feedIn'],
    ['an unknown installed power', {}, { installedW: 0 }, 30, 'noPower'],
    ['zero export while 1 kW of 4 kW is used', { most: 0, byMeter: true }, {}, 10, 'meter'],
    ['zero export while 2 kW are imported', { most: 0, byMeter: true }, { gridW: 2_000 }, 75, 'meter'],
    [
      'zero export with more load than the inverters can produce',
      { most: 0, byMeter: true },
      { gridW: 20_000 },
      100,
      'meter',
    ],
    ['zero export with a meter that is offline', { most: 0, byMeter: true }, { gridW: null }, 30, 'noMeter'],
    ['zero export with an inverter that is offline', { most: 0, byMeter: true }, { producedW: null }, 30, 'noMeter'],
    [
      'a maximum that is never exceeded, so that no meter is needed',
      { most: 90, byMeter: true },
      { gridW: null },
      100,
      'feedIn',
    ],
  ])('limits the devices for %s', (_, rule, inputs, percent, cause) => {
    expect(targetLimit({ ...FEED_IN, ...rule }, { ...PLANT, ...inputs })).toEqual({ percent, cause });
  });

  it.each([
    [-0.02, 0, 'priceLow'],
    [0, 100, 'priceHigh'],
    [0.08, 100, 'priceHigh'],
    [null, 100, 'noPrice'],
  ] as const)('limits the devices by the rule at a price of %s', (price, percent, cause) => {
    expect(targetLimit(PRICE, { ...PLANT, price })).toEqual({ percent, cause });
  });

  it('does not limit the devices without a rule', () => {
    expect(targetLimit({ ...FEED_IN, kind: 'none' }, PLANT)).toEqual({ percent: 100, cause: 'none' });
  });
});

const watts = (max: number) => fc.double({ min: 0, max, noNaN: true });
const inputs: fc.Arbitrary<LimitInputs> = fc.record({
  installedW: watts(100_000),
  ratedW: watts(100_000),
  unlimitedW: fc.option(watts(10_000)),
  producedW: fc.option(watts(100_000)),
  gridW: fc.option(fc.double({ min: -100_000, max: 100_000, noNaN: true })),
  price: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
});
const feedInRules: fc.Arbitrary<LimitRule> = fc
  .record({
    most: fc.double({ min: 0, max: 100, noNaN: true }),
    mostUnit: fc.constantFrom('W' as const, '%' as const),
    byMeter: fc.boolean(),
    safePercent: fc.integer({ min: 0, max: 100 }),
  })
  .map((rule) => ({ ...FEED_IN, ...rule }));

describe('targetLimit for any inputs', () => {
  it('never allows more export than the rule, whatever was measured', () => {
    fc.assert(
      fc.property(feedInRules, inputs, (rule, now) => {
        const { percent, cause } = targetLimit(rule, now);
        const maxW = maxExportW(rule, now);
        expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true);
        if (cause !== 'feedIn' && cause !== 'meter') {
          expect(percent).toBe(rule.safePercent);
          return;
        }
        const allowedW = (percent / 100) * now.ratedW;
        const roundingW = 1e-6 * now.ratedW;
        // Without any load everything would be exported; with a meter, the current export changes by the change in production.
        const unmeteredW = allowedW + (now.unlimitedW ?? Infinity);
        const measuredW =
          now.producedW === null || now.gridW === null ? Infinity : allowedW - now.producedW - now.gridW;
        const isMinimum = percent === 0;
        expect(isMinimum || Math.min(unmeteredW, cause === 'meter' ? measuredW : Infinity) <= maxW! + roundingW).toBe(
          true,
        );
      }),
    );
  });

  it('limits by price only while the price is below the threshold', () => {
    fc.assert(
      fc.property(inputs, fc.double({ min: -1, max: 1, noNaN: true }), (now, below) => {
        const { percent } = targetLimit({ ...PRICE, below, limitPercent: 20, safePercent: 50 }, now);
        expect(percent).toBe(now.price === null ? 50 : now.price < below ? 20 : 100);
      }),
    );
  });
});

describe('nextLimit', () => {
  const steps = fc.array(
    fc.record({ afterS: fc.integer({ min: 1, max: 400 }), percent: fc.integer({ min: 0, max: 100 }) }),
    {
      minLength: 1,
      maxLength: 60,
    },
  );

  it('never exceeds the target and is raised at most once in five minutes', () => {
    fc.assert(
      fc.property(steps, (targets) => {
        let applied: AppliedLimit | undefined;
        let nowMs = 0;
        let raisedMs = Number.NEGATIVE_INFINITY;
        for (const { afterS, percent } of targets) {
          nowMs += afterS * 1000;
          const before = applied;
          applied = nextLimit(before, { percent, cause: 'meter' }, nowMs);
          expect(applied.percent).toBeLessThanOrEqual(percent);
          if (!before || applied.percent <= before.percent) continue;
          expect(nowMs - raisedMs).toBeGreaterThanOrEqual(LIMIT_RAISE_DELAY_S * 1000);
          raisedMs = nowMs;
        }
      }),
    );
  });

  it('reaches a higher target after five minutes', () => {
    const low = nextLimit(undefined, { percent: 20, cause: 'meter' }, 0);
    expect(nextLimit(low, { percent: 80, cause: 'meter' }, 299_000)).toEqual({ ...low, cause: 'meter' });
    expect(nextLimit(low, { percent: 80, cause: 'meter' }, 300_000)).toEqual({
      percent: 80,
      cause: 'meter',
      changedMs: 300_000,
    });
  });

  it('does not wait when the last change was made by a clock that was ahead', () => {
    const ahead = nextLimit(undefined, { percent: 20, cause: 'meter' }, 86_400_000);
    expect(nextLimit(ahead, { percent: 80, cause: 'meter' }, 1_000)).toEqual({
      percent: 80,
      cause: 'meter',
      changedMs: 1_000,
    });
  });
});

describe('priceOfHour', () => {
  /** A different price for each hour of the week. */
  const hours = Array.from({ length: HOURS_A_WEEK }, (_, hour) => hour);
  const prices = { price: 0.3, feedInPrice: 0.08, hours, feedInHours: hours.map((hour) => -hour) };
  const ofDay = (from: string, count: number, zone: string) =>
    Array.from({ length: count }, (_, hour) =>
      priceOfHour(prices, 'bought', Date.parse(from) + hour * 3_600_000, zone),
    );

  it('skips an hour on a day of 23 hours and repeats one on a day of 25 hours', () => {
    const sunday = 6 * 24;
    const spring = ofDay('2026-03-28T23:00:00Z', 23, 'Europe/Berlin');
    expect(spring).toEqual(hours.slice(sunday).filter((hour) => hour !== sunday + 2));
    const autumn = ofDay('2026-10-24T22:00:00Z', 25, 'Europe/Berlin');
    expect(autumn).toEqual([...hours.slice(sunday, sunday + 3), sunday + 2, ...hours.slice(sunday + 3)]);
  });

  it('returns the feed-in price, or the import price when there is no feed-in price', () => {
    const monday = Date.parse('2026-06-15T10:30:00Z');
    expect(priceOfHour(prices, 'sold', monday, 'Europe/Berlin')).toBe(-12);
    const flat = { price: 0.3, feedInPrice: null, hours: null, feedInHours: null };
    expect(priceOfHour(flat, 'sold', monday, 'Europe/Berlin')).toBe(0.3);
    expect(priceOfHour({ ...flat, feedInPrice: 0.08 }, 'sold', monday, 'Europe/Berlin')).toBe(0.08);
  });
});
