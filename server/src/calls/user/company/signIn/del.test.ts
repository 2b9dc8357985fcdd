// user/company/signIn/del: deletes settings with domains and links; users keep their accounts.
import { expect, test } from 'vitest';
import { startCompanySignInServer } from '../../../../../test/companySignInServer.ts';

const { ask, call, company, provider, signIn, sql } = await startCompanySignInServer();

test('keeps users’ accounts, and ends their sign-in through the provider', async () => {
  const { id, domain, token } = await company();
  provider.people.set('anna', { email: `anna@${domain}`, email_verified: true });
  const { data } = await signIn(`anna@${domain}`, 'anna');
  expect((await call('user/company/signIn/del', { id: 999_999 }, { token })).code).toBe(1021);
  await ask('user/company/signIn/del', { id }, { token });
  expect((await call('user/company/signIn/del', { id }, { token })).code).toBe(1537);
  expect(await ask('user/company/signIn', { id }, { token })).toMatchObject({ setting: null, domains: [] });
  expect(await sql`select from company_identities where company_id = ${id}`).toHaveLength(0);
  expect((await call('account/info', {}, { token: data.tokenInfo.token })).code).toBe(200);
  expect((await signIn(`anna@${domain}`, 'anna').catch(() => ({ code: 0 }))).code).not.toBe(200);
});
