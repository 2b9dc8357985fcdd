// Limits requests without a token by network, in the memory of each process: anybody may make them, and some cost more than they cost their sender.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { POST_PATHS } from '../families/families.ts';
import { addressOf } from '../platform/clientAddress.ts';
import { networkOf } from '../platform/limits/networks.ts';
import { createTokenBuckets } from '../platform/limits/tokenBuckets.ts';
import { envelope } from './errors.ts';

/** A page makes up to ten such requests as it opens: sixty visitors of one network at once, then two a second. */
export const STRANGER_LIMIT = { burst: 600, perSecond: 20 } as const;
/** What the client waits before it tries again, s. */
const RETRY_S = 5;

const devicePaths = new Set(POST_PATHS);
/** Files of the web client, compressed when it is built, and health for load balancers. */
const CHEAP = /^\/(assets\/|brand\/|healthz$|readyz$|metrics$)/;
/** This machine: operators, health checks, and a proxy that TRUST_PROXY does not name, behind which everybody would share one limit. */
const LOOPBACK = /^(127\.|::1$)/;

export function limitStrangers(app: FastifyInstance, { burst, perSecond } = STRANGER_LIMIT): void {
  const buckets = createTokenBuckets(burst, perSecond);
  app.addHook('onRequest', (request, reply, next) => {
    if (isUnlimited(request)) return next();
    const address = addressOf(request);
    if (LOOPBACK.test(address) || buckets.take(networkOf(address), performance.now())) return next();
    const body = envelope(request, 'tooManyRequests', { seconds: String(RETRY_S) });
    void reply.status(429).header('retry-after', String(RETRY_S)).send(body);
  });
}

/** Sessions and tokens have budgets of their own, as have devices. */
function isUnlimited({ url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0]!;
  return headers.authorization !== undefined || devicePaths.has(path) || CHEAP.test(path);
}
