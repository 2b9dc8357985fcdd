// Limits by a rule: never more than it allows, no swinging, hours of the plant's clock on days of 23 and 25 hours, prices below zero.
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
  madeW: 4_000,
  gridW: -3_000,
  price: null,
};

describe('what a rule wants', () => {
  it.each<[string, Partial<LimitRule>, Partial<LimitInputs>, number, string]>([
    ['60 % of 10 kW by inverters of 8 kW', {}, {}, 75, 'feedIn'],
    ['what inverters cannot reach is no limit', { most: 90 }, {}, 100, 'feedIn'],
    ['others that nobody limits take their part first', {}, { unlimitedW: 2_000 }, 50, 'feedIn'],
    ['and may leave nothing', {}, { unlimitedW: 7_000 }, 0, 'feedIn'],
    ['others of which nobody knows what they make', {}, { unlimitedW: null }, 30, 'noPower'],
    ['these, and a meter that sees them', { most: 0, byMeter: true }, { unlimitedW: null }, 10, 'meter'],
    ['these, and a meter that is silent', { most: 0, byMeter: true }, { unlimitedW: null, gridW: null }, 30, 'noMeter'],
    ['in watts', { most: 500, mostUnit: 'W' }, {}, 6, 'feedIn'],
    ['of an installed power that nobody knows', {}, { installedW: 0 }, 30, 'noPower'],
    ['nothing into the grid, while 1 kW is used of 4 kW', { most: 0, byMeter: true }, {}, 10, 'meter'],
    ['nothing into the grid, while 2 kW more are drawn', { most: 0, byMeter: true }, { gridW: 2_000 }, 75, 'meter'],
    ['more is used than can be made', { most: 0, byMeter: true }, { gridW: 20_000 }, 100, 'meter'],
    ['the meter is silent', { most: 0, byMeter: true }, { gridW: null }, 30, 'noMeter'],
    ['an inverter is silent', { most: 0, byMeter: true }, { madeW: null }, 30, 'noMeter'],
    [
      'what is made stays below anyway: no meter is needed',
      { most: 90, byMeter: true },
      { gridW: null },
      100,
      'feedIn',
    ],
  ])('%s', (_, rule, inputs, percent, cause) => {
    expect(targetLimit({ ...FEED_IN, ...rule }, { ...PLANT, ...inputs })).toEqual({ percent, cause });
  });

  it.each([
    [-0.02, 0, 'priceLow'],
    [0, 100, 'priceHigh'],
    [0.08, 100, 'priceHigh'],
    [null, 100, 'noPrice'],
  ] as const)('a price of %s', (price, percent, cause) => {
    expect(targetLimit(PRICE, { ...PLANT, price })).toEqual({ percent, cause });
  });

  it('is nothing where there is no rule', () => {
    expect(targetLimit({ ...FEED_IN, kind: 'none' }, PLANT)).toEqual({ percent: 100, cause: 'none' });
  });
});

