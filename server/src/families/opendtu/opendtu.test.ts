// OpenDTU's topics in the order in which its firmware publishes them, and in others.
import { describe, expect, test } from 'vitest';
import { openDtu, opendtu, QUIET_MS } from './opendtu.ts';

const SN = '116180401234';
const T = 1_795_266_519;

/** One round of the firmware: what it says of an inverter each time, then the values if there are new ones. */
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

/** All that is said, each at its time, and the rows that came of it. */
function play(said: [string, string][][], everyMs = 5_000) {
  const dtu = openDtu();
  const rows = said.flatMap((burst, index) => [
    ...burst.flatMap(([path, text], step) => dtu.heard(path, text, index * everyMs + step)),
    ...dtu.settled(index * everyMs + Math.min(everyMs, 3 * QUIET_MS)),
  ]);
  return { dtu, rows };
}

describe('rows', () => {
  test('an update is one row at its instant, however fast the rounds follow', () => {
    const said = [round(T, values(300)), round(T + 5, values(310)), round(T + 10, values(320)), round(T + 15, null)];
    for (const everyMs of [5_000, 20]) {
      expect(play(said, everyMs).rows).toEqual([
        { sn: SN, at: T * 1000, q: q(300) },
        { sn: SN, at: (T + 5) * 1000, q: q(310) },
        { sn: SN, at: (T + 10) * 1000, q: q(320) },
      ]);
    }
  });

  test('equal values are still a row; a round without an update is none', () => {
    const said = [round(T, values(300)), round(T, null), round(T + 60, values(300)), round(T + 61, null)];
    expect(play(said).rows.map(({ at }) => at)).toEqual([T * 1000, (T + 60) * 1000]);
  });

  test('one that says the instant after its values is understood, too', () => {
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

  test('one that is heard from the middle of a round on: from the second update on as ever', () => {
    const said = [
      round(T, values(300)).slice(-4),
      round(T + 60, values(310)),
      round(T + 120, values(320)),
      round(T + 180, values(330)),
    ];
    const rows = play(said).rows.map(({ at, q: told }) => [at / 1000 - T, told.powerW]);
    expect(rows.slice(-2)).toEqual([
      [120, 320],
      [180, 330],
    ]);
  });

  test('not reachable: no row, and no zero', () => {
    const said = [round(T, values(300)), round(T + 60, { '0/power': 0 }, { reachable: 0 }), round(T + 120, values(5))];
    expect(play(said, 60_000).rows.map(({ at, q: told }) => [at, told.powerW])).toEqual([
      [T * 1000, 300],
      [(T + 120) * 1000, 5],
    ]);
  });

  test('letters of a number are small in topics, and large in the portal', () => {
    const dtu = openDtu();
    dtu.heard('1410a0b1c2d3/status/last_update', String(T), 0);
    dtu.heard('1410a0b1c2d3/0/power', '7.5', 0);
    expect(dtu.settled(QUIET_MS)).toEqual([{ sn: '1410A0B1C2D3', at: T * 1000, q: { powerW: 7.5 } }]);
    expect(dtu.inverters().map(({ sn }) => sn)).toEqual(['1410A0B1C2D3']);
  });

  test('an update said once more is no further row: its instant a second off, its day set to zero at midnight', () => {
    const said = [
      round(T, values(300)),
      round(T + 1, values(300)),
      round(T, { ...values(300), '0/yieldday': 0 }),
      round(T + 20, values(310)),
    ];
    expect(play(said).rows.map(({ at, q: told }) => [at / 1000 - T, told.powerW, told.counterDayWh])).toEqual([
      [0, 300, 1204],
      [20, 310, 1204],
    ]);
  });

  test('what was zeroed as the inverter is out of reach is no row', () => {
    const zero = Object.fromEntries(Object.keys(values(0)).map((path) => [path, 0]));
    const said = [round(T, values(300)), round(T, zero, { reachable: 0 }), round(T + 60, values(310))];
    expect(play(said).rows.map(({ at, q: told }) => [at / 1000 - T, told.powerW])).toEqual([
      [0, 300],
      [60, 310],
    ]);
  });

  test('without a time there is no row: the device has not heard one yet', () => {
    expect(play([round(0, values(300))]).rows).toEqual([]);
  });

  test.each(['nan', '', 'inf', '{}', '12 W', '1e999'])('a value %s is none', (text) => {
    const said: [string, string][] = [...round(T, { '0/power': 300 }), [`${SN}/0/voltage`, text]];
    expect(play([said]).rows).toEqual([{ sn: SN, at: T * 1000, q: { powerW: 300 } }]);
  });

  test('two inverters do not mix, and what is no topic of its own changes nothing', () => {
    const other = '1410A0B1C2D3';
    const dtu = openDtu();
    const heard = (path: string, text: string) => dtu.heard(path, text, 0);
    heard(`${SN}/status/last_update`, String(T));
    heard(`${other}/status/last_update`, String(T + 1));
    heard(`${SN}/0/power`, '1');
    heard(`${other}/0/power`, '2');
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
      heard(odd, '99');
    expect(dtu.settled(QUIET_MS)).toEqual([
      { sn: SN, at: T * 1000, q: { powerW: 1 } },
      { sn: other, at: (T + 1) * 1000, q: { powerW: 2 } },
    ]);
  });
});

test('what is known beside values: version, inputs, name, signal; a change is told once', () => {
  const { dtu } = play([round(T, values(300))]);
  expect(dtu.inverters()).toEqual([{ sn: SN, name: 'Garage', firmware: '10012', hardware: '01.10', inputs: 1 }]);
  const before = dtu.changes();
  for (const [path, text] of round(T + 5, values(300))) dtu.heard(path, text, 10_000);
  expect(dtu.changes()).toBe(before);
  dtu.heard(`${SN}/device/fwbuildversion`, '10014', 11_000);
  expect(dtu.changes()).toBe(before + 1);
  dtu.heard('dtu/rssi', '-61', 0);
  dtu.heard('dtu/status', 'online', 0);
  expect([dtu.signalDbm(), dtu.online()]).toEqual([-61, true]);
});

test('how long it has been running is told as of now; less than before is a change, the same again is none', () => {
  const { dtu } = play([round(T, values(300))]);
  const before = dtu.changes();
  expect(dtu.uptimeS(0)).toBeNull();
  dtu.heard('dtu/uptime', '3600', 1_000);
  dtu.heard('dtu/uptime', '3600', 2_000);
  dtu.heard('dtu/uptime', '3605', 6_000);
  expect([dtu.uptimeS(6_000), dtu.uptimeS(16_000), dtu.changes()]).toEqual([3605, 3615, before]);
  dtu.heard('dtu/uptime', '4', 20_000);
  expect([dtu.uptimeS(20_000), dtu.changes()]).toEqual([4, before + 1]);
});

test('its number fits into the base topic that its page takes', () => {
  const { isSerialNumber } = opendtu.profiles.OpenDTU!;
  expect(['DTU-A1B2C3', 'A'.repeat(20), 'A'.repeat(21)].map(isSerialNumber)).toEqual([true, true, false]);
});
