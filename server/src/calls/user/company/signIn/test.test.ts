// user/company/signIn/test: a provider's metadata; nothing local is reached by it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { startCompanySignInServer } from '../../../../../test/companySignInServer.ts';
import { makeCompany } from '../../../../../test/factories.ts';

const { call, company, context, provider, sql } = await startCompanySignInServer();
const { id, token } = await company();
const tried = (issuer: string, of = id) => call('user/company/signIn/test', { id: of, issuer }, { token });

/** The last request, and the response to it. */
let answer = { status: 200, type: 'application/json', body: '{}', location: '' };
const odd = createServer((_, response) =>
  response.writeHead(answer.status, { 'content-type': answer.type, location: answer.location }).end(answer.body),
).listen(0, '127.0.0.1');
await new Promise((opened) => odd.once('listening', opened));
afterAll(() => odd.close());
const localUrl = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
const says = (body: object) => ({ status: 200, type: 'application/json', body: JSON.stringify(body), location: '' });
const whole = {
  issuer: localUrl,
  authorization_endpoint: `${localUrl}/a`,
  token_endpoint: `${localUrl}/t`,
  jwks_uri: `${localUrl}/k`,
};

test('returns the host where users will sign in', async () => {
  const { code, data } = await tried(provider.issuer);
  expect({ code, data }).toEqual({ code: 200, data: { signInHost: new URL(provider.issuer).host, tellsEmail: true } });
  expect((await tried(provider.issuer, await makeCompany(sql))).code).toBe(1021);
});

test.each<[string, typeof answer]>([
  ['HTML', { status: 200, type: 'text/html', body: '<p>', location: '' }],
  ['an error', { status: 500, type: 'application/json', body: '{}', location: '' }],
  ['a redirect', { status: 302, type: '', body: '', location: 'https://login.example' }],
  ['too much', { status: 200, type: 'application/json', body: `"${'x'.repeat(300_000)}"`, location: '' }],
  ['another issuer', says({ ...whole, issuer: 'https://login.example' })],
  ['a page that is a script', says({ ...whole, authorization_endpoint: 'javascript:alert(1)' })],
  ['a file URL for keys', says({ ...whole, jwks_uri: 'file:///etc/passwd' })],
  ['a missing token endpoint', says({ ...whole, token_endpoint: undefined })],
])('refuses %s as a provider', async (_, given) => {
  answer = given;
  expect((await tried(localUrl)).code).toBe(1543);
});

test.each([
  'https://127.0.0.1',
  'https://localhost',
  'https://10.0.0.1',
  'https://[::1]',
  'https://[::ffff:10.0.0.1]',
  'https://169.254.169.254/latest',
  'http://login.example',
])('sends no request to %s', async (issuer) => expect((await tried(issuer)).code).toBe(1543));

test('sends no requests to this machine unless the operator names it, and limits to sixty attempts an hour', async () => {
  const { privateTargets } = context.config;
  context.config.privateTargets = [];
  expect((await tried(provider.issuer)).code).toBe(1543);
  context.config.privateTargets = privateTargets;
  await sql`update tries set points = 60 where name = 'companySignIns'`;
  expect((await tried(provider.issuer)).code).toBe(1000);
});
