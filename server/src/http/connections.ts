// How long a connection may take to say what it wants: a request that does not end is ended, and counted.
import type { ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { slowRequests } from '../metrics.ts';

export interface ConnectionLimits {
  /** From the first byte of a request, or the connection, to the request's last byte; answers may take longer. */
  requestMs: number;
  /** How often they are looked at. */
  checkMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = { requestMs: 30_000, checkMs: 2_000 };

/** For node's own servers, and for the one within Fastify (which sets `requestTimeout` itself). */
export function serverOptions({ requestMs, checkMs }: ConnectionLimits): ServerOptions {
  return { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: checkMs };
}

/** What cannot be read as a request, or did not end in time. */
export function endBadConnection(error: Error & { code?: string }, socket: Socket): void {
  const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (isSlow) slowRequests.inc();
  if (socket.destroyed) return;
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = isSlow
    ? '408 Request Timeout'
    : error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => socket.destroy());
}
