// An imported history with a value an hour: the area under the drawn power of plant and device is the energy of the day.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { readingOfFile } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';

const { sql, context, clock, ask, signedIn } = await testServer();
const DAY = '2026-06-10';
const START_MS = Date.parse(`${DAY}T00:00:00+02:00`);

/** Two devices under changing clouds: one with a value an hour, one with a value every five minutes. */
async function plantOf() {
  clock.set('2026-06-15T10:00:00Z');
  const user = await makeUser(sql);
  const sid = await makeSite(sql, {
    companyId: user.companyId,
    timezone: 'Europe/Berlin',
    latitude: 52.5,
    longitude: 13.4,
  });
  const { sn } = await makeDevice(sql, { sid, product: 'Inverter' });
  let counterWh = 1_000_000;
  const readings = Array.from({ length: 72 }, (_, n) => {
    const hour = n % 24;
    const sunny = Math.max(0, 4_000 * (1 - ((hour - 13) / 5.5) ** 2));
    counterWh += Math.round(sunny * 0.5);
    const quantities = { powerW: Math.round(sunny * (hour % 2 === 0 ? 1 : 0.15)), counterWh };
    return readingOfFile({ sn, at: new Date(START_MS + (n - 24) * 3_600_000), quantities });
  });
  const counted = readings.map((reading): typeof reading => ({ ...reading, countsLife: true }));
  await ingestReports(context, counted);
  return { sid, sn, token: await signedIn(user.id) };
}

test.each([undefined, 1, 5, 15, 30, 60])(
  'the area in slots of %s minutes is the energy of the day within 1 %%',
  async (minInterval) => {
    const { sid, sn, token } = await plantOf();
    const step = minInterval === undefined ? {} : { minInterval };
    const [day] = await sql<
      { energyWh: number }[]
    >`select energy_wh from device_days where sid = ${sid} and day = ${DAY}`;
    expect(day!.energyWh).toBeGreaterThan(10_000);
    const charts = [
      await ask('site/statistics/echarts', { sid, types: 1, date: DAY, ...step }, { token }),
      await ask('device/statistics/echarts', { sid, sn, types: 1, date: DAY, ...step }, { token }),
    ];
    for (const { series, xAxisIso } of charts) {
      const stepH = (Date.parse(xAxisIso[1]!) - Date.parse(xAxisIso[0]!)) / 3_600_000;
      const areaWh = series[0]!.data.reduce<number>((sum, powerW) => sum + (powerW ?? 0) * stepH, 0);
      expect(Math.abs(areaWh / day!.energyWh - 1)).toBeLessThan(0.01);
      // An hour has one power.
      const nine = series[0]!.data.filter((_, n) => xAxisIso[n]!.startsWith(`${DAY}T09`));
      expect(new Set(nine).size).toBe(1);
    }
  },
);
