// site/weatherHours: hours of a plant's own day from the operator's service, also for a day of 25 hours, cached for all users; reports when nothing is known.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { beforeEach, expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';
import { plantUnderWeather, weatherService } from '../../../test/weatherService.ts';
import { dayStartMs } from '../../platform/calendar/rules/localDays.ts';

const HOUR_S = 3600;

/** Response of Open-Meteo's forecast API for the hours of two days, in its documented shape. */
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
      // The mean of the preceding hour.
      shortwave_radiation: each((n) => n * 10),
      ...change,
    },
  });
}

const service = await weatherService();
const withoutService = await testServer();
const withService = await testServer({ WEATHER_URL: service.url });
beforeEach(() => {
  service.asked.length = 0;
  service.answer = { status: 200, body: hoursFrom('2026-06-15') };
  withService.clock.set('2026-06-15T10:00:00Z');
});

test('returns each hour of the day with its irradiation, and reveals the location only to a tenth of a degree', async () => {
  const { sid, token, latitude } = await plantUnderWeather(withService);
  const { list, ...head } = await withService.ask('site/weatherHours', { sid, day: '2026-06-15' }, { token });
  expect(head).toEqual({ sid, day: '2026-06-15', service: 'asked' });
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

test('returns an hour that occurs twice as two', async () => {
  withService.clock.set('2026-10-26T10:00:00Z');
  service.answer = { status: 200, body: hoursFrom('2026-10-25') };
  const { sid, token } = await plantUnderWeather(withService);
  const { list } = await withService.ask('site/weatherHours', { sid, day: '2026-10-25' }, { token });
  expect(list).toHaveLength(25);
  expect(list.slice(2, 4).map(({ atIso }) => atIso)).toEqual([
    '2026-10-25T02:00:00+02:00',
    '2026-10-25T02:00:00+01:00',
  ]);
});

test('requests once for all users, again after half an hour for today, and after half a day for a day long past', async () => {
  const { sid, token } = await plantUnderWeather(withService);
  const ask = (day: string) => withService.ask('site/weatherHours', { sid, day }, { token });
  await Promise.all([ask('2026-06-15'), ask('2026-06-15')]);
  expect(service.asked).toHaveLength(1);
  service.answer = { status: 200, body: hoursFrom('2026-06-01') };
  await ask('2026-06-01');
  withService.clock.set('2026-06-15T10:31:00Z');
  service.answer = { status: 200, body: hoursFrom('2026-06-15') };
  for (const day of ['2026-06-01', '2026-06-15']) await ask(day);
  await expect.poll(() => service.asked.length).toBe(3);
  expect(service.asked.at(-1)!.searchParams.get('start_date')).toBe('2026-06-15');
});

test.each([
  ['does not respond', { status: 503, body: '' }],
  ['has lists of another length', { status: 200, body: hoursFrom('2026-06-15', { cloud_cover: [1] }) }],
  ['returns days instead', { status: 200, body: '{"daily":{}}' }],
])('reports a service that %s', async (_what, given) => {
  service.answer = given;
  const { sid, token } = await plantUnderWeather(withService);
  const head = await withService.ask('site/weatherHours', { sid, day: '2026-06-15' }, { token });
  expect(head).toEqual({ sid, day: '2026-06-15', service: 'failed', list: [] });
});

test('requests nothing for a day before forecasts begin or without the setting, and refuses the day after tomorrow', async () => {
  const { sid, token } = await plantUnderWeather(withService);
  const ask = (day: string) => withService.call('site/weatherHours', { sid, day }, { token });
  expect((await ask('2026-03-14')).data).toMatchObject({ service: 'tooOld', list: [] });
  expect((await ask('2026-06-17')).code).toBe(ERROR_CODES.notYet);
  const other = await plantUnderWeather(withoutService);
  const none = await withoutService.ask(
    'site/weatherHours',
    { sid: other.sid, day: '2026-06-15' },
    { token: other.token },
  );
  expect(none).toMatchObject({ service: 'none', list: [] });
  expect(service.asked).toEqual([]);
});

test('hides the plant from a stranger, and requests nothing', async () => {
  const { sid } = await plantUnderWeather(withService);
  const stranger = await plantUnderWeather(withService);
  const refused = await withService.call('site/weatherHours', { sid, day: '2026-06-15' }, { token: stranger.token });
  expect(refused).toMatchObject({ code: ERROR_CODES.siteNotFound, data: {} });
  expect(service.asked).toEqual([]);
});
