// common/country: names and sort order in the requested language.
import { expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';

const { ask } = await testServer();

test('returns countries with their defaults in the requested language', async () => {
  const { list } = await ask('common/country', {}, { headers: { lan: '3' } });
  expect(list.find(({ code }) => code === 'AT')).toEqual({
    code: 'AT',
    name: 'Österreich',
    timezones: ['Europe/Vienna'],
    currency: 'EUR',
    temperatureUnit: 'Celsius',
  });
  const names = list.map(({ name }) => name);
  expect(names).toEqual(names.toSorted(new Intl.Collator('de').compare));
  const english = await ask('common/country');
  expect(english.list.find(({ code }) => code === 'AT')?.name).toBe('Austria');
});
