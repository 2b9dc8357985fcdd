// Energy balance: measured quantities add up, unmeasured ones are null and listed, and missing days reduce completeness.
import type { Flow } from '@heliograph/contract/flows.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOfDays, type DayOfPlant, type Measure, type MeasureState } from './balance.ts';

const kwh = (value: number, overrides: Partial<Measure> = {}): Measure => ({
  energyWh: value * 1000,
  spreadWh: 0,
  source: 'counted',
  completeness: 1,
  ...overrides,
});
const NOTHING: Record<Flow, MeasureState> = {
  fromGrid: 'absent',
  toGrid: 'absent',
  charge: 'absent',
  discharge: 'absent',
  home: 'absent',
  generator: 'absent',
  production: 'absent',
};
const dayOf = (measures: Partial<Record<Flow, MeasureState>>, day = '2026-06-15'): DayOfPlant => ({
  day,
  lengthS: 86_400,
  measures: { ...NOTHING, ...measures },
});
const roof = { production: kwh(10) };
const house = { ...roof, fromGrid: kwh(3), toGrid: kwh(6) };

describe('balance of one day', () => {
  it.each<[string, Partial<Record<Flow, MeasureState>>, object]>([
    ['of inverters and a grid meter', house, { home: 7000, ownUse: 4000, autarchy: 0.571 }],
    [
      'with a battery',
      { ...house, charge: kwh(2), discharge: kwh(1.5) },
      { home: 6500, ownUse: 4000, autarchy: 0.538, charge: 2000, discharge: 1500 },
    ],
    [
      'with a battery charged from the grid',
      { ...house, fromGrid: kwh(8), charge: kwh(5) },
      { home: 7000, ownUse: 4000 },
    ],
    ['with a generator', { ...house, generator: kwh(1) }, { home: 8000 }],
    ['that exports more than it produces', { ...house, toGrid: kwh(11) }, { home: 2000, ownUse: 0, autarchy: 0 }],
    ['with a meter at the load', { ...house, home: kwh(6.2) }, { home: 7000, measuredHome: 6200, unmeasured: 800 }],
    [
      'with only a load meter',
      { ...roof, home: kwh(6.2) },
      { home: 6200, ownUse: null, unmeasured: null, autarchy: null },
    ],
    ['with only inverters', roof, { production: 10_000, home: null, fromGrid: null, ownUse: null, autarchy: null }],
    ['with a one-way meter', { ...roof, fromGrid: kwh(3) }, { fromGrid: 3000, toGrid: null, home: null, ownUse: null }],
    ['without inverters', { fromGrid: kwh(3), toGrid: kwh(0) }, { production: null, home: null }],
    ['with a silent battery', { ...house, charge: 'missing', discharge: 'missing' }, { home: null, ownUse: 4000 }],
    ['with a silent meter', { ...roof, fromGrid: 'missing', toGrid: 'missing' }, { home: null, production: 10_000 }],
  ])('computes the balance of a plant %s', (_, measures, expected) => {
    const { autarchy, ...figures } = balanceOfDays([dayOf(measures)]);
    const energies = Object.fromEntries(Object.entries(figures).map(([name, { energyWh }]) => [name, energyWh]));
    expect({ ...energies, autarchy }).toMatchObject(expected);
  });

  it('lists the missing quantities where a figure is null', () => {
    const missing = (measures: Partial<Record<Flow, MeasureState>>) => balanceOfDays([dayOf(measures)]).home.missing;
    expect(missing(roof)).toEqual(['fromGrid', 'toGrid']);
    expect(missing({ ...roof, fromGrid: kwh(1) })).toEqual(['toGrid']);
    expect(missing({ fromGrid: kwh(1), toGrid: kwh(1) })).toEqual(['production']);
    expect(missing({ ...house, charge: 'missing' })).toEqual(['charge']);
    expect(missing(house)).toEqual([]);
    expect(balanceOfDays([dayOf(roof)]).charge.missing).toEqual(['charge']);
    expect(balanceOfDays([dayOf(house)]).unmeasured.missing).toEqual(['home']);
    expect(balanceOfDays([]).home).toEqual({
      energyWh: null,
      spreadWh: 0,
      source: 'none',
      completeness: 0,
      missing: ['production', 'fromGrid', 'toGrid'],
    });
  });

  it('reports the origin of each figure', () => {
    const measures = { ...house, toGrid: kwh(6, { source: 'integrated', completeness: 0.75 }) };
    const { production, toGrid, home, ownUse } = balanceOfDays([dayOf(measures)]);
    expect([production.source, toGrid.source, home.source, ownUse.source]).toEqual([
      'counted',
      'integrated',
      'mixed',
      'mixed',
    ]);
    expect([production.completeness, toGrid.completeness, home.completeness]).toEqual([1, 0.75, 0.75]);
  });
});

describe('balance of many days', () => {
  it('reduces completeness by missing days and computes home from the others', () => {
    const days = [dayOf(house), dayOf({ ...house, toGrid: 'missing' }), dayOf(house)];
    const { production, toGrid, home } = balanceOfDays(days);
    expect([production.energyWh, toGrid.energyWh, home.energyWh]).toEqual([30_000, 12_000, 14_000]);
    expect([production.completeness, toGrid.completeness, home.completeness]).toEqual([1, 0.667, 0.667]);
  });

  it('excludes days before a meter was installed', () => {
    const { production, fromGrid, home } = balanceOfDays([dayOf(roof), dayOf(roof), dayOf(house)]);
    expect([production.energyWh, fromGrid.energyWh, home.energyWh]).toEqual([30_000, 3000, 7000]);
    expect([production.completeness, fromGrid.completeness, home.completeness]).toEqual([1, 1, 1]);
  });

  it('needs no battery on days before it was installed', () => {
    const later = { ...house, charge: kwh(2), discharge: kwh(1) };
    expect(balanceOfDays([dayOf(house), dayOf(later)]).home.energyWh).toBe(7000 + 6000);
  });
});

it('computes home as production + from grid - to grid + discharge - charge over any days', () => {
  const measures = fc.option(
    fc.nat(30_000).map((wh) => kwh(wh / 1000)),
    { nil: 'missing' as const, freq: 8 },
  );
  const days = fc.array(
    fc
      .record({ production: measures, fromGrid: measures, toGrid: measures, charge: measures, discharge: measures })
      .map((day) => dayOf(day)),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(days, fc.nat(), (generated, cut) => {
      const whole = generated.filter((day) => Object.values(day.measures).every((value) => value !== 'missing'));
      const { home, production, fromGrid, toGrid, charge, discharge } = balanceOfDays(whole);
      if (whole.length > 0) {
        const of = ({ energyWh }: { energyWh: number | null }) => energyWh!;
        expect(home.energyWh).toBeCloseTo(of(production) + of(fromGrid) - of(toGrid) + of(discharge) - of(charge), 5);
      }
      // Incomplete days do not change home, and parts of the days add up.
      expect(balanceOfDays(generated).home.energyWh).toEqual(home.energyWh);
      const at = cut % generated.length;
      const parts = [generated.slice(0, at), generated.slice(at)].map((part) => balanceOfDays(part).home.energyWh);
      expect((parts[0] ?? 0) + (parts[1] ?? 0)).toBeCloseTo(home.energyWh ?? 0, 5);
    }),
  );
});
