// Reads requests with files: bounded in number and bytes while they come in; names and types as the sender gives them are not read.
import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FilesTaken } from '@heliograph/contract/call.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Limits of the fields. */
const FIELDS = { fields: 50, fieldNameSize: 100, fieldSize: 64 * 1024, headerPairs: 20 };
/** Allowance for boundaries, names and fields in an announced length. */
const AROUND_BYTES = 256 * 1024;

/** Body of a request, whatever its content type. */
export interface RequestBody {
  /** Not yet parsed by the contract. */
  fields: unknown;
  /** Text that the header `sign` is a digest of (envelope.ts); empty for a form with files. */
  signed: string;
  /** Part of the request that has to be equal for the same idempotency key: files as their SHA-256. */
  keyed: unknown;
}

/** Registers routes that read multipart/form-data; all others still refuse it, and are not slowed by it. */
export function takingFiles(app: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    routes(scope);
  });
}

/** Reads fields and files into memory; nothing remains of what is refused. */
export async function readFiles(request: FastifyRequest, limits: FilesTaken): Promise<RequestBody> {
  // The contract refuses a field that is not a file.
  if (!request.isMultipart()) return { fields: request.body ?? {}, signed: request.rawBody ?? '', keyed: request.body };
  try {
    if (Number(request.headers['content-length'] ?? 0) > limits.bytesInAll + AROUND_BYTES)
      throw tooLarge(limits.bytesInAll);
    return await readParts(request, limits);
  } catch (error) {
    // The rest is discarded, or the sender would not read the answer; the request's time limit ends a slow sender.
    request.raw.unpipe();
    request.raw.resume();
    throw refusalOf(error, limits);
  }
}

async function readParts(request: FastifyRequest, { most, bytesEach, bytesInAll }: FilesTaken): Promise<RequestBody> {
  const fields = new Map<string, { value: unknown; keyed: unknown }>();
  let bytes = 0;
  // One byte above the limit, so that an excess is seen at once: at its limit the parser is silent until the file's end.
  const limits = { ...FIELDS, files: most, fileSize: bytesEach + 1, parts: most + FIELDS.fields };
  for await (const part of request.parts({ limits })) {
    const { fieldname: field } = part;
    if (fields.has(field)) throw new ApiError('badRequest', { field, reason: 'given twice' });
    if (part.type === 'field') {
      if (part.fieldnameTruncated || part.valueTruncated)
        throw new ApiError('badRequest', { field, reason: 'too long' });
      fields.set(field, { value: part.value, keyed: part.value });
      continue;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      length += chunk.length;
      bytes += chunk.length;
      if (length > bytesEach) throw tooLarge(bytesEach);
      if (bytes > bytesInAll) throw tooLarge(bytesInAll);
      chunks.push(chunk);
    }
    const value = new Uint8Array(Buffer.concat(chunks));
    fields.set(field, { value, keyed: createHash('sha256').update(value).digest('hex') });
  }
  const each = (part: 'value' | 'keyed') => Object.fromEntries([...fields].map(([name, field]) => [name, field[part]]));
  return { fields: each('value'), signed: '', keyed: each('keyed') };
}

function tooLarge(bytes: number): ApiError {
  return new ApiError('fileTooLarge', { size: sizeText(bytes) });
}

/** Errors of the parser are the sender's: not a form, or more of it than the limits allow. */
function refusalOf(error: unknown, { most }: FilesTaken): ApiError {
  if (error instanceof ApiError) return error;
  const { code, message } = error as { code?: string; message?: string };
  const reason = code === 'FST_FILES_LIMIT' ? `at most ${most} file(s)` : (message ?? '');
  return new ApiError('badRequest', { field: 'body', reason });
}

export function sizeText(bytes: number): string {
  // A limit of "under 4 MB" is one byte less.
  return bytes >= 1_048_575 ? `${Math.round((bytes / 1_048_576) * 10) / 10} MB` : `${Math.ceil(bytes / 1024)} KB`;
}
