// Reads requests with files: bounded in number and bytes while they come in; names and types as the sender gives them are not read.
import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FilesTaken } from '@heliograph/contract/call.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Of the fields beside the files. */
const FIELDS = { fields: 50, fieldNameSize: 100, fieldSize: 64 * 1024, headerPairs: 20 };
/** Boundaries, names and fields, when a length is announced. */
const AROUND_BYTES = 256 * 1024;

/** What a request says, whatever it is written in. */
export interface Sent {
  body: unknown;
  /** What its sign is a digest of (envelope.ts); nothing, of a form with files. */
  signed: string;
  /** What must be the same for its idempotency key to stand for the same request. */
  keyed: unknown;
}

/** Routes that read multipart/form-data; all others refuse it as before, and are not slowed by it. */
export function takingFiles(app: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    routes(scope);
  });
}

/** Nothing is kept of what is refused. */
export async function readFiles(request: FastifyRequest, taken: FilesTaken): Promise<Sent> {
  // The contract tells which field is no file.
  if (!request.isMultipart()) return { body: request.body ?? {}, signed: request.rawBody ?? '', keyed: request.body };
  try {
    if (Number(request.headers['content-length'] ?? 0) > taken.bytesInAll + AROUND_BYTES)
      throw tooLarge(taken.bytesInAll);
    return await readParts(request, taken);
  } catch (error) {
    // The rest is passed over, or the sender would not read the answer; who takes too long over it is cut off.
    request.raw.unpipe();
    request.raw.resume();
    throw refusalOf(error, taken);
  }
}

async function readParts(request: FastifyRequest, { most, bytesEach, bytesInAll }: FilesTaken): Promise<Sent> {
  const fields = new Map<string, { value: unknown; keyed: unknown }>();
  let bytes = 0;
  // One byte more than is taken, so that it is seen when it comes: at its limit the parser is silent until the file's end.
  const limits = { ...FIELDS, files: most, fileSize: bytesEach + 1, parts: most + FIELDS.fields };
  for await (const part of request.parts({ limits })) {
    const { fieldname: field } = part;
    if (fields.has(field)) throw new Refusal('badRequest', { field, reason: 'given twice' });
    if (part.type === 'field') {
      if (part.fieldnameTruncated || part.valueTruncated)
        throw new Refusal('badRequest', { field, reason: 'too long' });
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
  return { body: each('value'), signed: '', keyed: each('keyed') };
}

function tooLarge(bytes: number): Refusal {
  return new Refusal('fileTooLarge', { size: sizeText(bytes) });
}

/** What the parser says no to is the sender's fault: no such form, or more of it than is taken. */
function refusalOf(error: unknown, { most }: FilesTaken): Refusal {
  if (error instanceof Refusal) return error;
  const { code, message } = error as { code?: string; message?: string };
  const reason = code === 'FST_FILES_LIMIT' ? `at most ${most} file(s)` : (message ?? '');
  return new Refusal('badRequest', { field: 'body', reason });
}

export function sizeText(bytes: number): string {
  // A limit that is "under 4 MB" is a byte less.
  return bytes >= 1_048_575 ? `${Math.round((bytes / 1_048_576) * 10) / 10} MB` : `${Math.ceil(bytes / 1024)} KB`;
}
