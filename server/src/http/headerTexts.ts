// Headers whose text reaches the database.
import type { IncomingHttpHeaders } from 'node:http';
import { HEADERS } from '@heliograph/contract/envelope.ts';
import type { FastifyRequest } from 'fastify';
import type { RequestedPortal } from '../brands/brands.ts';

const MAX_LENGTH = 200;

/** User agent, without what PostgreSQL cannot store. */
export function clientOf(headers: IncomingHttpHeaders): string {
  return storable(headers['user-agent']);
}

/** Host name of a request, of a trusted proxy's header where there is one, and the header `oem`; both in lower case. */
export const portalOf = (request: Pick<FastifyRequest, 'hostname' | 'headers'>): RequestedPortal => ({
  host: storable(request.hostname).toLowerCase(),
  oem: storable(request.headers[HEADERS.oem]).toLowerCase(),
});

const storable = (text: unknown): string =>
  String(text ?? '')
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .replaceAll('\0', '');
