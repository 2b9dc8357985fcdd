// user/company/signIn/set: what may be set, by whom; the secret goes to the provider that it was entered for.
import { REFUSALS } from '@heliograph/contract/errors.ts';
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
])('%s is no issuer', async (issuer) => expect((await tried({ issuer })).code).toBe(400));

test.each([
  'example',
  'a b.example',
  'x@firm.example',
  '-firm.example',
  'firm.example.',
  '127.0.0.1',
  '<b>.example',
  '*.example',
])('%s is no domain', async (odd) => expect((await tried({ domains: [odd] })).code).toBe(400));

test('nobody gives a role that is not to give, nor sets what is of another branch', async () => {
  const [manager] = await sql<{ id: number }[]>`select id from roles where code = 'administrator'`;
  expect((await tried({ groupId: manager!.id })).code).toBe(1456);
  const foreign = await makeCompany(sql);
  expect((await tried({ id: foreign })).code).toBe(1021);
  expect(await tried({ id: 999_999 })).toEqual(await tried({ id: foreign }));
  const owner = await signedIn((await makeUser(sql, { role: 'owner' })).id);
  expect((await tried({}, owner)).code).toBe(403);
  expect((await tried({ domains: Array.from({ length: 21 }, (_, n) => `d${n}.example`) })).code).toBe(400);
});

test('the secret stays while the issuer does; another issuer asks for another one, and ends the links and the proofs of domains', async () => {
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
  // Who sets a provider need not be who holds the domain, and its people may do more: the record of before counts no longer.
  expect(domains).toMatchObject([{ domain, provedIso: null }]);
  expect(domains[0]!.record).not.toBe(proved!.record);
  expect((await call('user/company/signIn/prove', { id, domain }, { token })).code).toBe(REFUSALS.domainNotProved);
  await set({});
  expect((await begin(`berta@${domain}`)).code).toBe(REFUSALS.noCompanySignIn);
  await set({ domains: [] });
  expect((await ask('user/company/signIn', { id }, { token })).domains).toEqual([]);
});

test('in production no address of this machine is taken, and without a key nothing is kept', async () => {
  context.config.production = true;
  expect((await tried({})).code).toBe(400);
  context.config.production = false;
  context.config.secondFactorKey = undefined;
  expect((await tried({})).code).toBe(1495);
});
