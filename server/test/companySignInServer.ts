// A company whose people sign in at a real provider of OpenID Connect, for tests: its setting, a browser with its cookie, DNS.

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
  /** What DNS holds. */
  const texts = new Map<string, string[]>();
  context.readDnsTxt = async (domain) => texts.get(domain) ?? [];
  const [dealer] = await sql<{ id: number }[]>`select id from roles where code = 'dealer'`;
  const [installer] = await sql<{ id: number }[]>`select id from roles where code = 'installer'`;
  const roles = { dealer: dealer!.id, installer: installer!.id };

  // The provider's clock is the machine's.
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

  /** A company with somebody who sets its sign-in, and a proved domain of its own. */
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

  /** A browser on its way: what it was answered, and its cookie. */
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

  /** Agrees to the terms, unless `more` says otherwise. */
  const finish = (answer: Record<string, string>, cookie: string, more: object = {}) =>
    call('sign-in/company', { ...answer, agreedTo: TERMS_VERSION, ...more } as never, {
      headers: { cookie },
      address: HOME,
    });

  /** All the way, as this person at the provider. */
  async function signIn(account: string, subject: string, redirect = '') {
    const { data, cookie } = await begin(account, redirect);
    const answer = await provider.signIn(data.url, subject);
    return { ...(await finish(answer, cookie)), answer, cookie };
  }

  return { ...server, provider, roles, texts, company, prove, begin, finish, signIn, settingOf };
}
