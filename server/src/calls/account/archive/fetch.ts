// account/archive/fetch: streams the finished archive chunk by chunk.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { ManualReadContext } from '../../../context.ts';
import type { Handler } from '../../../platform/handler.ts';

export const accountArchiveFetch: Handler<'account/archive/fetch'> = async (_, caller) => {
  const { context, session, at } = caller;
  const { userId } = session;
  const [archive] = await caller.read(
    (sql) => sql<{ pieces: number; askedAt: Date }[]>`
      select pieces, asked_at from account_archives where user_id = ${userId} and state = 'ready' and ends_at > ${at}`,
  );
  if (!archive) throw new ApiError('fileNotFound');
  const release = context.downloads.tryAcquire(userId, at.getTime());
  if (!release) throw new ApiError('tooManyRequests', { seconds: 10 });
  const name = `archive-${archive.askedAt.toISOString().slice(0, 10)}.zip`;
  return { name, type: 'application/zip', content: readChunks(caller, archive.pieces, release) };
};

async function* readChunks(
  { read, session }: ManualReadContext,
  pieces: number,
  release: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = 0; piece < pieces; piece++) {
      const [row] = await read(
        (sql) => sql<{ bytes: Buffer }[]>`
          select bytes from account_archive_pieces where user_id = ${session.userId} and piece = ${piece}`,
      );
      if (!row) throw new Error(`piece ${piece} of ${pieces} of the archive of user ${session.userId} is missing`);
      yield row.bytes;
    }
  } finally {
    release();
  }
}
