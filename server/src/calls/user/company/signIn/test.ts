// user/company/signIn/test: tests whether a provider responds correctly, before users are sent there.
import { openProvider } from '../../../../accounts/openid/provider.ts';
import { accessibleCompany } from '../../../../companies/people/lockPeople.ts';
import type { Handler } from '../../../../platform/handler.ts';
import { countAttempt } from '../../../../platform/limits/rateLimits.ts';

export const userCompanySignInTest: Handler<'user/company/signIn/test'> = async ({ id, issuer }, caller) => {
  const { context, session, read } = caller;
  await countAttempt(context, 'companySignIns', session.userId);
  await read((sql) => accessibleCompany(sql, session, id));
  // Provider metadata are public: no secret is sent.
  const provider = await openProvider(context, { issuer, clientId: 'test', clientSecret: '' });
  const { authorization_endpoint, claims_supported, scopes_supported } = provider.serverMetadata();
  return {
    signInHost: new URL(authorization_endpoint!).host,
    tellsEmail: [claims_supported, scopes_supported].some(
      (supported) => Array.isArray(supported) && (supported as unknown[]).includes('email'),
    ),
  };
};
