// site/weather7Day: what the operator's service says, in the plant's own units and days; kept for all who ask; and that it says so when there is none.
import { createServer } from 'node:http';
import { REFUSALS } from '@heliograph/contract/errors.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

/** Each answer of Open-Meteo's forecast API for eight days from `first` on. */
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

const asked: URL[] = [];
let answer = { status: 200, body: forecastFrom('2026-06-15') };
let hold: Promise<void> | undefined;
/** Stands for the operator's service, in the shape that Open-Meteo documents. */
const service = createServer(async (request, response) => {
  asked.push(new URL(request.url!, 'http://service'));
  const { status, body } = answer;
  await hold;
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
});
await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
afterAll(() => service.close());
const { port } = service.address() as { port: number };

const alone = await testServer();
const served = await testServer({ WEATHER_URL: `http://127.0.0.1:${port}/v1/forecast?apikey=paid` });
beforeEach(() => {
  asked.length = 0;
  answer = { status: 200, body: forecastFrom('2026-06-15') };
  served.clock.set('2026-06-15T10:00:00Z');
});

let lastLatitude = 20;
/** Each test asks about a place of its own: what is known of another would be kept. */
async function plant({ sql, signedIn }: typeof served, unit: 'Celsius' | 'Fahrenheit' = 'Celsius') {
  const user = await makeUser(sql, { role: 'installer' });
  lastLatitude += 1;
  const place = { latitude: lastLatitude + 0.123456, longitude: 9.17582 };
  const sid = await makeSite(sql, { companyId: user.companyId, timezone: 'Europe/Berlin', ...place });
  await sql`update sites set temperature_unit = ${unit} where sid = ${sid}`;
  return { sid, userId: user.id, token: await signedIn(user.id), ...place };
}

test('seven days from today, in words of the asked language; the service learns the place to a tenth of a degree and no more', async () => {
  const { sid, token, latitude } = await plant(served);
  const weather = await served.ask('site/weather7Day', { sid }, { token, headers: { lan: '3' } });
  expect(weather).toMatchObject({ sid, days: 7, temperatureUnit: 'Celsius', service: 'asked' });
  expect(weather.askedAtIso).toBe('2026-06-15T12:00:00+02:00');
  expect(weather.list).toHaveLength(7);
  expect(weather.list.slice(0, 3)).toEqual([
    {
      ...{ datetime: '2026-06-15', temp: 18.4, tempMax: 24, tempMin: 12.5, icon: 'clear-day' },
      ...{ week: 'Mo', conditions: 'Klar', rain: 0, sun: 7.5 },
    },
    {
      ...{ datetime: '2026-06-16', temp: -3.3, tempMax: -1, tempMin: -8.3, icon: 'partly-cloudy-day' },
      ...{ week: 'Di', conditions: 'Teils bewölkt', rain: 4.2, sun: 1 },
    },
    {
      ...{ datetime: '2026-06-17', temp: null, tempMax: null, tempMin: null, icon: 'rain' },
      ...{ week: 'Mi', conditions: 'Regen', rain: null, sun: null },
    },
  ]);
  // A code that no forecast should say, and none at all.
  expect(weather.list.slice(4, 6).map(({ icon, conditions }) => [icon, conditions])).toEqual([
    ['', ''],
    ['', ''],
  ]);
  expect(Object.fromEntries(asked[0]!.searchParams)).toEqual({
    apikey: 'paid',
    latitude: latitude.toFixed(1),
    longitude: '9.2',
    timezone: 'Europe/Berlin',
    forecast_days: '8',
    daily:
      'weather_code,temperature_2m_mean,temperature_2m_max,temperature_2m_min,precipitation_sum,shortwave_radiation_sum',
  });
});

test('in degrees Fahrenheit where the plant’s readers have those', async () => {
  const { sid, token } = await plant(served, 'Fahrenheit');
  const { temperatureUnit, list } = await served.ask('site/weather7Day', { sid }, { token });
  expect(temperatureUnit).toBe('Fahrenheit');
  expect(list[0]).toMatchObject({ temp: 65.1, tempMax: 75.3, tempMin: 54.5 });
});

test('who asks at once and soon after asks the service once; later it is asked behind what is known, and days that are over go', async () => {
  served.clock.set('2026-06-15T12:00:00Z');
  const { sid, token } = await plant(served);
  const ask = () => served.ask('site/weather7Day', { sid }, { token });
  const both = await Promise.all([ask(), ask()]);
  expect(both[0]).toEqual(both[1]);
  served.clock.set('2026-06-15T12:29:00Z');
  expect(await ask()).toEqual(both[0]);
  expect(asked).toHaveLength(1);

  // Over midnight of the plant; the next forecast is under way until it is let go.
  served.clock.set('2026-06-15T22:10:00Z');
  let letGo = () => {};
  hold = new Promise((resolve) => {
    letGo = resolve;
  });
  answer = { status: 200, body: forecastFrom('2026-06-16', { temperature_2m_max: Array(8).fill(30) }) };
  const kept = await ask().finally(() => letGo());
  hold = undefined;
  expect(kept.list[0]!.datetime).toBe('2026-06-16');
  await expect.poll(async () => (await ask()).list[0]!.tempMax).toBe(30);
  expect(asked).toHaveLength(2);
});

test.each([
  ['refuses', { status: 503, body: '' }],
  ['answers something else', { status: 200, body: '<html>' }],
  ['has lists of another length', { status: 200, body: forecastFrom('2026-06-15', { weather_code: [1] }) }],
  [
    'tells days that are none',
    { status: 200, body: forecastFrom('2026-06-15', { time: Array(8).fill('2026-02-30') }) },
  ],
  ['answers without end', { status: 200, body: `["${'x'.repeat(80_000)}"]` }],
  ['says that it does not know the place', { status: 400, body: '{"error":true,"reason":"Invalid timezone"}' }],
])(
  'a service that %s is told; it is left alone for a minute, and what was known is shown for half a day',
  async (_, given) => {
    const { sid, userId } = await plant(served);
    const ask = async () => served.ask('site/weather7Day', { sid }, { token: await served.signedIn(userId) });
    answer = given;
    expect(await ask()).toMatchObject({ service: 'failed', askedAtIso: null, list: [] });
    await ask();
    expect(asked).toHaveLength(1);

    answer = { status: 200, body: forecastFrom('2026-06-15') };
    served.clock.set('2026-06-15T10:01:00Z');
    const known = await ask();
    expect(known.service).toBe('asked');
    answer = given;
    served.clock.set('2026-06-15T21:50:00Z');
    expect(await ask()).toEqual(known);
    await expect.poll(() => asked.length).toBe(3);
    served.clock.set('2026-06-15T22:02:00Z');
    expect(await ask()).toMatchObject({ service: 'failed', list: [] });
  },
);

test('without the setting nobody is asked', async () => {
  const { sid, token } = await plant(alone);
  expect(await alone.ask('site/weather7Day', { sid }, { token })).toMatchObject({ service: 'none', list: [] });
  expect(asked).toEqual([]);
});

test('a stranger is told that there is no such plant, and nobody is asked about it', async () => {
  const { sid } = await plant(served);
  const stranger = await plant(served);
  const refused = await served.call('site/weather7Day', { sid }, { token: stranger.token });
  expect(refused).toMatchObject({ code: REFUSALS.noSuchSite, data: {} });
  expect(asked).toEqual([]);
});
