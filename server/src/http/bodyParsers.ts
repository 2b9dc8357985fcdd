// Parses bodies as public clients send them: JSON whatever the content type, forms, and no body at all.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressOf } from '../platform/clientAddress.ts';
import { networkOf } from '../platform/limits/networks.ts';
import { createLargeBodies, inTurn, LARGE_BODY_CHARS } from './largeBodies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent, for the sign digest. */
    rawBody?: string;
  }
}

export function bodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // The usual types by name: for `*` alone Fastify would parse the type of every request.
  const types = ['application/json', 'application/x-www-form-urlencoded', '*'];
  const largeBodies = createLargeBodies();
  app.addContentTypeParser(types, { parseAs: 'string' }, (request: FastifyRequest, body: string, done) => {
    request.rawBody = body;
    const parse = (): void => {
      try {
        done(null, parseBody(body, request.headers['content-type'] ?? ''));
      } catch {
        // Answered in the envelope with HTTP 200, like every refusal (wire.md section 3).
        done(Object.assign(new Error('The body is not JSON.'), { statusCode: 200, code: ERROR_CODES.badRequest }));
      }
    };
    if (body.length < LARGE_BODY_CHARS) return parse();
    inTurn(largeBodies, networkOf(addressOf(request))).then(parse, (error: Error) => done(error));
  });
}

/** An empty body, no body and {} are the same. */
function parseBody(body: string, contentType: string): unknown {
  if (body.trim() === '') return {};
  if (!contentType.includes('x-www-form-urlencoded')) return JSON.parse(body);
  // Some programs send JSON and call it a form.
  if (/^\s*[{[]/.test(body)) return JSON.parse(body);
  return Object.fromEntries(new URLSearchParams(body));
}
