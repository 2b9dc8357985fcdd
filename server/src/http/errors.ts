// Answers, in the envelope, requests that reach no call: an unreadable body, an unknown path, a fault outside the calls.
import type { Call } from '@heliograph/contract/call.ts';
import { calls } from '@heliograph/contract/calls.ts';
import { HEADERS, languageOfLan } from '@heliograph/contract/envelope.ts';
import { ApiError, ERROR_CODES, type ErrorName } from '@heliograph/contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { messageText } from '../platform/texts/translate.ts';
import { errorAnswer } from './callErrors.ts';
import { sizeText } from './multipart.ts';
import { safeHeaders } from './securityHeaders.ts';

export const DEVICE_PATH = /^\/[it]\.php(\?|$)/;
/** Devices are no browsers and use plain HTTP: no more headers than necessary. */
export const DEVICE_HEADERS = { 'x-content-type-options': 'nosniff' };

export function answerErrors(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  const headers = safeHeaders(config);
  // With `next`, not as a promise: it runs for every frame of a device.
  app.addHook('onRequest', (request, reply, next) => {
    if (DEVICE_PATH.test(request.url)) reply.headers(DEVICE_HEADERS);
    else {
      reply.headers(headers);
      if (isCall(request)) reply.header('cache-control', 'no-store');
    }
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      return void reply.status(400).send(envelope(request, 'badRequest', { field: 'host', reason: 'missing' }));
    next();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof ApiError) {
      const { status, envelope: body } = errorAnswer(error, languageOfLan(request.headers[HEADERS.lan]));
      return reply.status(status).send(body);
    }
    const status = error.statusCode ?? 500;
    if (status < 500) {
      // A body that cannot be read is code 400 with HTTP 200, like every refusal (wire.md section 3).
      const most = sizeText(request.routeOptions.bodyLimit);
      const reason = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? `at most ${most}` : error.message;
      reply.status(isCall(request) ? 200 : status);
      return reply.send(envelope(request, 'badRequest', { field: 'body', reason }));
    }
    // A fault is logged in full and answered without its details. Its path is that of the route: tokens are parts of addresses.
    request.log.error({ err: error, path: request.routeOptions.url }, 'request failed');
    return reply.status(500).send(envelope(request, 'fault'));
  });
}

/** For URLs that cannot be decoded ("/v2/%"), which reach no route and no hook. */
export function answerBadUrl(config: Pick<Config, 'publicUrl'>) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const isClientError = (error.statusCode ?? 400) < 500;
    const body = envelope(request, isClientError ? 'badRequest' : 'fault', { field: 'url', reason: 'not readable' });
    void reply
      .headers(safeHeaders(config))
      .status(isClientError ? 400 : 500)
      .send(body);
  };
}

export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.status(404).send(envelope(request, 'notFound'));
}

const CALL_PREFIXES = ['/v2/', ...Object.values(calls as Record<string, Call>).flatMap((call) => call.formerUrl ?? [])];

export function isCall({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return url === '/v2' || CALL_PREFIXES.some((prefix) => url.startsWith(prefix));
}

export function envelope(request: FastifyRequest, word: ErrorName, values: Record<string, string> = {}) {
  const language = languageOfLan(request.headers[HEADERS.lan]);
  return { code: ERROR_CODES[word], msg: messageText(language, `refusals.${word}`, values), data: {} };
}
