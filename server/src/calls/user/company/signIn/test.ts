// user/company/signIn/test: whether a provider answers as one, before anybody is sent there.
import { openProvider } from '../../../../accounts/openid/provider.ts';
import { accessibleCompany } from '../../../../companies/people/lockPeople.ts';
import type { Handler } from '../../../../platform/handler.ts';
import { countAttempt } from '../../../../platform/limits/rateLimits.ts';

export const userCompanySignInTest: Handler<'user/company/signIn/test'> = async ({ id, issuer }, caller) => {
  const { context, session, read } = caller;
  await countAttempt(context, 'companySignIns', session.userId);
  await read((sql) => accessibleCompany(sql, session, id));
  // What it offers is told to everybody: no secret goes there.
  const provider = await openProvider(context, { issuer, clientId: 'test', clientSecret: '' });
  const { authorization_endpoint, claims_supported, scopes_supported } = provider.serverMetadata();
  return {
    signInHost: new URL(authorization_endpoint!).host,
    tellsEmail: [claims_supported, scopes_supported].some(
      (told) => Array.isArray(told) && (told as unknown[]).includes('email'),
    ),
  };
};
