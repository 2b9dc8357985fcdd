// Which brand a request, a company and a mail have, and under which address.
import { expect, test } from 'vitest';
import { brandChange } from '../../test/brandFields.ts';
import { makeCompany, makeSite, makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { brandById, brandOfCompany, brandOfPlantMail, brandOfRequest, brandTitled, urlAt } from './brands.ts';
import { DEFAULT_BRANDS } from './defaultBrands.ts';

const { ask, context, signedIn, sql } = await testServer({ PUBLIC_URL: 'https://portal.example.com:8443' });
const { config } = context;
const admin = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
await ask('brand/update', await brandChange(ask, admin, 1, { hosts: ['north.example.com', 'www.north.example'] }), {
  token: admin,
});
const at = async (host: string, oem = '') => (await brandOfRequest(sql, config, { host, oem })).name;

test('a new portal has fourteen brands', async () => {
  const names = await sql<{ name: string }[]>`select name from brands order by id`;
  expect(names.map(({ name }) => name)).toEqual(DEFAULT_BRANDS.map(({ name }) => name));
  expect(new Set(names.map(({ name }) => name)).size).toBe(14);
});

test('the host name decides, then the program’s header, then the setting', async () => {
  expect(await at('north.example.com')).toBe('Northlight');
  expect(await at('www.north.example', 'lumivale')).toBe('Northlight');
  expect(await at('portal.example.com')).toBe('Heliograph');
  expect(await at('portal.example.com', 'lumivale')).toBe('Lumivale');
  expect(await at('portal.example.com', 'nobody')).toBe('Heliograph');
  expect(await at('203.0.113.7')).toBe('Heliograph');
  expect(await at('')).toBe('Heliograph');
  expect((await brandOfRequest(sql, { ...config, brand: 3 }, { host: 'elsewhere', oem: '' })).name).toBe('Emberfield');
});

test('the address of a brand is its first host name with the scheme and port of the portal', async () => {
  expect((await brandById(sql, config, 1)).publicUrl).toBe('https://north.example.com:8443');
  expect((await brandById(sql, config, 2)).publicUrl).toBe('https://portal.example.com:8443');
  expect(urlAt('a.example', { publicUrl: 'http://localhost:8080' })).toBe('http://a.example:8080');
  expect(urlAt('a.example', { publicUrl: 'https://b.example/portal' })).toBe('https://a.example/portal');
});

test('a title is a name or a code in any letters', async () => {
  expect((await brandTitled(sql, config, 'NORTHlight'))?.id).toBe(1);
  for (const title of ['', 'north', '1', '%', '<b>']) expect(await brandTitled(sql, config, title)).toBeUndefined();
});

test('a company has its brand, and one without a brand that of the setting', async () => {
  const companyId = await makeCompany(sql);
  expect((await brandOfCompany(sql, config, companyId)).id).toBe(0);
  expect((await brandOfCompany(sql, { ...config, brand: 5 }, companyId)).id).toBe(5);
  await sql`update companies set brand_id = 1 where id = ${companyId}`;
  expect((await brandOfCompany(sql, { ...config, brand: 5 }, companyId)).id).toBe(1);
});

test('a mail about a plant has the brand of its reader, and for an address without an account that of the plant', async () => {
  const [ofPlant, ofReader] = [await makeCompany(sql), await makeCompany(sql)];
  await sql`update companies set brand_id = case id when ${ofPlant} then 6 else 7 end where id in (${ofPlant}, ${ofReader})`;
  const sid = await makeSite(sql, { companyId: ofPlant });
  const reader = await makeUser(sql, { companyId: ofReader });
  const brandFor = async (to: string) => (await brandOfPlantMail(sql, config, { sid, to })).id;
  expect(await brandFor(reader.email)).toBe(7);
  expect(await brandFor('someone@elsewhere.example')).toBe(6);
});
