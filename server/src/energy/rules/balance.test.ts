// The balance as tables: what is measured adds up, what is not is null and named, what is missing on a day is missing in the completeness.
import type { Flow } from '@heliograph/contract/flows.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOfDays, type DayOfPlant, type Measure, type MeasureState } from './balance.ts';

const kwh = (value: number, more: Partial<Measure> = {}): Measure => ({
  energyWh: value * 1000,
  spreadWh: 0,
  source: 'counted',
  completeness: 1,
  ...more,
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
const dayOf = (told: Partial<Record<Flow, MeasureState>>, day = '2026-06-15'): DayOfPlant => ({
  day,
  lengthS: 86_400,
  told: { ...NOTHING, ...told },
});
const roof = { production: kwh(10) };
const house = { ...roof, fromGrid: kwh(3), toGrid: kwh(6) };

describe('one day', () => {
  it.each<[string, Partial<Record<Flow, MeasureState>>, object]>([
    ['inverters and a grid meter', house, { home: 7000, ownUse: 4000, autarchy: 0.571 }],
    [
      'with a battery',
      { ...house, charge: kwh(2), discharge: kwh(1.5) },
      { home: 6500, ownUse: 4000, autarchy: 0.538, charge: 2000, discharge: 1500 },
    ],
    ['that is charged from the grid', { ...house, fromGrid: kwh(8), charge: kwh(5) }, { home: 7000, ownUse: 4000 }],
    ['with a generator', { ...house, generator: kwh(1) }, { home: 8000 }],
    ['that gives more than it makes', { ...house, toGrid: kwh(11) }, { home: 2000, ownUse: 0, autarchy: 0 }],
    ['with a meter at the load', { ...house, home: kwh(6.2) }, { home: 7000, measuredHome: 6200, unmeasured: 800 }],
    [
      'with a load meter alone',
      { ...roof, home: kwh(6.2) },
      { home: 6200, ownUse: null, unmeasured: null, autarchy: null },
    ],
    ['with inverters alone', roof, { production: 10_000, home: null, fromGrid: null, ownUse: null, autarchy: null }],
    ['with a one-way meter', { ...roof, fromGrid: kwh(3) }, { fromGrid: 3000, toGrid: null, home: null, ownUse: null }],
    ['without inverters', { fromGrid: kwh(3), toGrid: kwh(0) }, { production: null, home: null }],
    ['with a silent battery', { ...house, charge: 'missing', discharge: 'missing' }, { home: null, ownUse: 4000 }],
    ['with a silent meter', { ...roof, fromGrid: 'missing', toGrid: 'missing' }, { home: null, production: 10_000 }],
  ])('%s', (_, told, expected) => {
    const { autarchy, ...figures } = balanceOfDays([dayOf(told)]);
    const energies = Object.fromEntries(Object.entries(figures).map(([name, { energyWh }]) => [name, energyWh]));
    expect({ ...energies, autarchy }).toMatchObject(expected);
  });

  it('says what is missing where a figure is null', () => {
    const missing = (told: Partial<Record<Flow, MeasureState>>) => balanceOfDays([dayOf(told)]).home.missing;
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

  it('says how it was obtained', () => {
    const told = { ...house, toGrid: kwh(6, { source: 'integrated', completeness: 0.75 }) };
    const { production, toGrid, home, ownUse } = balanceOfDays([dayOf(told)]);
    expect([production.source, toGrid.source, home.source, ownUse.source]).toEqual([
      'counted',
      'integrated',
      'mixed',
      'mixed',
    ]);
    expect([production.completeness, toGrid.completeness, home.completeness]).toEqual([1, 0.75, 0.75]);
  });
});

describe('many days', () => {
  it('of which one is missing are less complete, and home is that of the others', () => {
    const days = [dayOf(house), dayOf({ ...house, toGrid: 'missing' }), dayOf(house)];
    const { production, toGrid, home } = balanceOfDays(days);
    expect([production.energyWh, toGrid.energyWh, home.energyWh]).toEqual([30_000, 12_000, 14_000]);
    expect([production.completeness, toGrid.completeness, home.completeness]).toEqual([1, 0.667, 0.667]);
  });

  it('before the meter came are none of its days', () => {
    const { production, fromGrid, home } = balanceOfDays([dayOf(roof), dayOf(roof), dayOf(house)]);
    expect([production.energyWh, fromGrid.energyWh, home.energyWh]).toEqual([30_000, 3000, 7000]);
    expect([production.completeness, fromGrid.completeness, home.completeness]).toEqual([1, 1, 1]);
  });

  it('before the battery came need none', () => {
    const later = { ...house, charge: kwh(2), discharge: kwh(1) };
    expect(balanceOfDays([dayOf(house), dayOf(later)]).home.energyWh).toBe(7000 + 6000);
  });
});

it('home is production + from the grid - to it + discharge - charge on all days together, whatever was measured', () => {
  const told = fc.option(
    fc.nat(30_000).map((wh) => kwh(wh / 1000)),
    { nil: 'missing' as const, freq: 8 },
  );
  const days = fc.array(
    fc
      .record({ production: told, fromGrid: told, toGrid: told, charge: told, discharge: told })
      .map((day) => dayOf(day)),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(days, fc.nat(), (given, cut) => {
      const whole = given.filter((day) => Object.values(day.told).every((value) => value !== 'missing'));
      const { home, production, fromGrid, toGrid, charge, discharge } = balanceOfDays(whole);
      if (whole.length > 0) {
        const of = ({ energyWh }: { energyWh: number | null }) => energyWh!;
        expect(home.energyWh).toBeCloseTo(of(production) + of(fromGrid) - of(toGrid) + of(discharge) - of(charge), 5);
      }
      // Days that lack something change nothing of it, and months add up to their year.
      expect(balanceOfDays(given).home.energyWh).toEqual(home.energyWh);
      const at = cut % given.length;
      const parts = [given.slice(0, at), given.slice(at)].map((part) => balanceOfDays(part).home.energyWh);
      expect((parts[0] ?? 0) + (parts[1] ?? 0)).toBeCloseTo(home.energyWh ?? 0, 5);
    }),
  );
});
