// The table of quantities: ids and parts that stored bytes depend on never change, and nothing occurs twice.
import { expect, test } from 'vitest';
import { type BlockPart, QUANTITY_LIST } from './measurements.ts';

const numbered = (before: string, first: number, last: number, after: string): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `${before}${first + index}${after}`);

/** By the id of the first: ids count up from it. Stored blocks have them; a new quantity needs no line here. */
const STORED: readonly [part: BlockPart, firstId: number, names: readonly string[]][] = [
  ['power', 1, ['powerW', 'counterWh']],
  ['grid', 3, ['busVoltageV', 'gridVoltageV', 'gridCurrentA', 'frequencyHz', 'temperatureC', 'reactivePowerVar']],
  ['grid', 9, ['powerFactor', 'insulationOhm', 'irradianceWm2', 'moduleTemperatureC', 'ambientTemperatureC']],
  ['grid', 14, ['windSpeedMs']],
  ['inputs', 16, numbered('input', 1, 4, 'PowerW')],
  ['power', 20, ['counterDayWh', 'counterLifeWh']],
  ['inputs', 24, numbered('input', 1, 4, 'VoltageV')],
  ['inputs', 32, numbered('input', 1, 4, 'CurrentA')],
  ['inputs', 40, numbered('input', 1, 4, 'CounterWh')],
  ['flow', 48, ['gridPowerW', 'loadPowerW', 'batteryPowerW', 'generatorPowerW', 'backupPowerW', 'batterySocPercent']],
  ['flow', 54, ['gridImportWh', 'gridExportWh', 'loadWh', 'generatorWh', 'backupWh']],
  ['flow', 59, ['batteryChargeWh', 'batteryDischargeWh']],
  ['grid', 64, ['batteryVoltageV', 'batteryCurrentA', 'batteryTemperatureC', 'batterySohPercent', 'batteryCycles']],
  ['phases', 80, numbered('l', 1, 3, 'PowerW')],
  ['phases', 84, numbered('l', 1, 3, 'ReactivePowerVar')],
  ['phases', 88, numbered('l', 1, 3, 'VoltageV')],
  ['phases', 92, ['l12VoltageV', 'l23VoltageV', 'l31VoltageV']],
  ['phases', 96, numbered('l', 1, 3, 'CurrentA')],
  ['phases', 100, numbered('l', 1, 3, 'PowerFactor')],
  ['inputs', 160, numbered('input', 5, 16, 'PowerW')],
  ['inputs', 172, numbered('input', 5, 16, 'VoltageV')],
  ['inputs', 184, numbered('input', 5, 16, 'CurrentA')],
  ['inputs', 196, numbered('input', 5, 16, 'CounterWh')],
  ['strings', 208, numbered('string', 1, 32, 'CurrentA')],
];

test('what stored blocks have keeps its id and its part', () => {
  const expected = STORED.flatMap(([part, firstId, names]) =>
    names.map((name, index) => [name, firstId + index, part] as const),
  );
  expect(expected).toHaveLength(148);
  const now = new Map<string, unknown>(QUANTITY_LIST.map(([name, { id, part }]) => [name, [name, id, part]]));
  for (const quantity of expected) expect(now.get(quantity[0])).toEqual(quantity);
});

test('no id and no chart line is that of two quantities, and an id is a byte', () => {
  const ids = QUANTITY_LIST.map(([, { id }]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(Number.isInteger(id) && id >= 1 && id <= 255, String(id)).toBe(true);
  const lines = QUANTITY_LIST.flatMap(([, { line }]) => line ?? []);
  expect(new Set(lines).size).toBe(lines.length);
});

test('no kind calls two quantities by one name in reports', () => {
  for (const kind of new Set(QUANTITY_LIST.flatMap(([, { reportedBy }]) => reportedBy))) {
    const names = QUANTITY_LIST.filter(([, { reportedBy }]) => reportedBy.includes(kind)).flatMap(
      ([name, { fields }]) => [name, fields?.[kind] ?? []].flat(),
    );
    expect(new Set(names).size, kind).toBe(names.length);
  }
});
