// Callback to which OpenID Connect providers send browsers back. Forwards the answer to the sign-in page in the fragment, which no log or referrer contains.
import { CALLBACK_FIELDS, CALLBACK_HASH, CALLBACK_PATH } from '@heliograph/contract/companySignIn.ts';
import type { FastifyInstance } from 'fastify';

export function serveCompanyCallback(app: FastifyInstance): void {
  app.get<{ Querystring: Record<string, unknown> }>(CALLBACK_PATH, async ({ query }, reply) => {
    const answer = new URLSearchParams();
    for (const field of CALLBACK_FIELDS) {
      const value = query[field];
      if (typeof value === 'string') answer.set(field, value);
    }
    // A relative address: the page of this server, under whatever name it was reached.
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(`/${CALLBACK_HASH}${answer}`);
  });
}
