// sign-in/company/begin: reveals whether a company verified a domain, and nothing about accounts.
import { expect, test } from 'vitest';
import { startCompanySignInServer } from '../../../../test/companySignInServer.ts';
import { makeUser } from '../../../../test/factories.ts';
import { CLIENT } from '../../../../test/openIdProvider.ts';
import { hashToken } from '../../../access/session.ts';
import { expireData } from '../../../jobs/expireData.ts';

const { app, ask, begin, clock, company, context, prove, provider, sql, texts } = await startCompanySignInServer();

test('sends the browser to the provider with everything that binds the response to it', async () => {
  const { domain } = await company();
  const { code, data, setCookie, cookie } = await begin(`ANNA@${domain.toUpperCase()}`);
  expect(code).toBe(200);
  const url = new URL(data.url);
  const sent = Object.fromEntries(url.searchParams);
  expect(url.origin).toBe(provider.issuer);
  expect(sent).toMatchObject({
    client_id: CLIENT.clientId,
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email profile',
    redirect_uri: 'https://solar.example.com/openid/callback',
  });
  for (const name of ['state', 'nonce', 'code_challenge']) expect(sent[name]).toMatch(/^[\w-]{43}$/);
  expect(setCookie).toMatch(
    /^__Secure-company_sign_in=[\w-]{43}; Path=\/v2\/sign-in\/company; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  );
  // Neither is stored in plain text.
  const [visit] = await sql`select state_hash, browser_hash from company_visits order by expires_at desc limit 1`;
  expect(visit).toEqual({ stateHash: hashToken(sent.state!), browserHash: hashToken(cookie.split('=')[1]!) });
  clock.forward(601);
  expect((await expireData(context)).visits).toBeGreaterThan(0);
});

test('responds by the domain only, once it is verified', async () => {
  const { id, domain, set, token } = await company();
  await makeUser(sql, { companyId: id, email: `known@${domain}` });
  const [known, unknown] = [await begin(`known@${domain}`), await begin(`unknown@${domain}`)];
  expect([known.code, unknown.code]).toEqual([200, 200]);
  expect((await begin('someone@nobody.example')).code).toBe(1537);
  expect((await begin(`someone@sub.${domain}`)).code).toBe(1537);
  await set({ domains: [domain, 'unproved.example'] });
  expect((await begin('someone@unproved.example')).code).toBe(1537);
  // The current holder of the domain takes it from a company that can no longer verify it.
  const other = await company();
  await other.set({ domains: [other.domain, domain] });
  const { domains } = await ask('user/company/signIn', { id: other.id }, { token: other.token });
  const record = domains.find((each) => each.domain === domain)!.record;
  const prove = () =>
    app.inject({
      method: 'POST',
      url: '/v2/user/company/signIn/prove',
      payload: { id: other.id, domain },
      headers: { authorization: other.token },
    });
  texts.set(domain, [...texts.get(domain)!, record]);
  expect((await prove()).json()).toMatchObject({ code: 1544 });
  texts.set(domain, [record]);
  expect((await prove()).json()).toMatchObject({ code: 200 });
  expect((await ask('user/company/signIn', { id }, { token })).domains).toMatchObject([
    { domain, provedIso: null },
    { domain: 'unproved.example' },
  ]);
});

test('reports a provider that does not respond, and limits a network to two hundred attempts', async () => {
  const { id, domain, set, token } = await company();
  await set({ issuer: 'http://127.0.0.1:9', clientSecret: 'another' });
  await prove(id, domain, token);
  expect((await begin(`anna@${domain}`)).code).toBe(1543);
  await sql`update tries set points = 200 where name = 'signInAddress'`;
  expect((await begin(`anna@${domain}`)).code).toBe(1000);
});

test('passes the provider’s response on to the page, and nothing else', async () => {
  const { headers, statusCode } = await app.inject('/openid/callback?code=a%26b&state=s&error_description=<b>&code=c');
  expect([statusCode, headers.location, headers['referrer-policy']]).toEqual([302, '/#company?state=s', 'no-referrer']);
  const whole = await app.inject('/openid/callback?code=a%26b&state=s&iss=https%3A%2F%2Fx');
  expect(whole.headers.location).toBe('/#company?state=s&code=a%26b&iss=https%3A%2F%2Fx');
});
