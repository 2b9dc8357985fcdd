// Parsing of OpenDTU's topics in the firmware's order and in others.
import { describe, expect, test } from 'vitest';
import { opendtu } from './opendtu.ts';
import { createOpenDtuParser, QUIET_MS } from './topicParser.ts';

const SN = '116180401234';
const T = 1_795_266_519;

/** One round of the firmware: an inverter's description and status, then its values if there are new ones. */
function round(
  atS: number,
  values: Record<string, number> | null,
  { reachable = 1, firmware = '10012' } = {},
): [string, string][] {
  return [
    [`${SN}/name`, 'Garage'],
    [`${SN}/radio/rssi`, '-70'],
    [`${SN}/device/fwbuildversion`, firmware],
    [`${SN}/device/hwversion`, '01.10'],
    [`${SN}/status/limit_relative`, '100'],
    [`${SN}/status/reachable`, String(reachable)],
    [`${SN}/status/producing`, '1'],
    [`${SN}/status/last_update`, String(atS)],
    ...Object.entries(values ?? {}).map(([path, value]): [string, string] => [`${SN}/${path}`, String(value)]),
  ];
}
const values = (powerW: number) => ({
  '0/power': powerW,
  '0/voltage': 231.2,
  '0/frequency': 50.01,
  '0/yieldday': 1204,
  '0/yieldtotal': 123.456,
  '0/efficiency': 95.1,
  '1/power': powerW / 2,
  '1/voltage': 35.1,
  '1/yieldtotal': 60.1,
  '1/irradiation': 40,
});
const q = (powerW: number) => ({
  powerW,
  gridVoltageV: 231.2,
  frequencyHz: 50.01,
  counterDayWh: 1204,
  counterWh: 123_456,
  input1PowerW: powerW / 2,
  input1VoltageV: 35.1,
});

/** Plays each burst at its time and returns the parser and its rows. */
function play(bursts: [string, string][][], everyMs = 5_000) {
  const parser = createOpenDtuParser();
  const rows = bursts.flatMap((burst, index) => [
    ...burst.flatMap(([path, text], step) => parser.onTopic(path, text, index * everyMs + step)),
    ...parser.settle(index * everyMs + Math.min(everyMs, 3 * QUIET_MS)),
  ]);
  return { parser, rows };
}

