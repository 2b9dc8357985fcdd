// Headers that are kept as text, made storable.
import type { IncomingHttpHeaders } from 'node:http';

const CLIENT_LENGTH = 200;

/** What the client calls itself, as far as a database can keep it. */
export function clientOf(headers: IncomingHttpHeaders): string {
  return String(headers['user-agent'] ?? '')
    .slice(0, CLIENT_LENGTH)
    .toWellFormed()
    .replaceAll('\0', '');
}
