// site/weather7Day: the operator's weather service in the plant's units and days, cached for all users; reports when there is none.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { beforeEach, expect, test } from 'vitest';
import { metricValue } from '../../../test/metricValue.ts';
import { testServer } from '../../../test/testServer.ts';
import { plantUnderWeather, weatherService } from '../../../test/weatherService.ts';

/** Responses of Open-Meteo's forecast API for eight days from `first` on. */
function forecastFrom(first: string, change: object = {}): string {
  const day = (n: number) => new Date(Date.parse(first) + n * 86_400_000).toISOString().slice(0, 10);
  const each = (values: (number | null)[]) => Array.from({ length: 8 }, (_, n) => values[n % values.length]);
  return JSON.stringify({
    latitude: 47.7,
    longitude: 9.2,
    utc_offset_seconds: 7200,
    timezone: 'Europe/Berlin',
    daily_units: { time: 'iso8601', temperature_2m_max: '°C', shortwave_radiation_sum: 'MJ/m²' },
    daily: {
      time: Array.from({ length: 8 }, (_, n) => day(n)),
      weather_code: each([0, 2, 63, 95, 4, null]),
      temperature_2m_mean: each([18.4, -3.26, null]),
      temperature_2m_max: each([24.04, -1, null]),
      temperature_2m_min: each([12.5, -8.31, null]),
      precipitation_sum: each([0, 4.2, null]),
      shortwave_radiation_sum: each([27, 3.6, null]),
      ...change,
    },
  });
}

const service = await weatherService();
const withoutService = await testServer();
const withService = await testServer({ WEATHER_URL: service.url });
beforeEach(() => {
  service.asked.length = 0;
  service.answer = { status: 200, body: forecastFrom('2026-06-15') };
  withService.clock.set('2026-06-15T10:00:00Z');
});

test('returns seven days from today in the requested language, and reveals the location only to a tenth of a degree', async () => {
  const { sid, token, latitude } = await plantUnderWeather(withService);
  const weather = await withService.ask('site/weather7Day', { sid }, { token, headers: { lan: '3' } });
  expect(weather).toMatchObject({ sid, days: 7, temperatureUnit: 'Celsius', service: 'asked' });
  expect(weather.askedAtIso).toBe('2026-06-15T12:00:00+02:00');
  expect(weather.list).toHaveLength(7);
  expect(weather.list.slice(0, 3)).toEqual([
    {
      datetime: '2026-06-15',
      temp: 18.4,
      tempMax: 24,
      tempMin: 12.5,
      icon: 'clear-day',
      week: 'Mo',
      conditions: 'Klar',
      rain: 0,
      sun: 7.5,
    },
    {
      datetime: '2026-06-16',
      temp: -3.3,
      tempMax: -1,
      tempMin: -8.3,
      icon: 'partly-cloudy-day',
      week: 'Di',
      conditions: 'Teils bewölkt',
      rain: 4.2,
      sun: 1,
    },
    {
      datetime: '2026-06-17',
      temp: null,
      tempMax: null,
      tempMin: null,
      icon: 'rain',
      week: 'Mi',
      conditions: 'Regen',
      rain: null,
      sun: null,
    },
  ]);
  // An undefined code, and no code at all.
  expect(weather.list.slice(4, 6).map(({ icon, conditions }) => [icon, conditions])).toEqual([
    ['', ''],
    ['', ''],
  ]);
  expect(Object.fromEntries(service.asked[0]!.searchParams)).toEqual({
    apikey: 'paid',
    latitude: latitude.toFixed(1),
    longitude: '9.2',
    timezone: 'Europe/Berlin',
    forecast_days: '8',
    daily:
      'weather_code,temperature_2m_mean,temperature_2m_max,temperature_2m_min,precipitation_sum,shortwave_radiation_sum',
  });
});

