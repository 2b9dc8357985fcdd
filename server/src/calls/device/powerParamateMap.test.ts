// device/powerParamateMap: only the quantities that the product sends, by the names charts accept.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);

test.each([
  // The voltage in the 45-byte frame is that of an internal bus and must not be taken for the grid's.
  ['BDM-400', ['Production', 'Bus Voltage', 'AC Frequency', 'Temperature', 'DC Current_1']],
  ['BDM-800', ['Production', 'Bus Voltage', 'AC Frequency', 'Temperature', 'DC Current_1', 'DC Current_2']],
  [
    'BDM-1200-LV',
    [
      'Production',
      'AC Frequency',
      'Temperature',
      ...['Power_1', 'DC Voltage_1', 'Power_2', 'DC Voltage_2', 'Power_3', 'DC Voltage_3'],
    ],
  ],
  [
    'BDM-2250',
    [
      'Production',
      'AC Voltage',
      'AC Frequency',
      'Temperature',
      ...['Power_1', 'DC Voltage_1', 'Power_2', 'DC Voltage_2'],
      ...['Power_3', 'DC Voltage_3', 'Power_4', 'DC Voltage_4'],
    ],
  ],
])('lists the quantities of a %s, all accepted by charts', async (product, names) => {
  const { sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId }), product });
  const { list } = await server.ask('device/powerParamateMap', { sn }, { token });
  expect(list.map(({ name }) => name)).toEqual(names);
  expect(list[0]).toEqual({ name: 'Production', unit: 'W', title: 'Power' });
  expect(list.every(({ unit }) => unit !== '')).toBe(true);
  const chart = await server.ask('device/statistics/echarts', { sn, types: 1, lines: names }, { token });
  expect(chart.legend).toEqual(names);
  expect(chart.series.map(({ unit }) => unit)).toEqual(list.map(({ unit }) => unit));
});

test('returns a title of each quantity in the reader’s language, in the list, in a chart and with its latest value', async () => {
  const { sn } = await makeDevice(sql, {
    sid: await makeSite(sql, { companyId: user.companyId }),
    product: 'BDM-2250',
  });
  const german = { token, headers: { lan: '3' } };
  const { list } = await server.ask('device/powerParamateMap', { sn }, german);
  const titles = list.map(({ name, title }) => [name, title]);
  expect(titles).toContainEqual(['DC Voltage_2', 'Spannung Eingang 2']);
  const lines = list.map(({ name }) => name);
  const { series } = await server.ask('device/statistics/echarts', { sn, types: 1, lines }, german);
  expect(series.map(({ name, title }) => [name, title])).toEqual(titles);
  const { values } = await server.ask('device/detail', { sn }, german);
  expect(values.map(({ name, title }) => [name, title])).toEqual(titles);
});

test('treats a device of another company as missing', async () => {
  const { sn } = await makeDevice(sql);
  expect(await server.call('device/powerParamateMap', { sn }, { token })).toMatchObject({ code: 1006, data: {} });
});
