// Topics of an OpenDTU: order, payloads and its clock of whole seconds. server/src/transports/mqtt/openDtu.test.ts tests how the server reads them.
import { expect, test } from 'vitest';
import { counted, type DtuInverter, dtuTopics, statusTopics, totalTopics, valueTopics } from './openDtu.ts';

const inverter: DtuInverter = {
  serial: '1141A0B1C2D3',
  name: 'Garage',
  firmware: '10012',
  hardware: '01.10',
  inputs: 2,
  ratedW: 800,
  moduleW: 400,
};
const q = counted({
  powerW: 300.44,
  reactivePowerVar: -3.1,
  powerFactor: 0.9994,
  gridVoltageV: 231.26,
  gridCurrentA: 1.299,
  frequencyHz: 50.006,
  temperatureC: -2.5,
  counterDayWh: 1_200.9,
  counterWh: 123_456.7,
  input1VoltageV: 33.1,
  input1CurrentA: 4.7,
  input1PowerW: 200,
  input1CounterDayWh: 900,
  input2VoltageV: 33.2,
  input2CurrentA: 3.01,
  input2PowerW: 100,
  input2CounterDayWh: 340,
});

test('counters are whole watt-hours, and the inputs sum to the daily counter', () => {
  expect(q).toMatchObject({ counterDayWh: 1_200, counterWh: 123_456 });
  expect(q.input1CounterDayWh! + q.input2CounterDayWh!).toBe(1_200);
  expect(q.input1CounterDayWh).toBe(870);
  expect(counted({ powerW: 0 })).toMatchObject({ counterDayWh: 0, counterWh: 0 });
});

test('publishes values by AC side, inputs and totals, with the digits of the firmware', () => {
  const said = valueTopics(inverter, q);
  expect(said.map(([path]) => path.slice(inverter.serial.length + 1))).toEqual([
    ...['voltage', 'current', 'power', 'frequency', 'powerfactor', 'reactivepower'].map((name) => `0/${name}`),
    ...[1, 2].flatMap((n) =>
      ['name', 'voltage', 'current', 'power', 'yieldday', 'yieldtotal', 'irradiation'].map((name) => `${n}/${name}`),
    ),
    ...['powerdc', 'yieldday', 'yieldtotal', 'temperature', 'efficiency'].map((name) => `0/${name}`),
  ]);
  expect(said.every(([path]) => path.startsWith('1141a0b1c2d3/'))).toBe(true);
  const text = (path: string) => said.find(([one]) => one === `1141a0b1c2d3/${path}`)![1];
  expect(['0/power', '0/frequency', '0/yieldday', '0/yieldtotal', '1/power', '2/irradiation'].map(text)).toEqual([
    '300.4',
    '50.01',
    '1200',
    '123.456',
    '200.0',
    '25.000',
  ]);
});

test('the instant of an update is sometimes a second off, because two clocks have whole seconds', () => {
  const atMs = 1_795_266_519_700;
  const said = (nowMs: number) =>
    Number(statusTopics(inverter, { received: { atMs, q }, reachable: true, limitPercent: 100 }, nowMs).at(-1)![1]);
  expect(new Set([0, 200, 400, 900, 1_200, 1_600].map((ms) => said(atMs + ms) - 1_795_266_519))).toEqual(
    new Set([0, 1]),
  );
});

test('publishes only the name of an inverter before its first answer', () => {
  const said = new Map(statusTopics(inverter, { received: null, reachable: false, limitPercent: 100 }, 0));
  expect(said.get('1141a0b1c2d3/status/last_update')).toBe('0');
  expect(said.get('1141a0b1c2d3/status/reachable')).toBe('0');
  expect([...said.keys()].some((path) => path.includes('/device/') || path.includes('/limit'))).toBe(false);
});

test('publishes the gateway and the totals of its inverters', () => {
  const own = new Map(dtuTopics('DTU1', 61, -55));
  expect([own.get('dtu/uptime'), own.get('dtu/rssi')]).toEqual(['61', '-55']);
  const known = { received: { atMs: 1, q }, reachable: true, limitPercent: 100 };
  expect(new Map(totalTopics([known, known])).get('ac/yieldday')).toBe('2400');
  expect(new Map(totalTopics([known, { ...known, reachable: false }])).get('ac/is_valid')).toBe('0');
});
