// Company sign-in through a real OpenID Connect provider for tests: its settings, a browser with its cookie, and DNS.

import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { CALLBACK_PATH } from '@heliograph/contract/companySignIn.ts';
import { TERMS_VERSION } from '@heliograph/contract/limits.ts';
import { afterAll, beforeEach } from 'vitest';
import { makeCompany, makeUser } from './factories.ts';
import { CLIENT, openIdProvider } from './openIdProvider.ts';
import { HOME, ORIGIN, startSignInServer } from './signInServer.ts';

type Setting = Omit<ParsedRequest<'user/company/signIn/set'>, 'id'>;
let count = 0;

export async function startCompanySignInServer() {
  const server = await startSignInServer();
  const { app, ask, call, clock, context, sql, signedIn } = server;
  const provider = await openIdProvider(ORIGIN + CALLBACK_PATH);
  afterAll(provider.close);
  /** TXT records by domain. */
  const texts = new Map<string, string[]>();
  context.readDnsTxt = async (domain) => texts.get(domain) ?? [];
  const [dealer] = await sql<{ id: number }[]>`select id from roles where code = 'dealer'`;
  const [installer] = await sql<{ id: number }[]>`select id from roles where code = 'installer'`;
  const roles = { dealer: dealer!.id, installer: installer!.id };

  // The provider uses the system clock.
  clock.set(new Date().toISOString());
  beforeEach(() => {
    clock.set(new Date().toISOString());
    provider.how.twist = undefined;
    provider.how.says = {};
  });

  const settingOf = (domains: string[]): Setting => ({
    issuer: provider.issuer,
    ...CLIENT,
    groupId: roles.installer,
    allowsOtherWays: true,
    hasSecondStep: false,
    domains,
  });

  /** Creates a company with sign-in settings, a user who may change them, and a proven domain. */
  async function company(given: Partial<Setting> = {}) {
    count++;
    const domain = `firm${count}.example`;
    const id = await makeCompany(sql, { kind: 'dealer' });
    const boss = await makeUser(sql, { role: 'dealer', companyId: id });
    const token = await signedIn(boss.id);
    const set = (more: Partial<Setting> = {}) =>
      ask('user/company/signIn/set', { id, ...settingOf([domain]), ...given, ...more }, { token });
    await set();
    await prove(id, domain, token);
    return { id, domain, token, set, boss };
  }

  async function prove(id: number, domain: string, token: string) {
    const { domains } = await ask('user/company/signIn', { id }, { token });
    texts.set(domain, ['v=spf1 -all', domains.find((each) => each.domain === domain)!.record]);
    return await call('user/company/signIn/prove', { id, domain }, { token });
  }

  /** Begins a sign-in in a browser; returns the answer and the browser's cookie. */
  async function begin(account: string, redirect = '', cookie = '') {
    const response = await app.inject({
      method: 'POST',
      url: '/v2/sign-in/company/begin',
      payload: { account, redirect },
      headers: { cookie },
      remoteAddress: HOME,
    });
    const set = response.headers['set-cookie'] as string | undefined;
    return {
      ...(response.json() as { code: number; data: { url: string } }),
      setCookie: set,
      cookie: set?.split(';', 1)[0] ?? '',
    };
  }

  /** Finishes a sign-in; agrees to the terms unless `more` overrides it. */
  const finish = (answer: Record<string, string>, cookie: string, more: object = {}) =>
    call('sign-in/company', { ...answer, agreedTo: TERMS_VERSION, ...more } as never, {
      headers: { cookie },
      address: HOME,
    });

  /** Signs in completely, as this person at the provider. */
  async function signIn(account: string, subject: string, redirect = '') {
    const { data, cookie } = await begin(account, redirect);
    const answer = await provider.signIn(data.url, subject);
    return { ...(await finish(answer, cookie)), answer, cookie };
  }

  return { ...server, provider, roles, texts, company, prove, begin, finish, signIn, settingOf };
}
