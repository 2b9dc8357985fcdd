// user/company/signIn: settings for users who may change them, without the secret, and nothing of other branches.
import { expect, test } from 'vitest';
import { startCompanySignInServer } from '../../../../test/companySignInServer.ts';
import { makeCompany, makeUser } from '../../../../test/factories.ts';
import { CLIENT } from '../../../../test/openIdProvider.ts';

const { ask, call, company, context, provider, roles, signedIn, signIn, sql } = await startCompanySignInServer();

test('returns the settings, domains with their records, and assignable roles', async () => {
  const { id, domain, token } = await company();
  provider.people.set('anna', { email: `anna@${domain}`, email_verified: true });
  await signIn(`anna@${domain}`, 'anna');
  const settings = await ask('user/company/signIn', { id }, { token });
  expect(settings).toMatchObject({
    canBeSet: true,
    callbackUrl: 'https://solar.example.com/openid/callback',
    setting: { issuer: provider.issuer, clientId: CLIENT.clientId, groupId: roles.installer, people: 1 },
    domains: [
      { domain, record: expect.stringMatching(/^heliograph-verification=[\w-]{22}$/), provedIso: expect.any(String) },
    ],
  });
  expect(JSON.stringify(settings)).not.toContain(CLIENT.clientSecret);
  expect(settings.roles.map(({ groupName }) => groupName)).not.toContain('Administrator');
  const [row] = await sql<
    { clientSecret: Buffer }[]
  >`select client_secret from company_sign_ins where company_id = ${id}`;
  expect(row!.clientSecret.toString('latin1')).not.toContain(CLIENT.clientSecret);
});

test('returns no settings if there are none, treats another branch as missing, and refuses a role without the permission', async () => {
  const { id, token } = await company();
  const other = await makeCompany(sql);
  const missing = await call('user/company/signIn', { id: 999_999 }, { token });
  expect(missing.code).toBe(1021);
  expect(await call('user/company/signIn', { id: other }, { token })).toEqual(missing);
  const admin = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  expect(await ask('user/company/signIn', { id: other }, { token: admin })).toMatchObject({
    setting: null,
    domains: [],
  });
  const installer = await signedIn((await makeUser(sql, { role: 'installer', companyId: id })).id);
  expect((await call('user/company/signIn', { id }, { token: installer })).code).toBe(403);
  context.config.secondFactorKey = undefined;
  expect((await ask('user/company/signIn', { id }, { token })).canBeSet).toBe(false);
});
