// Quantities of reports under the portal's names: tables of cases, and hostile input.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QUANTITIES, type QuantityName } from './measurements.ts';
import { REPORT_KINDS, type ReportKind } from './report.ts';
import { quantitiesOf, reportNames } from './reportFields.ts';

test.each<[string, ReportKind, unknown, object]>([
  [
    'a microinverter',
    'microinverter',
    { powerW: 311.2, input1PowerW: 160.3, frequencyHz: null },
    { powerW: 311.2, input1PowerW: 160.3 },
  ],
  [
    'counters of an inverter',
    'inverter',
    { counterWh: 9e6, counterDayWh: 4200 },
    { counterWh: 9e6, counterDayWh: 4200 },
  ],
  ['an input’s counter is of the day', 'inverter', { input16CounterDayWh: 12 }, { input16CounterWh: 12 }],
  [
    'strings and insulation',
    'inverter',
    { string32CurrentA: -0.2, insulationOhm: 2e6 },
    { string32CurrentA: -0.2, insulationOhm: 2e6 },
  ],
  [
    'a meter',
    'meter',
    { powerW: -1200.5, importWh: 5, exportWh: 6, l3PowerW: -400 },
    { gridPowerW: -1200.5, gridImportWh: 5, gridExportWh: 6, l3PowerW: -400 },
  ],
  [
    'a meter on three wires',
    'meter',
    { l12VoltageV: 400, l23VoltageV: 401, l31VoltageV: 399 },
    { l12VoltageV: 400, l23VoltageV: 401, l31VoltageV: 399 },
  ],
  [
    'a battery',
    'battery',
    {
      powerW: -500,
      socPercent: 40,
      sohPercent: 98,
      voltageV: 51,
      currentA: -9.8,
      temperatureC: 22,
      chargeWh: 1,
      dischargeWh: 2,
      cycles: 3,
    },
    {
      batteryPowerW: -500,
      batterySocPercent: 40,
      batterySohPercent: 98,
      batteryVoltageV: 51,
      batteryCurrentA: -9.8,
      batteryTemperatureC: 22,
      batteryChargeWh: 1,
      batteryDischargeWh: 2,
      batteryCycles: 3,
    },
  ],
  [
    'a hybrid',
    'hybrid',
    { powerW: 3000, batteryPowerW: 0, gridPowerW: -1, loadPowerW: 2, backupPowerW: 0 },
    { powerW: 3000, batteryPowerW: 0, gridPowerW: -1, loadPowerW: 2, backupPowerW: 0 },
  ],
  [
    'a sensor',
    'sensor',
    { irradianceWm2: 812, windSpeedMs: 3.1, ambientTemperatureC: -12 },
    { irradianceWm2: 812, windSpeedMs: 3.1, ambientTemperatureC: -12 },
  ],
  ['a sensor at night, whose zero offset is below zero', 'sensor', { irradianceWm2: -1.87 }, { irradianceWm2: 0 }],
  ['the portal’s own names', 'battery', { batterySocPercent: 12 }, { batterySocPercent: 12 }],
  ['nothing', 'gateway', {}, {}],
])('%s', (_what, kind, q, quantities) =>
  expect(quantitiesOf(kind, q)).toEqual({ quantities, unknown: 0, rejected: 0 }),
);

test.each<[string, ReportKind, unknown, { quantities?: object; unknown?: number; rejected?: number }]>([
  ['unknown names are counted', 'inverter', { watts: 1, input17PowerW: 2, string0CurrentA: 1 }, { unknown: 3 }],
  ['production is no name of a battery, a sensor, a gateway', 'sensor', { powerW: 1 }, { unknown: 1 }],
  [
    'below zero is no production',
    'inverter',
    { powerW: -3, frequencyHz: 50 },
    { quantities: { frequencyHz: 50 }, rejected: 1 },
  ],
  ['far below zero is no irradiance', 'sensor', { irradianceWm2: -80 }, { rejected: 1 }],
  ['beyond the limits', 'inverter', { frequencyHz: 400, powerFactor: 1.2, temperatureC: -100 }, { rejected: 3 }],
  [
    'no numbers',
    'inverter',
    {
      powerW: '311',
      frequencyHz: true,
      temperatureC: {},
      counterWh: [1],
      gridCurrentA: Number.NaN,
      gridVoltageV: Number.POSITIVE_INFINITY,
    },
    { rejected: 6 },
  ],
  ['what was said first', 'battery', { batteryPowerW: 1, powerW: 2 }, { quantities: { batteryPowerW: 1 } }],
  [
    'names of every object',
    'inverter',
    JSON.parse('{"__proto__":{"powerW":5},"constructor":1,"toString":2}'),
    { unknown: 3 },
  ],
  ['no object', 'inverter', 'powerW', { rejected: 1 }],
  ['a list', 'inverter', [1, 2], { rejected: 1 }],
  ['null', 'inverter', null, {}],
  ['nothing at all', 'inverter', undefined, {}],
])('%s: the rest is kept', (_what, kind, q, { quantities = {}, unknown = 0, rejected = 0 }) => {
  expect(quantitiesOf(kind, q)).toEqual({ quantities, unknown, rejected });
});

test('ten thousand names are counted at once', () => {
  const q = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`n${n}`, { deep: [{ er: n }] }]));
  expect(quantitiesOf('hybrid', { ...q, powerW: 5 })).toEqual({
    quantities: { powerW: 5 },
    unknown: 10_000,
    rejected: 0,
  });
});

test('every quantity is reported by some kind, but those that a device has only for itself', () => {
  const reported = new Set(REPORT_KINDS.flatMap((kind) => [...reportNames(kind).values()]));
  const others = (Object.keys(QUANTITIES) as QuantityName[]).filter((name) => !reported.has(name));
  expect(others).toEqual(['busVoltageV', 'counterLifeWh']);
});

test('whatever is sent: nothing is thrown, every name counts once, and what is kept is within its limits', () => {
  const names = fc.oneof(
    fc.constantFrom(...REPORT_KINDS.flatMap((kind) => [...reportNames(kind).keys()]), '__proto__', 'valueOf'),
    fc.string({ maxLength: 12 }),
  );
  const values = fc.oneof(
    fc.double(),
    fc.integer({ min: -5, max: 500 }),
    fc.constant(null),
    fc.anything({ maxDepth: 2 }),
  );
  const objects = fc.array(fc.tuple(names, values), { maxLength: 40 }).map((entries) => Object.fromEntries(entries));
  fc.assert(
    fc.property(fc.constantFrom(...REPORT_KINDS), fc.oneof(objects, fc.anything()), (kind, q) => {
      const { quantities, unknown, rejected } = quantitiesOf(kind, q);
      const kept = Object.entries(quantities) as [QuantityName, number][];
      for (const [name, value] of kept) {
        expect([...reportNames(kind).values()]).toContain(name);
        expect(value).toBeGreaterThanOrEqual(QUANTITIES[name].min);
        expect(value).toBeLessThanOrEqual(QUANTITIES[name].max);
      }
      const said = typeof q === 'object' && q !== null && !Array.isArray(q) ? Object.keys(q).length : 1;
      expect(kept.length + unknown + rejected).toBeLessThanOrEqual(said);
    }),
    { numRuns: 1_000 },
  );
});
