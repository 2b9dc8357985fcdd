// device/strings: inputs and strings of a string inverter compared with those of the same orientation.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../test/reportingPlant.ts';

const { asked, clock, device, expectRefusals, sql, tell } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');
const AT = '2026-06-15T09:59:00Z';
const reportOf = (watts: number[], amps: number[]) => ({
  powerW: 9000,
  temperatureC: 51.2,
  insulationOhm: 2_400_000,
  frequencyHz: 50,
  l1VoltageV: 231,
  l1PowerW: 3000,
  ...Object.fromEntries(
    watts.flatMap((w, n) => [
      [`input${n + 1}PowerW`, w],
      [`input${n + 1}VoltageV`, 600],
    ]),
  ),
  ...Object.fromEntries(amps.map((a, n) => [`string${n + 1}CurrentA`, a])),
});
const face = (sn: string, tilt: number, azimuth: number) =>
  sql`update devices set tilt_deg = ${tilt}, azimuth_deg = ${azimuth} where sn = ${sn}`;

test('compares own inputs and strings with each other without an orientation', async () => {
  const own = await device('Inverter');
  await tell(own.sn, 'inverter', [[AT, reportOf([3000, 3000, 1500], [5, 5, 5, 2.5])]]);
  const response = await asked('device/strings', own);
  expect(response).toMatchObject({
    isLive: true,
    temperature: 51.2,
    insulation: 2_400_000,
    insulationUnit: 'Ω',
    ac: { power: 9000, frequency: 50, phases: [{ name: 'L1', voltage: 231, power: 3000 }] },
    compared: { tilt: null, azimuth: null, devices: 1, inputs: 3, strings: 4 },
  });
  expect(
    response.inputs.map(({ input, voltage, power, median, share }) => [input, voltage, power, median, share]),
  ).toEqual([
    [1, 600, 3000, 3000, 1],
    [2, 600, 3000, 3000, 1],
    [3, 600, 1500, 3000, 0.5],
  ]);
  expect(response.strings.map(({ string, current, share }) => [string, current, share])).toEqual([
    [1, 5, 1],
    [2, 5, 1],
    [3, 5, 1],
    [4, 2.5, 0.5],
  ]);
});

test('compares with devices of the same model and orientation only', async () => {
  const [own, same, other] = [await device('Inverter'), await device('Inverter'), await device('Inverter')];
  await tell(own.sn, 'inverter', [[AT, reportOf([1000], [])]]);
  await tell(same.sn, 'inverter', [[AT, reportOf([2000, 2000], [])]]);
  await tell(other.sn, 'inverter', [[AT, reportOf([9000, 9000, 9000], [])]]);
  await face(own.sn, 20, 180);
  await face(same.sn, 20, 180);
  await face(other.sn, 20, 90);
  const { inputs, compared } = await asked('device/strings', own);
  expect(compared).toEqual({ tilt: 20, azimuth: 180, devices: 2, inputs: 3, strings: 0 });
  expect(inputs).toMatchObject([{ power: 1000, median: 2000, share: 0.5 }]);
});

test('compares modules facing elsewhere than their device with those of the same orientation', async () => {
  const [own, east] = [await device('Inverter'), await device('Inverter')];
  await tell(own.sn, 'inverter', [[AT, reportOf([1000, 4000], [5, 6])]]);
  await tell(east.sn, 'inverter', [[AT, reportOf([4200], [7])]]);
  await face(own.sn, 35, 180);
  await face(east.sn, 35, 180);
  const looksEast = async (sn: string, sid: string, input: number) =>
    await sql`insert into modules (sid, sn, input, azimuth_deg) values (${sid}, ${sn}, ${input}, 90)`;
  await looksEast(own.sn, own.sid, 2);
  await looksEast(east.sn, east.sid, 1);
  const response = await asked('device/strings', own);
  expect(response.inputs.map(({ power, median, share }) => [power, median, share])).toEqual([
    [1000, null, null],
    [4000, 4100, 0.976],
  ]);
  // It is unknown which string is connected to which input.
  expect(response.strings).toMatchObject([{ current: 5, share: null }, { share: null }]);
  expect(response.compared).toEqual({ tilt: null, azimuth: null, devices: 2, inputs: 3, strings: 0 });
  expect((await asked('device/strings', east)).compared).toEqual({
    tilt: 35,
    azimuth: 90,
    devices: 2,
    inputs: 2,
    strings: 1,
  });
});

test('returns no shares in the dark, for a single device, or without reports', async () => {
  const own = await device('Inverter');
  await tell(own.sn, 'inverter', [[AT, reportOf([0, 0], [])]]);
  expect((await asked('device/strings', own)).inputs).toMatchObject([{ power: 0, share: null }, { share: null }]);
  const single = await device('Inverter');
  await tell(single.sn, 'inverter', [[AT, reportOf([700], [])]]);
  expect((await asked('device/strings', single)).inputs).toMatchObject([{ power: 700, median: null, share: null }]);
  clock.set('2026-06-15T12:00:00Z');
  expect(await asked('device/strings', single)).toMatchObject({
    isLive: false,
    temperature: null,
    inputs: [{ power: null, voltage: null }],
    compared: { inputs: 0 },
  });
});

test('refuses other kinds of devices and inaccessible ones', async () => {
  await expectRefusals('device/strings', 'Inverter');
});
