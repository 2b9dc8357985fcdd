// Determines the client address of a request.
import type { FastifyRequest } from 'fastify';
import { canonicalAddress } from './limits/networks.ts';

/**
 * Returns the client's address: from X-Forwarded-For if a trusted proxy sent it (TRUST_PROXY) and it is a valid address,
 * else the connection's; empty if the connection is closed.
 */
export function addressOf(request: FastifyRequest): string {
  return canonicalAddress(request.ip) ?? canonicalAddress(request.socket.remoteAddress) ?? '';
}
