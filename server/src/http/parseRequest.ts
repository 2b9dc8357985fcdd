// Reads the request of a call: its body or files, its sign, and its fields by the contract.
import { createHash } from 'node:crypto';
import type { Call } from '@heliograph/contract/call.ts';
import { HEADERS, signedText } from '@heliograph/contract/envelope.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type RequestBody, readFiles } from './multipart.ts';

export async function readBody(request: FastifyRequest, takes: Call['takes']): Promise<RequestBody> {
  if (takes !== 'json') return await readFiles(request, takes);
  return { fields: request.body ?? {}, signed: request.rawBody ?? '', keyed: request.body };
}

/** Digest of a text as the header `sign` holds it. */
export const digest = (text: string): string => createHash('md5').update(text).digest('hex').toUpperCase();

/** Refuses a `sign` that is neither the digest of the body as it was sent nor of one of its signed texts (envelope.ts). */
export function checkSign(sign: unknown, body: string): void {
  if (![body, signedText(body), signedText(body, 'NEP')].some((text) => sign === digest(text)))
    throw new ApiError('badRequest', { field: HEADERS.sign, reason: 'digest' });
}

/** Returns the fields as the call's schema parses them. Refuses with the first field that does not fit. */
export function parseFields(schema: z.ZodType, fields: unknown): unknown {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ApiError('badRequest', { field: issue?.path.join('.') || 'body', reason: issue?.message ?? '' });
}
