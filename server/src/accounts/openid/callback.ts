// Where providers send browsers back to (OpenID Connect): handed on to the page of sign-in behind the #, which no log and no referrer holds.
import { CALLBACK_FIELDS, CALLBACK_HASH, CALLBACK_PATH } from '@heliograph/contract/companySignIn.ts';
import type { FastifyInstance } from 'fastify';

export function serveCompanyCallback(app: FastifyInstance): void {
  app.get<{ Querystring: Record<string, unknown> }>(CALLBACK_PATH, async ({ query }, reply) => {
    const given = new URLSearchParams();
    for (const field of CALLBACK_FIELDS) {
      const value = query[field];
      if (typeof value === 'string') given.set(field, value);
    }
    // To the page of this very server, under whatever name it was reached.
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(`/${CALLBACK_HASH}${given}`);
  });
}
