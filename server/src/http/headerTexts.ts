// Headers that are kept as text: made storable, or refused by name where a changed one would be another.

import type { IncomingHttpHeaders } from 'node:http';
import { HEADERS } from '@heliograph/contract/envelope.ts';
import { Refusal } from '@heliograph/contract/errors.ts';

const CLIENT_LENGTH = 200;

/** What the client calls itself, as far as a database can keep it. */
export function clientOf(headers: IncomingHttpHeaders): string {
  return String(headers['user-agent'] ?? '')
    .slice(0, CLIENT_LENGTH)
    .toWellFormed()
    .replaceAll('\0', '');
}

/** '' for none. Printable ASCII: two keys that differ must stay two. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string {
  const key = String(headers[HEADERS.idempotencyKey] ?? '');
  if (!/^[\x20-\x7e]*$/.test(key)) {
    throw new Refusal('badRequest', { field: HEADERS.idempotencyKey, reason: 'printable ASCII' });
  }
  return key;
}
