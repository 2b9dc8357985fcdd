// Sends a call's file piece by piece, as fast as it is taken; an end that is not its end breaks the connection.
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FileAnswer } from '@heliograph/contract/files.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Who takes nothing for so long, or twice as long while bytes were on their way, has gone. */
export const IDLE_MS = 60_000;

/** What goes wrong before the first piece is thrown, and can be answered as a call's is. */
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
      // Others first: a client that takes everything at once would keep the process busy with itself.
      await setImmediate();
    }
  } catch (error) {
    // The stream fails with it, and the connection ends without the last chunk: nobody takes half for the whole.
    request.log.error({ err: error, path: request.url }, 'file broken off');
    throw error;
  } finally {
    // Also when the client has gone: what it reads from is closed.
    await pieces.return?.();
  }
}

/** RFC 6266: plain letters for old programs, all of them for others. */
export function asAttachment(name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded}`}`;
}
