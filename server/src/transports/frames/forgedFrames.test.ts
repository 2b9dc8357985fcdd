// Forged frames: a protocol without authentication cannot detect them, but they add no energy.
import { expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { bdm400, reportServer } from '../../../test/reportServer.ts';
import { rejectedValues } from '../../platform/metrics.ts';

const { sql, clock, post } = await reportServer();

const todayWh = async (sn: string): Promise<number> => {
  const [row] = await sql<{ todayWh: number }[]>`select today_wh from device_live where sn = ${sn}`;
  return row!.todayWh;
};

test('adds one tolerance to the day for 110 valid frames within 3.5 s, not one per frame', async () => {
  clock.set('2026-06-15T10:00:00Z');
  const { sn } = await makeDevice(sql, { sid: await makeSite(sql), product: 'BDM-400' });
  await post(bdm400(sn, { powerW: 200, counterWh: 700 }));
  for (let n = 1; n <= 110; n++) {
    clock.forward(3.5 / 110);
    expect((await post(bdm400(sn, { powerW: 200, counterWh: 700 + n * 43.2 }))).status).toBe(200);
  }
  // The tolerance: 1.3 times 400 W over five minutes, and two counter steps.
  const toleranceWh = (1.3 * 400) / 12 + 0.4;
  expect(await todayWh(sn)).toBeLessThanOrEqual(700 + toleranceWh + 1.3 * 400 * (3.5 / 3600) + 0.01);
  // The device continues from its own counter.
  clock.forward(300);
  await post(bdm400(sn, { powerW: 200, counterWh: 717 }));
  const before = await todayWh(sn);
  clock.forward(300);
  await post(bdm400(sn, { powerW: 200, counterWh: 733.6 }));
  expect(await todayWh(sn)).toBeCloseTo(before + 16.6, 6);
});

test('drops and counts power above 1.5 times the rated power and stores the other values', async () => {
  clock.set('2026-06-16T10:00:00Z');
  const { sid, sn } = await makeDevice(sql, { product: 'BDM-400' });
  const dropped = async () =>
    (await rejectedValues.get()).values.find(
      ({ labels }) => labels.quantity === 'powerW' && labels.reason === 'aboveRated',
    )?.value ?? 0;
  const before = await dropped();
  await post(bdm400(sn, { powerW: 600, counterWh: 100 }));
  clock.forward(300);
  await post(bdm400(sn, { powerW: 600.01, counterWh: 110 }));
  const [live] = await sql`select power_w, quantities, today_wh from device_live where sid = ${sid} and sn = ${sn}`;
  expect(live).toMatchObject({ powerW: null, todayWh: 110, quantities: { counterWh: 110, frequencyHz: 50 } });
  // Reported before, so it remains one of the device's quantities.
  expect(live).toMatchObject({ quantities: { powerW: null } });
  const [day] = await sql`select peak_w from device_days where sid = ${sid} and sn = ${sn}`;
  expect(day).toEqual({ peakW: 600 });
  expect((await dropped()) - before).toBe(1);
});
