// Server and a user with a webhook, for tests of calls about channels.
import type { Request } from '@heliograph/contract/calls.ts';
import { makeCompany, makeSite, makeUser } from './factories.ts';
import { testServer } from './testServer.ts';

/** Private P-256 key for tests. */
export const PUSH_KEY = '5a'.repeat(32);
export const HOOK = 'https://hooks.example.com/solar?key=of-mine';

export async function startChannelServer(env: Record<string, string> = {}) {
  const server = await testServer({ PUSH_KEY, PUBLIC_URL: 'https://portal.example', ...env });
  const { ask, sql, signedIn } = server;
  return {
    ...server,
    async person(given: Partial<Request<'webhook/create'>> = {}) {
      const companyId = await makeCompany(sql);
      const { id, email } = await makeUser(sql, { role: 'installer', companyId });
      const token = await signedIn(id);
      const request = { name: 'Chat', url: HOOK, events: ['alert.began' as const], ...given };
      const webhook = await ask('webhook/create', request, { token });
      return { id, email, companyId, token, webhook, sid: await makeSite(sql, { companyId, name: 'Seeblick' }) };
    },
  };
}
