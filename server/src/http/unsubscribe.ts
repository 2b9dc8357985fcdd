// One-click unsubscribe links of e-mails (RFC 8058): a POST unsubscribes; opened in a browser, the page asks first.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { stopDigest } from '../notifications/digestLinks.ts';
import { choicePath } from '../plants/mails/plantMails.ts';
import { choose } from '../plants/mails/recipientChoices.ts';
import { addressOf } from '../platform/clientAddress.ts';
import { networkOf } from '../platform/limits/networks.ts';
import { countAttempt } from '../platform/limits/rateLimits.ts';

const PATH = '/mails/stop/:token';

export function serveMailLinks(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { token: string } }>(PATH, async (request, reply) =>
    // Relative, so that it stays on the host name that was used.
    reply.redirect(choicePath(request.params.token)),
  );
  app.post<{ Params: { token: string } }>(PATH, async (request, reply) => {
    await countAttempt(context, 'mailLinks', networkOf(addressOf(request)));
    // The same answer for every token: nobody learns which ones exist.
    const { token } = request.params;
    if (!(await stopDigest(context.sql, token))) await choose(context.sql, token, false, context.clock.now());
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('ok\n');
  });
}
