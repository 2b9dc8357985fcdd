// battery/hx/tonight: capacity and usual consumption from the last days, production by the weather forecast, prices by the hour; unknown where nothing is known.
import type { PriceVersion } from '@heliograph/contract/prices.ts';
import { expect, test } from 'vitest';
import { makeDevice } from '../../../../test/factories.ts';
import { createReportingPlant } from '../../../../test/reportingPlant.ts';
import { testServer } from '../../../../test/testServer.ts';
import { plantUnderWeather, weatherService } from '../../../../test/weatherService.ts';
import { writeSitePrices } from '../../../energy/money/sitePrices.ts';

const { asked, clock, device, expectRefusals, sid, sql, tell } = await createReportingPlant();
const service = await weatherService();
const withService = await testServer({ WEATHER_URL: service.url });
/** Reports 10 kWh falling by 2.5 % a quarter of an hour at 1 kW, from 18:00 to 24:00 in Berlin, and what the home draws. */
async function evening(sn: string, day: string, loadPowerW: number) {
  const from = Date.parse(`${day}T18:00:00+02:00`);
  await tell(
    sn,
    'hybrid',
    Array.from({ length: 24 }, (_, slot) => [
      new Date(from + slot * 900_000).toISOString(),
      { powerW: 0, batterySocPercent: 90 - 2.5 * slot, batteryPowerW: 1_000, loadPowerW },
    ]),
  );
}

test('says nothing about what was not measured', async () => {
  clock.set('2026-06-15T10:00:00Z');
  expect(await asked('battery/hx/tonight', await device('Battery'))).toMatchObject({
    socPercent: null,
    capacityWh: null,
    eveningW: null,
    evenings: 0,
  });
});

test('states capacity and the usual evening of the home from the last days', async () => {
  clock.set('2026-06-15T10:00:00Z');
  const hybrid = await device('Hybrid inverter');
  for (const [day, watts] of [
    ['2026-06-11', 900],
    ['2026-06-12', 1_200],
    ['2026-06-13', 5_000],
    ['2026-06-14', 1_100],
  ] as const)
    await evening(hybrid.sn, day, watts);
  await tell(hybrid.sn, 'hybrid', [['2026-06-15T09:59:00Z', { powerW: 10, batterySocPercent: 62 }]]);
  expect(await asked('battery/hx/tonight', hybrid)).toMatchObject({
    socPercent: 62,
    capacityWh: 10_000,
    // The median: one evening with guests does not count more.
    eveningW: 1_150,
    evenings: 4,
    sunsetIso: expect.stringMatching(/^2026-06-15T2/),
    sunriseIso: expect.stringMatching(/^2026-06-16T0/),
  });
});

test('states the usual consumption of each hour until the end of tomorrow, and its price', async () => {
  clock.set('2026-06-15T10:20:00Z');
  const hybrid = await device('Hybrid inverter');
  for (const day of ['2026-06-12', '2026-06-13', '2026-06-14']) await evening(hybrid.sn, day, 800);
  const nightTariff: PriceVersion = {
    validFrom: '2026-06-16',
    kind: 'timeOfUse',
    price: 0.4,
    feedInPrice: null,
    ownUseShare: null,
    periods: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 0, toHour: 6, price: 0.2, feedInPrice: null }],
    fixedCharge: null,
    fixedPer: 'day',
  };
  await sql.begin((transaction) => writeSitePrices(transaction, sid, [nightTariff]));
  const { hours, solarBasis } = await asked('battery/hx/tonight', hybrid);
  expect(solarBasis).toBe('lastDays');
  expect(hours).toHaveLength(12 + 24);
  expect(hours[0]).toEqual({
    fromIso: '2026-06-15T12:00:00+02:00',
    toIso: '2026-06-15T13:00:00+02:00',
    homeW: null,
    solarW: null,
    importPrice: null,
  });
  // With the hybrid of the test before: the median of 900, 2,000, 5,800 and 1,900 W.
  expect(hours[8]).toMatchObject({ fromIso: '2026-06-15T20:00:00+02:00', homeW: 1_950, solarW: 0 });
  expect(hours.filter(({ homeW }) => homeW !== null).map(({ fromIso }) => fromIso.slice(11, 13))).toEqual([
    ...['18', '19', '20', '21', '22', '23'],
    ...['18', '19', '20', '21', '22', '23'],
  ]);
  // The sun is down.
  expect(hours[14]).toMatchObject({ fromIso: '2026-06-16T02:00:00+02:00', solarW: 0, importPrice: 0.2 });
  expect(hours[18]!.importPrice).toBe(0.4);
});

test('expects the production that the weather forecast lets the modules yield; of the last days, if the service fails', async () => {
  const HOUR_S = 3600;
  const fromS = Date.parse('2026-06-15T00:00:00+02:00') / 1000;
  const each = <Value>(value: Value) => Array.from({ length: 72 }, () => value);
  const answerWith = (sunW: number) => ({
    status: 200,
    body: JSON.stringify({
      hourly: {
        time: Array.from({ length: 72 }, (_, n) => fromS + n * HOUR_S),
        temperature_2m: each(20),
        cloud_cover: each(50),
        shortwave_radiation: each(sunW),
      },
    }),
  });
  withService.clock.set('2026-06-15T10:20:00Z');
  const expected = async (answer: { status: number; body: string }) => {
    service.answer = answer;
    // A place of its own each time, as answers are cached.
    const plant = await plantUnderWeather(withService);
    await makeDevice(withService.sql, { sid: plant.sid });
    const battery = await makeDevice(withService.sql, { sid: plant.sid, product: 'Battery' });
    return await withService.ask('battery/hx/tonight', battery, { token: plant.token });
  };
  const clouded = await expected(answerWith(100));
  const clear = await expected(answerWith(2_000));
  expect([clouded.solarBasis, clear.solarBasis]).toEqual(['forecast', 'forecast']);
  // One o'clock tomorrow: night; and early in the afternoon.
  expect(clear.hours[13]).toMatchObject({ fromIso: '2026-06-16T01:00:00+02:00', solarW: 0 });
  const [dullW, brightW] = [clouded.hours[25]!.solarW!, clear.hours[25]!.solarW!];
  expect(dullW).toBeGreaterThan(10);
  expect(dullW / brightW).toBeGreaterThan(0.08);
  expect(dullW / brightW).toBeLessThan(0.2);
  expect((await expected({ status: 500, body: '' })).solarBasis).toBe('lastDays');
});

test('refuses other kinds of devices and inaccessible batteries', async () => {
  await expectRefusals('battery/hx/tonight', 'Battery');
});
