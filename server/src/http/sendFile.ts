// Streams the file of a call as fast as the client reads; a failure in between breaks the connection.
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FileAnswer } from '@heliograph/contract/files.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A client that reads nothing for this time, or twice this time while bytes are in flight, is disconnected. */
export const IDLE_MS = 60_000;

/** Throws what fails before the first piece, so that it is answered like any error of a call. */
export async function sendFile(
  { name, type, content }: FileAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const pieces = content[Symbol.asyncIterator]();
  const first = await pieces.next();
  request.socket.setTimeout?.(IDLE_MS);
  reply.headers({ 'content-type': type, 'content-disposition': asAttachment(name) });
  return reply.send(Readable.from(rest(first, pieces, request)));
}

async function* rest(
  first: IteratorResult<string | Uint8Array>,
  pieces: AsyncIterator<string | Uint8Array>,
  request: FastifyRequest,
): AsyncGenerator<string | Uint8Array> {
  try {
    for (let piece = first; !piece.done; piece = await pieces.next()) {
      yield piece.value;
      // Lets other requests run: a fast client would occupy the process.
      await setImmediate();
    }
  } catch (error) {
    // Ends the connection without the last chunk, so that no client takes a part for the whole.
    request.log.error({ err: error, path: request.routeOptions.url }, 'file broken off');
    throw error;
  } finally {
    // Closes the source, also when the client has disconnected.
    await pieces.return?.();
  }
}

/** Content-Disposition by RFC 6266: an ASCII name for old programs, the full one for others. */
export function asAttachment(name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded}`}`;
}
