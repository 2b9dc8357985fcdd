// Headers that the database stores as text.
import type { IncomingHttpHeaders } from 'node:http';

const MAX_CLIENT_LENGTH = 200;

/** User agent, without what PostgreSQL cannot store. */
export function clientOf(headers: IncomingHttpHeaders): string {
  return String(headers['user-agent'] ?? '')
    .slice(0, MAX_CLIENT_LENGTH)
    .toWellFormed()
    .replaceAll('\0', '');
}
