// common/places: results from data on the server and from the operator's geocoding service, and the status when there is none.
import { createServer, type IncomingMessage } from 'node:http';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { afterAll, expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { metricValue } from '../../../test/metricValue.ts';
import { testServer } from '../../../test/testServer.ts';

const requests: IncomingMessage[] = [];
let answer: { status: number; body: string; location?: string } = { status: 200, body: '[]' };
/** Stands in for the operator's service, with Nominatim's search API. */
const service = createServer((request, response) => {
  requests.push(request);
  const { status, body, location } = answer;
  response.writeHead(status, { 'content-type': 'application/json', ...(location ? { location } : {}) }).end(body);
});
await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
afterAll(() => service.close());
const { port } = service.address() as { port: number };

const withoutService = await testServer();
const withService = await testServer({ GEOCODER_URL: `http://127.0.0.1:${port}/search` });

async function installerOf({ sql, signedIn }: typeof withoutService) {
  const user = await makeUser(sql, { role: 'installer' });
  return { user, token: await signedIn(user.id) };
}

test('finds places of the user’s own plants and main cities of time zones without a geocoding service', async () => {
  const { user, token } = await installerOf(withoutService);
  const place = { countryCode: 'DE', stateCode: 'DE-BW', city: 'Meersburg', zipCode: '88709' };
  const plantIn = async (street: string, latitude: number, longitude: number, companyId?: number) => {
    const sid = await makeSite(withoutService.sql, {
      ...(companyId ? { companyId } : {}),
      city: place.city,
      latitude,
      longitude,
    });
    await withoutService.sql`
      update sites set street = ${street}, zip_code = ${place.zipCode}, state_code = ${place.stateCode} where sid = ${sid}`;
  };
  await plantIn('Seeweg 4', 47.69, 9.27, user.companyId);
  await plantIn('Seeweg 9', 47.7, 9.28, user.companyId);
  await plantIn('Seeweg 12 of a stranger', 47.71, 9.29);

  const streets = await withoutService.ask('common/places', { text: 'seeweg, meersb' }, { token });
  expect(streets.service).toBe('none');
  expect(streets.list.map(({ label }) => label)).toEqual([
    'Seeweg 4, 88709 Meersburg, Germany',
    'Seeweg 9, 88709 Meersburg, Germany',
  ]);
  expect(streets.list[0]).toEqual({
    ...place,
    street: 'Seeweg 4',
    latitude: 47.69,
    longitude: 9.27,
    label: 'Seeweg 4, 88709 Meersburg, Germany',
    source: 'plants',
  });
  const town = await withoutService.ask('common/places', { text: '88709' }, { token });
  expect(town.list).toMatchObject([{ label: '88709 Meersburg, Germany', street: '' }]);
  expect((await withoutService.ask('common/places', { text: 'Seeweg', country: 'at' }, { token })).list).toEqual([]);

  const city = await withoutService.ask('common/places', { text: 'los ang' }, { token, headers: { lan: '3' } });
  expect(city.list).toMatchObject([{ city: 'Los Angeles', countryCode: 'US', source: 'cities' }]);
  expect((await withoutService.ask('common/places', { text: '100%' }, { token })).list).toEqual([]);
});

test('sends the typed text to the geocoding service, and lists its results first', async () => {
  const { token } = await installerOf(withService);
  const good = {
    lat: '47.6603001',
    lon: '9.1758',
    display_name: 'Seestraße 1, 78464 Konstanz, Deutschland',
    address: {
      road: 'Seestraße',
      house_number: '1',
      town: 'Konstanz',
      postcode: '78464',
      country_code: 'de',
      'ISO3166-2-lvl4': 'DE-BW',
    },
  };
  const nowhere = { lat: '0', lon: '0', display_name: 'Null Island', address: {} };
  answer = { status: 200, body: JSON.stringify([good, nowhere, { lat: 'x' }, 7]) };
  const response = await withService.ask('common/places', { text: 'Seestraße 1', country: 'DE' }, { token });
  expect(response).toEqual({
    service: 'asked',
    list: [
      {
        label: 'Seestraße 1, 78464 Konstanz, Deutschland',
        countryCode: 'DE',
        stateCode: 'DE-BW',
        city: 'Konstanz',
        zipCode: '78464',
        street: 'Seestraße 1',
        latitude: 47.6603,
        longitude: 9.1758,
        source: 'service',
      },
    ],
  });
  const url = new URL(requests.at(-1)!.url!, 'http://x');
  expect([...url.searchParams.entries()]).toEqual([
    ['q', 'Seestraße 1'],
    ['format', 'jsonv2'],
    ['addressdetails', '1'],
    ['limit', '6'],
    ['countrycodes', 'de'],
  ]);
  // The user is not revealed to the service.
  expect(requests.at(-1)!.headers).not.toHaveProperty('authorization');
});

test.each([
  ['refuses', { status: 503, body: '' }],
  ['returns something else', { status: 200, body: '<html>' }],
  ['redirects elsewhere', { status: 302, body: '', location: '/elsewhere' }],
  ['returns too much', { status: 200, body: `["${'x'.repeat(300_000)}"]` }],
])('reports a geocoding service that %s, and still returns known places', async (_, given) => {
  const { token } = await installerOf(withService);
  answer = given;
  const failures = () => metricValue('heliograph_service_failures_total{service="geocoder"}');
  const failuresBefore = await failures();
  const response = await withService.ask('common/places', { text: 'New York' }, { token });
  expect(response.service).toBe('failed');
  expect(await failures()).toBe(failuresBefore + 1);
  expect(requests.some(({ url }) => url === '/elsewhere')).toBe(false);
  expect(response.list).toMatchObject([{ city: 'New York' }]);
});

test('limits the rate of address searches', async () => {
  const { token } = await installerOf(withoutService);
  const look = () => withoutService.call('common/places', { text: 'Graz' }, { token });
  const codes = (await Promise.all(Array.from({ length: 201 }, look))).map(({ code }) => code);
  expect(codes.filter((code) => code === ERROR_CODES.tooManyRequests)).toHaveLength(1);
  expect(codes.filter((code) => code === 200)).toHaveLength(200);
});