describe('OpenDTU topics', () => {
  test('turn an update into one row at its instant, however fast the rounds follow', () => {
    const bursts = [round(T, values(300)), round(T + 5, values(310)), round(T + 10, values(320)), round(T + 15, null)];
    for (const everyMs of [5_000, 20]) {
      expect(play(bursts, everyMs).rows).toEqual([
        { sn: SN, at: T * 1000, q: q(300) },
        { sn: SN, at: (T + 5) * 1000, q: q(310) },
        { sn: SN, at: (T + 10) * 1000, q: q(320) },
      ]);
    }
  });

  test('give a row for equal values of a new update and none for a round without an update', () => {
    const bursts = [round(T, values(300)), round(T, null), round(T + 60, values(300)), round(T + 61, null)];
    expect(play(bursts).rows.map(({ at }) => at)).toEqual([T * 1000, (T + 60) * 1000]);
  });

  test('give the same rows when each instant follows its values', () => {
    const after = (atS: number, powerW: number) => {
      const all = round(atS, values(powerW));
      const [update] = all.splice(7, 1);
      return [...all, update!];
    };
    for (const everyMs of [60_000, 20]) {
      expect(play([after(T, 300), after(T + 60, 310), after(T + 120, 320)], everyMs).rows).toEqual([
        { sn: SN, at: T * 1000, q: q(300) },
        { sn: SN, at: (T + 60) * 1000, q: q(310) },
        { sn: SN, at: (T + 120) * 1000, q: q(320) },
      ]);
    }
  });

  test('give correct rows from the second update on when the first round is incomplete', () => {
    const bursts = [
      round(T, values(300)).slice(-4),
      round(T + 60, values(310)),
      round(T + 120, values(320)),
      round(T + 180, values(330)),
    ];
    const rows = play(bursts).rows.map(({ at, q: row }) => [at / 1000 - T, row.powerW]);
    expect(rows.slice(-2)).toEqual([
      [120, 320],
      [180, 330],
    ]);
  });

  test('give no row while the inverter is unreachable', () => {
    const bursts = [
      round(T, values(300)),
      round(T + 60, { '0/power': 0 }, { reachable: 0 }),
      round(T + 120, values(5)),
    ];
    expect(play(bursts, 60_000).rows.map(({ at, q: row }) => [at, row.powerW])).toEqual([
      [T * 1000, 300],
      [(T + 120) * 1000, 5],
    ]);
  });

  test('carry lower-case serial numbers that become upper-case in rows', () => {
    const parser = createOpenDtuParser();
    parser.onTopic('1410a0b1c2d3/status/last_update', String(T), 0);
    parser.onTopic('1410a0b1c2d3/0/power', '7.5', 0);
    expect(parser.settle(QUIET_MS)).toEqual([{ sn: '1410A0B1C2D3', at: T * 1000, q: { powerW: 7.5 } }]);
    expect(parser.inverters().map(({ sn }) => sn)).toEqual(['1410A0B1C2D3']);
  });

  test('give no second row for a repeated update, even one second off or with its daily yield reset', () => {
    const bursts = [
      round(T, values(300)),
      round(T + 1, values(300)),
      round(T, { ...values(300), '0/yieldday': 0 }),
      round(T + 20, values(310)),
    ];
    expect(play(bursts).rows.map(({ at, q: row }) => [at / 1000 - T, row.powerW, row.counterDayWh])).toEqual([
      [0, 300, 1204],
      [20, 310, 1204],
    ]);
  });

  test('give no row for values zeroed because the inverter is unreachable', () => {
    const zero = Object.fromEntries(Object.keys(values(0)).map((path) => [path, 0]));
    const bursts = [round(T, values(300)), round(T, zero, { reachable: 0 }), round(T + 60, values(310))];
    expect(play(bursts).rows.map(({ at, q: row }) => [at / 1000 - T, row.powerW])).toEqual([
      [0, 300],
      [60, 310],
    ]);
  });

  test('give no row while the gateway has no time', () => {
    expect(play([round(0, values(300))]).rows).toEqual([]);
  });

  test.each(['nan', '', 'inf', '{}', '12 W', '1e999'])('ignore the value "%s"', (text) => {
    const burst: [string, string][] = [...round(T, { '0/power': 300 }), [`${SN}/0/voltage`, text]];
    expect(play([burst]).rows).toEqual([{ sn: SN, at: T * 1000, q: { powerW: 300 } }]);
  });

  test('keep two inverters apart and ignore unknown topics', () => {
    const other = '1410A0B1C2D3';
    const parser = createOpenDtuParser();
    const send = (path: string, text: string) => parser.onTopic(path, text, 0);
    send(`${SN}/status/last_update`, String(T));
    send(`${other}/status/last_update`, String(T + 1));
    send(`${SN}/0/power`, '1');
    send(`${other}/0/power`, '2');
    for (const odd of [
      'ac/power',
      'dtu/heap/free',
      `${SN}/7/power`,
      `${SN}/0/power/x`,
      'x',
      '',
      '/',
      `${SN}/0/__proto__`,
      `${SN}/0/constructor`,
    ])
      send(odd, '99');
    expect(parser.settle(QUIET_MS)).toEqual([
      { sn: SN, at: T * 1000, q: { powerW: 1 } },
      { sn: other, at: (T + 1) * 1000, q: { powerW: 2 } },
    ]);
  });
});

test('reports version, inputs, name and signal, and raises the revision once per change', () => {
  const { parser } = play([round(T, values(300))]);
  expect(parser.inverters()).toEqual([{ sn: SN, name: 'Garage', firmware: '10012', hardware: '01.10', inputs: 1 }]);
  const before = parser.revision();
  for (const [path, text] of round(T + 5, values(300))) parser.onTopic(path, text, 10_000);
  expect(parser.revision()).toBe(before);
  parser.onTopic(`${SN}/device/fwbuildversion`, '10014', 11_000);
  expect(parser.revision()).toBe(before + 1);
  parser.onTopic('dtu/rssi', '-61', 0);
  parser.onTopic('dtu/status', 'online', 0);
  expect([parser.signalDbm(), parser.isOnline()]).toEqual([-61, true]);
});

test('extrapolates the uptime to now and raises the revision only when it decreases', () => {
  const { parser } = play([round(T, values(300))]);
  const before = parser.revision();
  expect(parser.uptimeS(0)).toBeNull();
  parser.onTopic('dtu/uptime', '3600', 1_000);
  parser.onTopic('dtu/uptime', '3600', 2_000);
  parser.onTopic('dtu/uptime', '3605', 6_000);
  expect([parser.uptimeS(6_000), parser.uptimeS(16_000), parser.revision()]).toEqual([3605, 3615, before]);
  parser.onTopic('dtu/uptime', '4', 20_000);
  expect([parser.uptimeS(20_000), parser.revision()]).toEqual([4, before + 1]);
});

test('accepts only serial numbers that fit into the base topic', () => {
  const { isSerialNumber } = opendtu.profiles.OpenDTU!;
  expect(['DTU-A1B2C3', 'A'.repeat(20), 'A'.repeat(21)].map(isSerialNumber)).toEqual([true, true, false]);
});