const watts = (max: number) => fc.double({ min: 0, max, noNaN: true });
const inputs: fc.Arbitrary<LimitInputs> = fc.record({
  installedW: watts(100_000),
  ratedW: watts(100_000),
  unlimitedW: fc.option(watts(10_000)),
  madeW: fc.option(watts(100_000)),
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

describe('never more than the rule', () => {
  it('flows into the grid, whatever was measured, if all of what is made is limited so', () => {
    fc.assert(
      fc.property(feedInRules, inputs, (rule, now) => {
        const { percent, cause } = targetLimit(rule, now);
        const most = maxExportW(rule, now);
        expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true);
        if (cause !== 'feedIn' && cause !== 'meter') {
          expect(percent).toBe(rule.safePercent);
          return;
        }
        const mayMakeW = (percent / 100) * now.ratedW;
        const roundingW = 1e-6 * now.ratedW;
        // Without any load all of it would flow out; as measured, what flows now changes by what is made more or less.
        const aloneW = mayMakeW + (now.unlimitedW ?? Infinity);
        const measuredW = now.madeW === null || now.gridW === null ? Infinity : mayMakeW - now.madeW - now.gridW;
        const isLeast = percent === 0;
        expect(isLeast || Math.min(aloneW, cause === 'meter' ? measuredW : Infinity) <= most! + roundingW).toBe(true);
      }),
    );
  });

  it('by price only while it is below', () => {
    fc.assert(
      fc.property(inputs, fc.double({ min: -1, max: 1, noNaN: true }), (now, below) => {
        const { percent } = targetLimit({ ...PRICE, below, limitPercent: 20, safePercent: 50 }, now);
        expect(percent).toBe(now.price === null ? 50 : now.price < below ? 20 : 100);
      }),
    );
  });
});

describe('what holds', () => {
  const steps = fc.array(
    fc.record({ afterS: fc.integer({ min: 1, max: 400 }), percent: fc.integer({ min: 0, max: 100 }) }),
    {
      minLength: 1,
      maxLength: 60,
    },
  );

  it('is never above what is wanted but for as long as it swings no more, and is raised once in five minutes at most', () => {
    fc.assert(
      fc.property(steps, (wanted) => {
        let held: AppliedLimit | undefined;
        let nowMs = 0;
        let raisedMs = Number.NEGATIVE_INFINITY;
        for (const { afterS, percent } of wanted) {
          nowMs += afterS * 1000;
          const before = held;
          held = nextLimit(before, { percent, cause: 'meter' }, nowMs);
          expect(held.percent).toBeLessThanOrEqual(percent);
          if (!before || held.percent <= before.percent) continue;
          expect(nowMs - raisedMs).toBeGreaterThanOrEqual(LIMIT_RAISE_DELAY_S * 1000);
          raisedMs = nowMs;
        }
      }),
    );
  });

  it('comes to what is wanted when that stays', () => {
    const low = nextLimit(undefined, { percent: 20, cause: 'meter' }, 0);
    expect(nextLimit(low, { percent: 80, cause: 'meter' }, 299_000)).toEqual({ ...low, cause: 'meter' });
    expect(nextLimit(low, { percent: 80, cause: 'meter' }, 300_000)).toEqual({
      percent: 80,
      cause: 'meter',
      changedMs: 300_000,
    });
  });

  it('does not wait for a clock that was ahead', () => {
    const ahead = nextLimit(undefined, { percent: 20, cause: 'meter' }, 86_400_000);
    expect(nextLimit(ahead, { percent: 80, cause: 'meter' }, 1_000)).toEqual({
      percent: 80,
      cause: 'meter',
      changedMs: 1_000,
    });
  });
});

describe('the price of the hour', () => {
  /** Each hour of the week its own. */
  const hours = Array.from({ length: HOURS_A_WEEK }, (_, hour) => hour);
  const prices = { price: 0.3, feedInPrice: 0.08, hours, feedInHours: hours.map((hour) => -hour) };
  const ofDay = (from: string, count: number, zone: string) =>
    Array.from({ length: count }, (_, hour) =>
      priceOfHour(prices, 'bought', Date.parse(from) + hour * 3_600_000, zone),
    );

  it('on a day of 23 hours leaves one out, on one of 25 says one twice', () => {
    const sunday = 6 * 24;
    const spring = ofDay('2026-03-28T23:00:00Z', 23, 'Europe/Berlin');
    expect(spring).toEqual(hours.slice(sunday).filter((hour) => hour !== sunday + 2));
    const autumn = ofDay('2026-10-24T22:00:00Z', 25, 'Europe/Berlin');
    expect(autumn).toEqual([...hours.slice(sunday, sunday + 3), sunday + 2, ...hours.slice(sunday + 3)]);
  });

  it('is that of a sold kWh, or of a bought one where nothing else is said', () => {
    const monday = Date.parse('2026-06-15T10:30:00Z');
    expect(priceOfHour(prices, 'sold', monday, 'Europe/Berlin')).toBe(-12);
    const flat = { price: 0.3, feedInPrice: null, hours: null, feedInHours: null };
    expect(priceOfHour(flat, 'sold', monday, 'Europe/Berlin')).toBe(0.3);
    expect(priceOfHour({ ...flat, feedInPrice: 0.08 }, 'sold', monday, 'Europe/Berlin')).toBe(0.08);
  });
});
