// Portals on other hosts: those in the setting may call, others may not, and the page may reach the host of its API.
import { expect, test } from 'vitest';
import { testServer } from '../../test/testServer.ts';
import { pageHeaders } from './securityHeaders.ts';

const { app, ask, sql } = await testServer({
  PORTAL_ORIGINS: 'https://solar.example.com/, https://other.example.com',
  API_BASE: 'https://api.example.com/',
});
const preflight = (origin: string) =>
  app.inject({
    method: 'OPTIONS',
    url: '/v2/sign-in',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,lan' },
  });

test('a portal in the setting may call from a browser, with the headers of the spec and without cookies', async () => {
  const answer = await preflight('https://solar.example.com');
  expect(answer.statusCode).toBe(204);
  expect(answer.headers['access-control-allow-origin']).toBe('https://solar.example.com');
  expect(answer.headers['access-control-allow-headers']).toBe(
    'content-type, authorization, lan, client, oem, sign, app, idempotency-key, unknown-as',
  );
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  const call = await app.inject({
    method: 'POST',
    url: '/v2/common/lan',
    headers: { origin: 'https://other.example.com' },
    payload: {},
  });
  expect(call.headers).toMatchObject({ 'access-control-allow-origin': 'https://other.example.com', vary: 'origin' });
});

test('a page of another host may not call', async () => {
  for (const origin of ['https://evil.example.com', 'https://solar.example.com.evil.example', 'null']) {
    expect((await preflight(origin)).headers['access-control-allow-origin']).toBeUndefined();
  }
});

test('the page gets the host of its API, and its content policy allows that host alone', async () => {
  expect(await ask('common/portal')).toMatchObject({ apiBase: 'https://api.example.com' });
  const headers: Record<string, string> = {};
  const reply = { header: () => reply, headers: (all: Record<string, string>) => Object.assign(headers, all) && reply };
  const config = { publicUrl: 'https://solar.example.com', apiBase: '', mapTiles: undefined };
  pageHeaders(reply as never, { ...config, apiBase: 'https://api.example.com' }, 'n');
  expect(headers['content-security-policy']).toContain("connect-src 'self' https://api.example.com;");
  pageHeaders(reply as never, config, 'n');
  expect(headers['content-security-policy']).toContain("connect-src 'self';");
  expect(headers['content-security-policy']).toContain("img-src 'self' data: blob:;");
  // Map tiles come from the operator's host; nothing else may request it.
  const mapTiles = { url: 'https://tiles.example.com/day/{z}/{x}/{y}.png', attribution: '' };
  pageHeaders(reply as never, { ...config, mapTiles }, 'n');
  expect(headers['content-security-policy']).toContain("img-src 'self' data: blob: https://tiles.example.com;");
  expect(headers['content-security-policy']).toContain("connect-src 'self';");
});

test('a page of a brand’s own host name may call under another host name of the portal', async () => {
  await sql`insert into brand_hosts (host, brand_id, sort) values ('north.example', 1, 0)`;
  const origin = 'http://north.example:8080';
  expect((await preflight(origin)).headers['access-control-allow-origin']).toBe(origin);
  for (const other of [
    'http://north.example',
    'https://north.example:8080',
    'http://a.north.example:8080',
    'http://north.example:8080.evil.example',
  ])
    expect((await preflight(other)).headers['access-control-allow-origin'], other).toBeUndefined();
});
