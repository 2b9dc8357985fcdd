// device/history/files/fetch: streams a finished file chunk by chunk; access to the plant is checked for each chunk.
import { HISTORY_FORMATS, type HistoryFormat } from '@heliograph/contract/entities/historyFiles.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleDevice } from '../../../../access/accessibleDevice.ts';
import { accessibleSite } from '../../../../access/accessibleSite.ts';
import { seesDevices } from '../../../../access/pageModules.ts';
import type { ManualReadContext } from '../../../../context.ts';
import type { Transaction } from '../../../../platform/database/connect.ts';
import type { Handler } from '../../../../platform/handler.ts';

interface ReadyFile {
  sid: string;
  /** Null: all devices of the plant. */
  sn: string | null;
  name: string;
  format: HistoryFormat;
  pieces: number;
}

export const deviceHistoryFilesFetch: Handler<'device/history/files/fetch'> = async ({ id }, caller) => {
  const { context, session, at } = caller;
  const { name, format, pieces } = await caller.read((sql) => readyFile(sql, caller, id));
  const release = context.downloads.tryAcquire(session.userId, at.getTime());
  if (!release) throw new ApiError('tooManyRequests', { seconds: 10 });
  return { name, type: HISTORY_FORMATS[format], content: readChunks(caller, id, pieces, release) };
};

async function* readChunks(
  caller: ManualReadContext,
  id: string,
  pieces: number,
  release: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = 0; piece < pieces; piece++) {
      const bytes = await caller.read(async (sql) => {
        await readyFile(sql, caller, id);
        const [row] = await sql<{ bytes: Buffer }[]>`
          select bytes from user_file_pieces where user_id = ${caller.session.userId} and id = ${id} and piece = ${piece}`;
        return row?.bytes;
      });
      if (!bytes) throw new Error(`piece ${piece} of ${pieces} of the file ${id} is missing`);
      yield bytes;
    }
  } finally {
    release();
  }
}

async function readyFile(sql: Transaction, { context, session }: ManualReadContext, id: string): Promise<ReadyFile> {
  const at = context.clock.now();
  if (!seesDevices(session)) throw new ApiError('deviceNotFound');
  const [file] = await sql<ReadyFile[]>`
    select about_sid as sid, about_sn as sn, name, format, pieces from user_files
    where user_id = ${session.userId} and id = ${id} and state = 'ready' and ends_at > ${at}`;
  if (!file) throw new ApiError('fileNotFound');
  const { sid, sn } = file;
  if (sn === null) await accessibleSite({ sql, session, at }, sid);
  else await accessibleDevice({ sql, session, at }, { sid, sn });
  return file;
}
