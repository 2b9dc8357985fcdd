// The link that mail programs press for a reader who wants no more of them (RFC 8058): a POST ends them; opened as a page, it asks first.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { choicePath } from '../plants/mails/plantMails.ts';
import { choose } from '../plants/mails/recipientChoices.ts';
import { addressOf } from '../platform/clientAddress.ts';
import { networkOf } from '../platform/limits/networks.ts';
import { countTry } from '../platform/limits/rateLimits.ts';

const PATH = '/mails/stop/:token';

export function serveMailLinks(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { token: string } }>(PATH, async (request, reply) =>
    // To the page of this very server, under whatever name it was reached.
    reply.redirect(choicePath(request.params.token)),
  );
  app.post<{ Params: { token: string } }>(PATH, async (request, reply) => {
    await countTry(context, 'mailLinks', networkOf(addressOf(request)));
    // The same answer whether there was one: nobody learns which links are good.
    await choose(context.sql, request.params.token, false, context.clock.now());
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('ok\n');
  });
}
