// What no call answers: a body that cannot be read, an unknown path, a fault outside the calls; all in the envelope.
import { HEADERS, languageOfLan } from '@heliograph/contract/envelope.ts';
import { REFUSALS, type RefusalWord } from '@heliograph/contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { say } from '../messages/say.ts';

export function answerErrors(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isCall(request)) reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) {
      // A body that cannot be read is code 400 with HTTP 200, like every refusal (wire.md section 3).
      const reason = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 'at most 256 KB' : error.message;
      reply.status(isCall(request) ? 200 : status);
      return reply.send(envelope(request, 'badRequest', { field: 'body', reason }));
    }
    // A fault is logged whole and told without its words.
    request.log.error({ err: error, path: request.url }, 'request failed');
    return reply.status(500).send(envelope(request, 'fault'));
  });
}

export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.status(404).send(envelope(request, 'notFound'));
}

export function isCall(request: FastifyRequest): boolean {
  return /^\/(v2(\/|$)|v1\/sign-in)/.test(request.url);
}

function envelope(request: FastifyRequest, word: RefusalWord, values: Record<string, string> = {}) {
  const language = languageOfLan(request.headers[HEADERS.lan]);
  return { code: REFUSALS[word], msg: say(language, `refusals.${word}`, values), data: {} };
}
