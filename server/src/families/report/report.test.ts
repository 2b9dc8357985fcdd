// The report protocol's family: products of announced devices, readings from rows, and the default rated power.
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';
import { REPORT_KINDS, type ReportKind } from '@heliograph/contract/report.ts';
import { expect, test } from 'vitest';
import { columnsOf, energySource, PRODUCTS, parametersOf, parseRaw, profileOf } from '../families.ts';
import { productOfAnnounced, readingOfReport } from './report.ts';

const AT = new Date('2026-06-15T10:00:00Z');
const PLACE = { timeZone: 'Europe/Berlin', latitude: 47.66, longitude: 9.18 };
const row = (q: unknown) => ({ sn: '1F90FF72', at: AT, statusBits: 0x20, mode: 6, q });

test.each<[ReportKind, string, string | undefined]>([
  ['microinverter', 'BDM-800', 'BDM-800'],
  ['microinverter', ' bdm-2250 ', 'BDM-2250'],
  ['microinverter', 'XY-1', 'Microinverter'],
  ['inverter', 'BDM-800', 'Inverter'],
  ['gateway', 'HG-1', 'HG-1'],
  ['gateway', 'HG-9', 'HG-1'],
  ['hybrid', '', 'Hybrid inverter'],
  ['battery', 'Meter', 'Battery'],
  ['meter', 'constructor', 'Meter'],
  ['sensor', 'X', 'Sensor'],
])('an announced %s of model "%s" is the product %s', (kind, model, name) => {
  expect(productOfAnnounced(PRODUCTS, { kind, model })?.name).toBe(name);
});

test('finds a product added by an operator by its name, also under the portal’s other name of its kind', () => {
  const products = [...PRODUCTS, { model: 7, name: 'STP 10', kind: 'string' as const }];
  expect(productOfAnnounced(products, { kind: 'inverter', model: 'stp 10' })?.name).toBe('STP 10');
  expect(productOfAnnounced(products, { kind: 'hybrid', model: 'STP 10' })?.name).toBe('Hybrid inverter');
  expect(productOfAnnounced([], { kind: 'hybrid', model: '' })).toBeUndefined();
});

test.each([...REPORT_KINDS])(
  'a %s of unknown rated power has a power limit if it produces, and accepts serial numbers of all forms',
  (kind) => {
    const product = productOfAnnounced(PRODUCTS, { kind, model: '' })!;
    expect(product).toMatchObject({ kind, ratedPowerW: 0 });
    const source = energySource(product.profile, product.ratedPowerW, PLACE);
    expect(source.ratedPowerW > 0).toBe(['microinverter', 'inverter', 'hybrid'].includes(kind));
    const { isSerialNumber, expectedUploadS } = profileOf(product.profile);
    expect(expectedUploadS).toBe(60);
    expect(['1F90FF72', 'HG1-0042', 'A'.repeat(32)].every(isSerialNumber)).toBe(true);
    expect(['ABC', 'A'.repeat(33), 'abc123', '-AB123', 'ÄÖÜ-1234'].some(isSerialNumber)).toBe(false);
  },
);

test('a row becomes a reading with the portal’s names, and is parsed equally from stored bytes', () => {
  const { reading, unknown, rejected } = readingOfReport(
    'HG100001',
    'meter',
    row({ powerW: -5, importWh: 9, watts: 1, exportWh: -1 }),
  );
  expect({ unknown, rejected }).toEqual({ unknown: 1, rejected: 1 });
  expect(reading).toMatchObject({
    sn: '1F90FF72',
    at: AT,
    gateway: 'HG100001',
    statusBits: 0x20,
    mode: 6,
    countsLife: true,
  });
  expect(reading.quantities(null)).toEqual({ gridPowerW: -5, gridImportWh: 9 });
  const kept = parseRaw(reading.raw!, AT, reading.sn);
  expect(kept).toMatchObject({ gateway: 'HG100001', statusBits: 0x20, mode: 6, countsLife: true });
  expect('rejected' in kept ? kept : kept.quantities(null)).toEqual({ gridPowerW: -5, gridImportWh: 9 });
});

test('lines and columns are those of the kind and the quantities that the device reported', () => {
  const product = productOfAnnounced(PRODUCTS, { kind: 'inverter', model: '' })!;
  const device = { frameProfile: product.profile, inputs: product.inputs };
  const names = (quantities = {}) => parametersOf({ ...device, quantities }).map(({ name }) => name);
  expect(names()).toEqual(['Production', 'AC Voltage', 'AC Frequency', 'Temperature']);
  expect(names({ string12CurrentA: 1, input3VoltageV: null, l12VoltageV: 400, counterWh: 5 })).toEqual([
    ...['Production', 'AC Voltage', 'AC Frequency', 'Temperature'],
    ...['L1-L2 Voltage', 'DC Voltage_3', 'String Current_12'],
  ]);
  expect(columnsOf({ ...device, quantities: { counterWh: 5, string12CurrentA: null } })).toEqual([
    ...['powerW', 'gridVoltageV', 'frequencyHz', 'temperatureC', 'counterWh', 'string12CurrentA'],
  ]);
});

test('every quantity except production counters has its own line', () => {
  const quantities = Object.fromEntries(Object.keys(QUANTITIES).map((name) => [name, 1]));
  const lines = parametersOf({ frameProfile: null, inputs: 0, quantities });
  expect(new Set(lines.map(({ name }) => name)).size).toBe(lines.length);
  const withLine = new Set(lines.map(({ quantity }) => quantity));
  const withoutLine = (Object.keys(QUANTITIES) as QuantityName[]).filter((name) => !withLine.has(name));
  expect(withoutLine.every((name) => /^(counter|input\d+Counter)/.test(name))).toBe(true);
  expect(lines.find(({ quantity }) => quantity === 'irradianceWm2')!.unit).toBe('W/m²');
});
