// Answers requests whose token opens no session before their body is read, and limits them per network, as each costs a database query.
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type Sessions, tokenOf } from '../access/session.ts';
import { addressOf } from '../platform/clientAddress.ts';
import { networkOf } from '../platform/limits/networks.ts';
import { createTokenBuckets } from '../platform/limits/tokenBuckets.ts';
import { LOOPBACK, tooManyRequests } from './anonymousLimit.ts';

/** A program that keeps calling with an expired token stays far below. */
export const WRONG_TOKEN_LIMIT = { burst: 200, perSecond: 2 } as const;

/** `refuse`: answers a request without a session. Sessions that were used lately are not affected by wrong tokens from their network. */
export function refuseWrongTokens(
  sessions: Sessions,
  { burst, perSecond } = WRONG_TOKEN_LIMIT,
): (refuse: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) => onRequestAsyncHookHandler {
  const buckets = createTokenBuckets(burst, perSecond);
  return (refuse) => async (request, reply) => {
    const token = tokenOf(request.headers.authorization);
    if (sessions.isCached(token)) return;
    const address = addressOf(request);
    const isLimited = token !== '' && !LOOPBACK.test(address);
    const network = networkOf(address);
    if (isLimited && !buckets.has(network, performance.now())) return tooManyRequests(request, reply);
    // While the database is away the call itself answers the fault.
    const isFound = await sessions.find(token).then(Boolean, () => true);
    if (isFound) return;
    if (isLimited) buckets.take(network, performance.now());
    return reply.send(await refuse(request, reply));
  };
}