test('returns degrees Fahrenheit for users of that unit', async () => {
  const { sid, token } = await plantUnderWeather(withService);
  await withService.sql`update sites set temperature_unit = 'Fahrenheit' where sid = ${sid}`;
  const { temperatureUnit, list } = await withService.ask('site/weather7Day', { sid }, { token });
  expect(temperatureUnit).toBe('Fahrenheit');
  expect(list[0]).toMatchObject({ temp: 65.1, tempMax: 75.3, tempMin: 54.5 });
});

test('requests once for concurrent users, then refreshes in the background, and drops past days', async () => {
  withService.clock.set('2026-06-15T12:00:00Z');
  const { sid, token } = await plantUnderWeather(withService);
  const ask = () => withService.ask('site/weather7Day', { sid }, { token });
  const both = await Promise.all([ask(), ask()]);
  expect(both[0]).toEqual(both[1]);
  withService.clock.set('2026-06-15T12:29:00Z');
  expect(await ask()).toEqual(both[0]);
  expect(service.asked).toHaveLength(1);

  // Over midnight of the plant; the next forecast is in progress until released.
  withService.clock.set('2026-06-15T22:10:00Z');
  let releaseForecast = () => {};
  service.hold = new Promise((resolve) => {
    releaseForecast = resolve;
  });
  service.answer = { status: 200, body: forecastFrom('2026-06-16', { temperature_2m_max: Array(8).fill(30) }) };
  const cached = await ask().finally(() => releaseForecast());
  service.hold = undefined;
  expect(cached.list[0]!.datetime).toBe('2026-06-16');
  await expect.poll(async () => (await ask()).list[0]!.tempMax).toBe(30);
  expect(service.asked).toHaveLength(2);
});

test.each([
  ['refuses', { status: 503, body: '' }],
  ['returns something else', { status: 200, body: '<html>' }],
  ['has lists of another length', { status: 200, body: forecastFrom('2026-06-15', { weather_code: [1] }) }],
  ['returns invalid days', { status: 200, body: forecastFrom('2026-06-15', { time: Array(8).fill('2026-02-30') }) }],
  ['returns too much', { status: 200, body: `["${'x'.repeat(80_000)}"]` }],
  ['does not know the location', { status: 400, body: '{"error":true,"reason":"Invalid timezone"}' }],
])(
  'reports a service that %s, pauses requests for a minute, and shows cached data for half a day',
  async (_, given) => {
    const { sid, userId } = await plantUnderWeather(withService);
    const ask = async () => withService.ask('site/weather7Day', { sid }, { token: await withService.signedIn(userId) });
    service.answer = given;
    const failures = () => metricValue('heliograph_service_failures_total{service="weather"}');
    const failuresBefore = await failures();
    expect(await ask()).toMatchObject({ service: 'failed', askedAtIso: null, list: [] });
    await ask();
    expect(service.asked).toHaveLength(1);
    expect(await failures()).toBe(failuresBefore + 1);

    service.answer = { status: 200, body: forecastFrom('2026-06-15') };
    withService.clock.set('2026-06-15T10:01:00Z');
    const known = await ask();
    expect(known.service).toBe('asked');
    service.answer = given;
    withService.clock.set('2026-06-15T21:50:00Z');
    expect(await ask()).toEqual(known);
    await expect.poll(() => service.asked.length).toBe(3);
    withService.clock.set('2026-06-15T22:02:00Z');
    expect(await ask()).toMatchObject({ service: 'failed', list: [] });
  },
);

test('requests nothing without the setting', async () => {
  const { sid, token } = await plantUnderWeather(withoutService);
  expect(await withoutService.ask('site/weather7Day', { sid }, { token })).toMatchObject({ service: 'none', list: [] });
  expect(service.asked).toEqual([]);
});

test('hides the plant from a stranger, and requests nothing', async () => {
  const { sid } = await plantUnderWeather(withService);
  const stranger = await plantUnderWeather(withService);
  const refused = await withService.call('site/weather7Day', { sid }, { token: stranger.token });
  expect(refused).toMatchObject({ code: ERROR_CODES.siteNotFound, data: {} });
  expect(service.asked).toEqual([]);
});
