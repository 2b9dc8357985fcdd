// What no call answers: a body that cannot be read, an unknown path, a fault outside the calls; all in the envelope.
import type { Socket } from 'node:net';
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

/** An address that cannot be read ("/v2/%"): no route's error handler hears of it. */
export function answerBadUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = (error.statusCode ?? 400) < 500 ? 400 : 500;
  return reply
    .status(status)
    .send(envelope(request, status === 400 ? 'badRequest' : 'fault', { field: 'url', reason: error.message }));
}

/** What is no HTTP is answered all the same, and its connection ended: what follows on it cannot be read either. */
export function answerNoHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const reason = tooLong ? 'too long' : 'not HTTP';
  const msg = say('en', 'refusals.badRequest', { field: 'headers', reason });
  const body = JSON.stringify({ code: REFUSALS.badRequest, msg, data: {} });
  const line = tooLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${line}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n${body}`,
  );
}

export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.status(404).send(envelope(request, 'notFound'));
}

export function isCall(request: FastifyRequest): boolean {
  return request.url.startsWith('/v2/') || request.url === '/v2';
}

function envelope(request: FastifyRequest, word: RefusalWord, values: Record<string, string> = {}) {
  const language = languageOfLan(request.headers[HEADERS.lan]);
  return { code: REFUSALS[word], msg: say(language, `refusals.${word}`, values), data: {} };
}
