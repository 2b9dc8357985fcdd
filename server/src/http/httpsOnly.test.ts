// Behind a proxy in production: plain HTTP is redirected for pages and refused for calls; devices and the proxy's health checks pass.
import { expect, test } from 'vitest';
import { makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';

const { app, context, sql, signedIn } = await testServer({ PUBLIC_URL: 'https://solar.example.com' });
context.config.production = true;
const authorization = await signedIn((await makeUser(sql)).id);

async function ask(proto: string | undefined, url: string, method: 'GET' | 'POST' = 'POST') {
  const headers = { authorization, ...(proto === undefined ? {} : { 'x-forwarded-proto': proto }) };
  const { statusCode, headers: responseHeaders, body } = await app.inject({ method, url, headers });
  return { statusCode, location: responseHeaders.location, body };
}

test('a call by plain HTTP is refused, whatever protocol its sender claims', async () => {
  for (const proto of ['http', 'HTTP', 'https, http'])
    for (const url of ['/v2/account/info', '/v2/sign-in', '/v1/sign-in', '/mcp']) {
      const { statusCode, body } = await ask(proto, url);
      expect([proto, url, statusCode]).toEqual([proto, url, 403]);
      expect(JSON.parse(body)).toMatchObject({ code: 1598, data: {} });
    }
  for (const proto of ['https', 'http, https', undefined])
    expect((await ask(proto, '/v2/account/info')).statusCode).toBe(200);
});

test('a page is redirected to https on the portal’s own host', async () => {
  expect(await ask('http', '/pvPlant?q=a', 'GET')).toMatchObject({
    statusCode: 308,
    location: 'https://solar.example.com/pvPlant?q=a',
  });
  await sql`insert into brand_hosts (host, brand_id, sort) values ('north.example.com', 1, 0)`;
  const at = async (host: string) =>
    (await app.inject({ url: '/pvPlant', headers: { host, 'x-forwarded-proto': 'http' } })).headers.location;
  expect(await at('north.example.com')).toBe('https://north.example.com/pvPlant');
  expect(await at('evil.example')).toBe('https://solar.example.com/pvPlant');
  const { location } = await ask('http', '//evil.example/x', 'GET');
  expect(new URL(location!).host).toBe('solar.example.com');
});

test('devices, and portals in development or without https, are not affected', async () => {
  expect((await ask('http', '/i.php')).statusCode).not.toBe(403);
  context.config.production = false;
  expect((await ask('http', '/v2/account/info')).statusCode).toBe(200);
  context.config.production = true;
  context.config.publicUrl = 'http://solar.example.com';
  expect((await ask('http', '/v2/account/info')).statusCode).toBe(200);
});
