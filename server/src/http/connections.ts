// Time limits of incoming requests; a request that does not end in time is ended and counted.
import type { RequestListener, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { slowRequests } from '../platform/metrics.ts';
import { messageText } from '../platform/texts/translate.ts';

export interface ConnectionLimits {
  /** From the first byte of a request, or the connection, to the request's last byte; answers may take longer. */
  requestMs: number;
  /** Interval of the checks. */
  checkMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = { requestMs: 30_000, checkMs: 2_000 };

/**
 * For node's own servers, and for the one within Fastify (which sets `requestTimeout` itself). A request without a host is
 * refused by errors.ts: node would do it without the headers that every answer carries.
 */
export function serverOptions({ requestMs, checkMs }: ConnectionLimits): ServerOptions {
  return {
    requestTimeout: requestMs,
    headersTimeout: requestMs,
    connectionsCheckingInterval: checkMs,
    requireHostHeader: false,
  };
}

/** Handler for a server's `checkExpectation`: refuses with the headers of every answer, which node's own refusal lacks. */
export function refuseExpectation(headers: Record<string, string>): RequestListener {
  return (_request, response) => {
    response.writeHead(417, { ...headers, 'content-length': 0, connection: 'close' }).end();
  };
}

/** Answers bytes that are no request, or one that did not end in time, and closes the connection: nothing after them can be read. */
export function endBadConnection(headers: Record<string, string>) {
  const lines = Object.entries({ ...headers, 'content-type': 'application/json; charset=utf-8', connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return (error: Error & { code?: string }, socket: Socket): void => {
    const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (isSlow) slowRequests.inc();
    if (socket.destroyed) return;
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const isLong = error.code === 'HPE_HEADER_OVERFLOW';
    const reason = isSlow ? 'not ended in time' : isLong ? 'too long' : 'not HTTP';
    const msg = messageText('en', 'refusals.badRequest', { field: 'request', reason });
    const body = JSON.stringify({ code: ERROR_CODES.badRequest, msg, data: {} });
    const status = isSlow ? '408 Request Timeout' : isLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
    const answer = `HTTP/1.1 ${status}\r\n${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    socket.end(answer, () => socket.destroy());
  };
}
