// account/update: omitted fields stay unchanged; a change sent twice with one key runs once.
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { readerAt } from '../../accounts/accountMails.ts';

const { ask, call, context, sql, signedIn } = await testServer();
const { id, email } = await makeUser(sql, { name: 'Ines' });
const token = await signedIn(id);
const profile = () => ask('account/info', {}, { token });

test('changes the given fields and nothing else', async () => {
  await ask('account/update', { countryCode: 'de', StateCode: 'DE-BW', city: ' Konstanz ' }, { token });
  expect(await profile()).toMatchObject({
    contactPerson: 'Ines',
    countryCode: 'DE',
    StateCode: 'DE-BW',
    city: 'Konstanz',
  });
  await ask('account/update', { contactPerson: 'Ines B.' }, { token });
  expect(await profile()).toMatchObject({ contactPerson: 'Ines B.', StateCode: 'DE-BW', city: 'Konstanz' });
});

test('clears the state when the country changes', async () => {
  await ask('account/update', { countryCode: 'DE', StateCode: 'DE-BW' }, { token });
  await ask('account/update', { countryCode: 'AT' }, { token });
  expect(await profile()).toMatchObject({ countryCode: 'AT', StateCode: '' });
  await ask('account/update', { countryCode: '' }, { token });
  expect(await profile()).toMatchObject({ countryCode: '', countryName: '' });
});

test('shows temperatures in the user’s unit, whatever unit the plant has', async () => {
  const sid = await makeSite(sql, { ownerId: id });
  const unit = async () => {
    const [detail, weather] = await Promise.all([
      ask('site/detail', { sid }, { token }),
      ask('site/weather7Day', { sid }, { token }),
    ]);
    return [detail.temperatureUnit, detail.shownTemperatureUnit, weather.temperatureUnit];
  };
  expect((await profile()).temperatureUnit).toBe('');
  expect(await unit()).toEqual(['Celsius', 'Celsius', 'Celsius']);
  await ask('account/update', { temperatureUnit: 'Fahrenheit' }, { token });
  expect((await profile()).temperatureUnit).toBe('Fahrenheit');
  expect(await unit()).toEqual(['Celsius', 'Fahrenheit', 'Fahrenheit']);
  expect(await call('account/update', { temperatureUnit: 'Kelvin' as 'Celsius' }, { token })).toMatchObject({
    code: 400,
  });
  await ask('account/update', { temperatureUnit: '' }, { token });
  expect(await unit()).toEqual(['Celsius', 'Celsius', 'Celsius']);
});

test('changes the language of mails, whatever language the request is in', async () => {
  expect((await profile()).language).toBe('en');
  await ask('account/update', { language: 'de' }, { token, headers: { lan: '1' } });
  expect((await profile()).language).toBe('de');
  expect(await readerAt(sql, context.config, email, { language: 'en' })).toMatchObject({ language: 'de' });
  await ask('account/update', { city: 'Ulm' }, { token, headers: { lan: '1' } });
  expect((await profile()).language).toBe('de');
  expect(await call('account/update', { language: 'xx' as 'de' }, { token })).toMatchObject({ code: 400 });
});

test('refuses an unknown country, and a state of another country', async () => {
  expect(await call('account/update', { countryCode: 'ZZ' }, { token })).toMatchObject({ status: 200, code: 1014 });
  const wrong = await call('account/update', { countryCode: 'AT', StateCode: 'DE-BW' }, { token });
  expect(wrong).toMatchObject({ code: 400, msg: expect.stringContaining('StateCode') });
});

/** Number of actual runs: each change writes one audit line in its own transaction. */
const runs = async () => (await sql`select from audit_log where action = 'account/update'`).length;

test('runs once and responds twice when sent twice with one key', async () => {
  const options = { token, headers: { 'idempotency-key': 'one' } };
  const before = await runs();
  const first = await call('account/update', { city: 'Basel' }, options);
  expect(await call('account/update', { city: 'Basel' }, options)).toEqual(first);
  expect(first.code).toBe(200);
  expect(await runs()).toBe(before + 1);
  expect(await profile()).toMatchObject({ city: 'Basel' });
});

test('runs once when sent several times at once with one key', async () => {
  // The maximum number of concurrent requests of one user.
  const options = { token, headers: { 'idempotency-key': 'many' } };
  const before = await runs();
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => call('account/update', { city: 'Chur' }, options)),
  );
  expect(responses.map(({ code }) => code)).toEqual(Array(4).fill(200));
  expect(await runs()).toBe(before + 1);
});

test('refuses the same key for another body or another call', async () => {
  const options = { token, headers: { 'idempotency-key': 'two' } };
  await ask('account/update', { city: 'Genf' }, options);
  expect((await call('account/update', { city: 'Bern' }, options)).code).toBe(1018);
  expect((await call('account/endSession', {}, options)).code).toBe(1018);
  expect(await profile()).toMatchObject({ city: 'Genf' });
});

test('scopes a key to its user, and allows a refused change to be retried with the same key', async () => {
  const other = await makeUser(sql);
  const headers = { 'idempotency-key': 'three' };
  await ask('account/update', { city: 'Thun' }, { token, headers });
  await ask('account/update', { city: 'Olten' }, { token: await signedIn(other.id), headers });
  const retried = { token, headers: { 'idempotency-key': 'four' } };
  expect((await call('account/update', { countryCode: 'ZZ' }, retried)).code).toBe(1014);
  expect((await call('account/update', { countryCode: 'CH' }, retried)).code).toBe(200);
});
