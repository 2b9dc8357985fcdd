// Who a request comes from, as far as that can be believed.
import type { FastifyRequest } from 'fastify';
import { canonicalAddress } from './limits/networks.ts';

/**
 * The caller's address: of X-Forwarded-For when a trusted proxy says it (TRUST_PROXY) and when it is one, else the
 * connection's; empty when the connection is gone.
 */
export function addressOf(request: FastifyRequest): string {
  return canonicalAddress(request.ip) ?? canonicalAddress(request.socket.remoteAddress) ?? '';
}
