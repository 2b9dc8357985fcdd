// site/weatherHours: the hours of a plant's own day as the operator's service tells them, also of a day of 25; kept for all who ask; and that it says so when it knows nothing.
import { REFUSALS } from '@heliograph/contract/errors.ts';
import { beforeEach, expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';
import { plantUnderWeather, weatherService } from '../../../test/weatherService.ts';
import { dayStartMs } from '../../platform/calendar/rules/localDays.ts';

const HOUR_S = 3600;

/** What Open-Meteo's forecast API answers for the hours of two days, in its documented shape. */
function hoursFrom(first: string, change: object = {}): string {
  const startS = dayStartMs(first, 'Europe/Berlin') / 1000;
  const count = 49;
  const each = (value: (n: number) => number | null) => Array.from({ length: count }, (_, n) => value(n));
  return JSON.stringify({
    latitude: 47.7,
    longitude: 9.2,
    utc_offset_seconds: 7200,
    timezone: 'Europe/Berlin',
    hourly_units: { time: 'unixtime', temperature_2m: '°C', cloud_cover: '%', shortwave_radiation: 'W/m²' },
    hourly: {
      time: each((n) => startS + n * HOUR_S),
      temperature_2m: each((n) => 10 + n / 10),
      cloud_cover: each((n) => (n === 3 ? null : n)),
      // The mean of the hour before.
      shortwave_radiation: each((n) => n * 10),
      ...change,
    },
  });
}

const service = await weatherService();
const alone = await testServer();
const served = await testServer({ WEATHER_URL: service.url });
beforeEach(() => {
  service.asked.length = 0;
  service.answer = { status: 200, body: hoursFrom('2026-06-15') };
  served.clock.set('2026-06-15T10:00:00Z');
});

test('each hour of the day with the light that falls in it; the service learns the place to a tenth of a degree and no more', async () => {
  const { sid, token, latitude } = await plantUnderWeather(served);
  const { list, ...told } = await served.ask('site/weatherHours', { sid, day: '2026-06-15' }, { token });
  expect(told).toEqual({ sid, day: '2026-06-15', service: 'asked' });
  expect(list).toHaveLength(24);
  expect(list[0]).toEqual({ atIso: '2026-06-15T00:00:00+02:00', temperature: 10, clouds: 0, sun: 10 });
  expect(list[3]!.clouds).toBeNull();
  expect(list[23]).toEqual({ atIso: '2026-06-15T23:00:00+02:00', temperature: 12.3, clouds: 23, sun: 240 });
  expect(Object.fromEntries(service.asked[0]!.searchParams)).toEqual({
    apikey: 'paid',
    latitude: latitude.toFixed(1),
    longitude: '9.2',
    timezone: 'Europe/Berlin',
    start_date: '2026-06-15',
    end_date: '2026-06-16',
    timeformat: 'unixtime',
    hourly: 'temperature_2m,cloud_cover,shortwave_radiation',
  });
});

test('an hour that the clock shows twice is two', async () => {
  served.clock.set('2026-10-26T10:00:00Z');
  service.answer = { status: 200, body: hoursFrom('2026-10-25') };
  const { sid, token } = await plantUnderWeather(served);
  const { list } = await served.ask('site/weatherHours', { sid, day: '2026-10-25' }, { token });
  expect(list).toHaveLength(25);
  expect(list.slice(2, 4).map(({ atIso }) => atIso)).toEqual([
    '2026-10-25T02:00:00+02:00',
    '2026-10-25T02:00:00+01:00',
  ]);
});

test('the service is asked once by all; today again after half an hour, a day that has been over for long after half a day', async () => {
  const { sid, token } = await plantUnderWeather(served);
  const ask = (day: string) => served.ask('site/weatherHours', { sid, day }, { token });
  await Promise.all([ask('2026-06-15'), ask('2026-06-15')]);
  expect(service.asked).toHaveLength(1);
  service.answer = { status: 200, body: hoursFrom('2026-06-01') };
  await ask('2026-06-01');
  served.clock.set('2026-06-15T10:31:00Z');
  service.answer = { status: 200, body: hoursFrom('2026-06-15') };
  for (const day of ['2026-06-01', '2026-06-15']) await ask(day);
  await expect.poll(() => service.asked.length).toBe(3);
  expect(service.asked.at(-1)!.searchParams.get('start_date')).toBe('2026-06-15');
});

test.each([
  ['gives no answer', { status: 503, body: '' }],
  ['has lists of another length', { status: 200, body: hoursFrom('2026-06-15', { cloud_cover: [1] }) }],
  ['tells days instead', { status: 200, body: '{"daily":{}}' }],
])('a service that %s is told', async (_what, given) => {
  service.answer = given;
  const { sid, token } = await plantUnderWeather(served);
  const told = await served.ask('site/weatherHours', { sid, day: '2026-06-15' }, { token });
  expect(told).toEqual({ sid, day: '2026-06-15', service: 'failed', list: [] });
});

test('of a day before those that forecasts tell of, and without the setting, nobody is asked; tomorrow’s tomorrow is refused', async () => {
  const { sid, token } = await plantUnderWeather(served);
  const ask = (day: string) => served.call('site/weatherHours', { sid, day }, { token });
  expect((await ask('2026-03-14')).data).toMatchObject({ service: 'tooOld', list: [] });
  expect((await ask('2026-06-17')).code).toBe(REFUSALS.notYet);
  const other = await plantUnderWeather(alone);
  const none = await alone.ask('site/weatherHours', { sid: other.sid, day: '2026-06-15' }, { token: other.token });
  expect(none).toMatchObject({ service: 'none', list: [] });
  expect(service.asked).toEqual([]);
});

test('a stranger is told that there is no such plant, and nobody is asked about it', async () => {
  const { sid } = await plantUnderWeather(served);
  const stranger = await plantUnderWeather(served);
  const refused = await served.call('site/weatherHours', { sid, day: '2026-06-15' }, { token: stranger.token });
  expect(refused).toMatchObject({ code: REFUSALS.siteNotFound, data: {} });
  expect(service.asked).toEqual([]);
});
