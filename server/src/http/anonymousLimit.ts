// Limits requests without a token per network, in the memory of each process, because anyone can send them and some are expensive to answer.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { POST_PATHS } from '../families/families.ts';
import { addressOf } from '../platform/clientAddress.ts';
import { networkOf } from '../platform/limits/networks.ts';
import { createTokenBuckets } from '../platform/limits/tokenBuckets.ts';
import { envelope } from './errors.ts';

/** A page makes up to ten such requests when it opens: sixty visitors from one network at once, then two a second. */
export const ANONYMOUS_LIMIT = { burst: 600, perSecond: 20 } as const;
/** Value of Retry-After, in seconds. */
const RETRY_S = 5;

const devicePaths = new Set(POST_PATHS);
/** Files of the web client, compressed when it is built, and health for load balancers. */
const CHEAP = /^\/(assets\/|brand\/\d+\.svg$|healthz$|readyz$|metrics$)/;
/** Not limited: health checks, and a proxy that is missing in TRUST_PROXY, behind which all clients would share one limit. */
export const LOOPBACK = /^(127\.|::1$)/;

export function limitAnonymousRequests(app: FastifyInstance, { burst, perSecond } = ANONYMOUS_LIMIT): void {
  const buckets = createTokenBuckets(burst, perSecond);
  app.addHook('onRequest', (request, reply, next) => {
    if (isUnlimited(request)) return next();
    const address = addressOf(request);
    if (LOOPBACK.test(address) || buckets.take(networkOf(address), performance.now())) return next();
    void tooManyRequests(request, reply);
  });
}

export function tooManyRequests(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = envelope(request, 'tooManyRequests', { seconds: String(RETRY_S) });
  return reply.status(429).header('retry-after', String(RETRY_S)).send(body);
}

/** Sessions and tokens have budgets of their own, as have devices. */
function isUnlimited({ url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0]!;
  return headers.authorization !== undefined || devicePaths.has(path) || CHEAP.test(path);
}
