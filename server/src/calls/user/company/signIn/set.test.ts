// user/company/signIn/set: valid settings and permissions; the secret is sent only to the provider it was entered for.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { startCompanySignInServer } from '../../../../../test/companySignInServer.ts';
import { makeCompany, makeUser } from '../../../../../test/factories.ts';

const { ask, begin, call, company, context, provider, roles, settingOf, signedIn, signIn, sql } =
  await startCompanySignInServer();
const { id, domain, token, set } = await company();
const tried = (more: object, as = token) =>
  call('user/company/signIn/set', { id, ...settingOf([domain]), ...more }, { token: as });

test.each([
  'http://login.example',
  'https://login.example/?tenant=1',
  'https://user:password@login.example',
  'ftp://login.example',
  'javascript:alert(1)',
  'http://127.0.0.1.evil.example',
  'http://localhost:8080',
])('refuses %s as an issuer', async (issuer) => expect((await tried({ issuer })).code).toBe(400));

test.each([
  'example',
  'a b.example',
  'x@firm.example',
  '-firm.example',
  'firm.example.',
  '127.0.0.1',
  '<b>.example',
  '*.example',
])('refuses %s as a domain', async (odd) => expect((await tried({ domains: [odd] })).code).toBe(400));

test('refuses a role that is not assignable, and a company of another branch', async () => {
  const [manager] = await sql<{ id: number }[]>`select id from roles where code = 'administrator'`;
  expect((await tried({ groupId: manager!.id })).code).toBe(1456);
  const foreign = await makeCompany(sql);
  expect((await tried({ id: foreign })).code).toBe(1021);
  expect(await tried({ id: 999_999 })).toEqual(await tried({ id: foreign }));
  const owner = await signedIn((await makeUser(sql, { role: 'owner' })).id);
  expect((await tried({}, owner)).code).toBe(403);
  expect((await tried({ domains: Array.from({ length: 21 }, (_, n) => `d${n}.example`) })).code).toBe(400);
});

test('keeps the secret with the issuer; a new issuer needs a new secret and ends links and domain verification', async () => {
  provider.people.set('berta', { email: `berta@${domain}`, email_verified: true });
  expect((await signIn(`berta@${domain}`, 'berta')).code).toBe(200);
  await set({ clientSecret: undefined as never });
  expect((await signIn(`berta@${domain}`, 'berta')).code).toBe(200);
  expect((await tried({ issuer: 'https://elsewhere.example', clientSecret: undefined })).code).toBe(400);
  expect((await ask('user/company/signIn', { id }, { token })).setting).toMatchObject({
    people: 1,
    groupId: roles.installer,
  });
  const [proved] = (await ask('user/company/signIn', { id }, { token })).domains;
  await set({ issuer: 'https://elsewhere.example' });
  const { setting, domains } = await ask('user/company/signIn', { id }, { token });
  expect(setting).toMatchObject({ issuer: 'https://elsewhere.example', people: 0 });
  // The user who sets a provider may not hold the domain, and its users may have more permissions: the previous record is no longer valid.
  expect(domains).toMatchObject([{ domain, provedIso: null }]);
  expect(domains[0]!.record).not.toBe(proved!.record);
  expect((await call('user/company/signIn/prove', { id, domain }, { token })).code).toBe(ERROR_CODES.domainNotProved);
  await set({});
  expect((await begin(`berta@${domain}`)).code).toBe(ERROR_CODES.noCompanySignIn);
  await set({ domains: [] });
  expect((await ask('user/company/signIn', { id }, { token })).domains).toEqual([]);
});

test('refuses local addresses in production, and stores nothing without a key', async () => {
  context.config.production = true;
  expect((await tried({})).code).toBe(400);
  context.config.production = false;
  context.config.secondFactorKey = undefined;
  expect((await tried({})).code).toBe(1495);
});
