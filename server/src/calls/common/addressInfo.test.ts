// common/addressInfo: defaults implied by a location.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const token = await signedIn((await makeUser(sql)).id);

test('returns time zone, currency and unit of a country', async () => {
  expect(await ask('common/addressInfo', { country: 'de' }, { token })).toEqual({
    country: 'DE',
    countryName: 'Germany',
    timezone: 'Europe/Berlin',
    timezones: ['Europe/Berlin', 'Europe/Busingen'],
    currency: 'EUR',
    temperatureUnit: 'Celsius',
  });
});

test('selects the time zone by the point in a country with several zones', async () => {
  const losAngeles = { country: 'US', latitude: '34.05', longitude: -118.24 };
  const place = await ask('common/addressInfo', losAngeles, { token });
  expect(place).toMatchObject({ timezone: 'America/Los_Angeles', currency: 'USD', temperatureUnit: 'Fahrenheit' });
});

test('refuses an unknown country', async () => {
  expect((await call('common/addressInfo', { country: 'ZZ' }, { token })).code).toBe(1014);
});
