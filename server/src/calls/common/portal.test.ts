// common/portal: what a browser needs before sign-in, also during maintenance.
import { expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';

test('returns brand and version, and no demo outside of one', async () => {
  const { ask, sql } = await testServer({ BRAND: '5' });
  const demo = { done: 1, total: 2, accounts: [{ email: 'a@example.com', password: 'open', role: 'owner' }] };
  await sql`insert into settings (name, value) values ('demo', ${sql.json(demo)})`;
  expect(await ask('common/portal')).toEqual({
    apiBase: '',
    mapTiles: null,
    asksGeocoder: false,
    asksWeather: false,
    asksStolenPasswords: false,
    sendsMail: false,
    openRegistration: false,
    brandId: 5,
    brand: expect.objectContaining({ id: 5, name: 'Rosamere', accent: { light: '#9D1F5B', dark: '#F08AB8' } }),
    maintenance: false,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    demo: null,
  });
});

test('returns the source of maps, and whether a geocoding service is used, but not which', async () => {
  const { ask } = await testServer({
    MAP_TILES_URL: 'https://tiles.example.com/{z}/{x}/{y}.png',
    SMTP_URL: 'smtp://mail.example.com:587',
    MAIL_FROM: 'reports@example.com',
    STOLEN_PASSWORDS: 'https://10.0.0.7/range',
    WEATHER_URL: 'https://weather.example.com/v1/forecast',
    MAP_ATTRIBUTION: '© Those who drew it',
    GEOCODER_URL: 'http://10.0.0.7/search',
  });
  const portal = await ask('common/portal');
  expect(portal).toMatchObject({
    mapTiles: { url: 'https://tiles.example.com/{z}/{x}/{y}.png', attribution: '© Those who drew it' },
    asksGeocoder: true,
    asksWeather: true,
    asksStolenPasswords: true,
    sendsMail: true,
    openRegistration: true,
  });
  expect(JSON.stringify(portal)).not.toContain('10.0.0.7');
});

test('returns progress and accounts of a demo', async () => {
  const { ask, sql } = await testServer({ DEMO: 'on' });
  expect((await ask('common/portal')).demo).toBeNull();
  const demo = { done: 1, total: 2, accounts: [{ email: 'a@example.com', password: 'open', role: 'owner' }] };
  await sql`insert into settings (name, value) values ('demo', ${sql.json(demo)})`;
  expect((await ask('common/portal')).demo).toEqual({ ...demo, mailPath: null });
});

test('reports maintenance, while every other call is refused', async () => {
  const { ask, call } = await testServer({ MAINTENANCE: 'on' });
  expect((await ask('common/portal')).maintenance).toBe(true);
  expect(await call('common/lan')).toMatchObject({ status: 503, code: 503 });
  expect(await call('sign-in', { account: 'a', password: 'b' })).toMatchObject({ status: 503, code: 503 });
});
