// device/voltage: ten-minute means compared with the limit, hours above it by phase, and the energy lost by curtailment.
import { expect, test } from 'vitest';
import { makeDevice } from '../../../test/factories.ts';
import { createReportingPlant } from '../../../test/reportingPlant.ts';

const plant = await createReportingPlant();
const { sql, sid, tell, device, asked, call, token, clock } = plant;
clock.set('2026-06-15T21:59:30Z');

const MINUTES = Array.from({ length: 24 * 60 }, (_, n) => n);
/** A clear day of a three-phase inverter facing south: a bell curve around solar noon (13:23 there). */
const clearSkyPower = (minute: number): number => Math.max(0, 5000 * Math.sin(((minute - 360) / 890) * Math.PI));

async function inverter(volts: (minute: number) => [number, number, number], watts = clearSkyPower, everyMin = 5) {
  const { sn } = await device('Inverter');
  await sql`update devices set tilt_deg = 30, azimuth_deg = 180 where sid = ${sid} and sn = ${sn}`;
  await tell(
    sn,
    'inverter',
    MINUTES.filter((minute) => minute % everyMin === 0).map((minute) => {
      const [l1VoltageV, l2VoltageV, l3VoltageV] = volts(minute);
      const at = new Date(Date.parse('2026-06-15T00:00:00+02:00') + minute * 60_000).toISOString();
      return [at, { powerW: Math.round(watts(minute)), l1VoltageV, l2VoltageV, l3VoltageV }];
    }),
  );
  return sn;
}

test('counts hours in which a ten-minute mean of a phase exceeds 110 per cent, not single values', async () => {
  // L1 is too high from 12:00 to 13:30; every second value of L2 is, but its means are not.
  const sn = await inverter((minute) => [
    minute >= 720 && minute < 810 ? 254 : 236,
    minute % 10 === 0 ? 256 : 240,
    231.24,
  ]);
  const evidence = await asked('device/voltage', { sid, sn, start: '2026-06-15' });
  expect(evidence).toMatchObject({
    nominal: 230,
    nominalBasis: 'country',
    limitPercent: 110,
    hoursAbove: 1.5,
    throttledHours: 1.5,
  });
  expect(evidence.lines).toEqual([
    {
      line: 'l1',
      nominal: 230,
      limit: 253,
      means: 144,
      above: 9,
      hoursAbove: 1.5,
      highest: 254,
      highestIso: '2026-06-15T12:00:00+02:00',
    },
    {
      line: 'l2',
      nominal: 230,
      limit: 253,
      means: 144,
      above: 0,
      hoursAbove: 0,
      highest: 248,
      highestIso: '2026-06-15T00:00:00+02:00',
    },
    {
      line: 'l3',
      nominal: 230,
      limit: 253,
      means: 144,
      above: 0,
      hoursAbove: 0,
      highest: 231.2,
      highestIso: '2026-06-15T00:00:00+02:00',
    },
  ]);
  expect(evidence.days).toMatchObject([{ day: '2026-06-15', highest: 254, hoursAbove: 1.5, throttledHours: 1.5 }]);
  // It was not curtailed: nothing recognizable in its curve.
  expect(evidence.lostKwh).toBeLessThan(0.2);
  const higher = await asked('device/voltage', { sid, sn, start: '2026-06-15', nominal: 240 });
  expect(higher).toMatchObject({ nominal: 240, nominalBasis: 'asked', hoursAbove: 0, throttledHours: 0, lostKwh: 0 });
});

test('estimates lost energy from the surrounding hours, and reports how much is unknown', async () => {
  const isCurtailed = (minute: number) => minute >= 720 && minute < 810;
  const sn = await inverter(
    (minute) => [isCurtailed(minute) ? 255 : 236, 236, 236],
    (minute) => (isCurtailed(minute) ? 1000 : clearSkyPower(minute)),
  );
  const { lostKwh, lostUnknown, lostBasis, lostFrom, throttledHours } = await asked('device/voltage', {
    sid,
    sn,
    start: '2026-06-15',
  });
  const expectedLossKwh = MINUTES.filter(isCurtailed).reduce(
    (sum, minute) => sum + (clearSkyPower(minute) - 1000) / 60_000,
    0,
  );
  expect(Math.abs(lostKwh! - expectedLossKwh) / expectedLossKwh).toBeLessThan(0.08);
  expect({ lostUnknown, lostBasis, lostFrom, throttledHours }).toEqual({
    lostUnknown: 0,
    lostFrom: 'ownCurve',
    lostBasis: 'placement',
    throttledHours: 1.5,
  });
  const always = await inverter(() => [256, 256, 256]);
  expect(await asked('device/voltage', { sid, sn: always, start: '2026-06-15' })).toMatchObject({
    hoursAbove: 24,
    lostKwh: null,
    lines: [{ above: 144 }, { above: 144 }, { above: 144 }],
  });
});

test('trusts the device’s report of being curtailed, whatever it measured', async () => {
  const sn = await inverter(
    () => [249, 249, 249],
    (minute) => (minute >= 720 && minute < 780 ? 0 : clearSkyPower(minute)),
  );
  await sql`
    insert into events (sid, sn, code, opened_at, closed_at)
    values (${sid}, ${sn}, '0040', '2026-06-15T12:00:00+02:00', '2026-06-15T13:00:00+02:00')`;
  const evidence = await asked('device/voltage', { sid, sn, start: '2026-06-15' });
  expect(evidence).toMatchObject({ hoursAbove: 0, throttledHours: 1 });
  expect(evidence.lostKwh).toBeGreaterThan(4);
});

test('recognizes a voltage between two phases by its level, and handles a device that reports none', async () => {
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-2250' });
  await tell(sn, 'microinverter', [
    ['2026-06-15T10:00:00Z', { powerW: 100, gridVoltageV: 401 }],
    ['2026-06-15T10:10:00Z', { powerW: 100, gridVoltageV: 441 }],
  ]);
  const { lines } = await asked('device/voltage', { sid, sn, start: '2026-06-15' });
  expect(lines).toMatchObject([{ line: 'grid', nominal: 398.4, limit: 438.2, means: 2, above: 1, highest: 441 }]);
  const battery = await device('Battery');
  const none = await asked('device/voltage', { ...battery, start: '2026-06-15' });
  expect(none).toMatchObject({ lines: [], hoursAbove: 0, lostKwh: null });
});

test('refuses impossible days and voltages, and devices of others', async () => {
  const { sn } = await device('Inverter');
  const code = async (more: object) => (await call('device/voltage', { sid, sn, ...more } as never, { token })).code;
  expect(await code({ start: '2026-06-15', end: '2026-06-14' })).toBe(1017);
  expect(await code({ start: '2026-01-01', end: '2026-06-14' })).toBe(1016);
  expect(await code({ start: '2026-06-15', nominal: 5 })).toBe(400);
  const other = await makeDevice(sql);
  expect(await code({ ...other, start: '2026-06-15' })).toBe(1006);
});
