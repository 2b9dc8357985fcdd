// A file that is being written under another name: only when all of it is on the disk does it get its own.
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { StartupError } from '../../platform/startupError.ts';

export interface UnfinishedFile {
  bytes(): number;
  write(data: Uint8Array | string): Promise<void>;
  /** All of it reaches the disk. */
  finish(): Promise<void>;
  /** Gives the finished file its name. */
  keep(): Promise<void>;
  remove(): Promise<void>;
}

export async function openUnfinished(path: string): Promise<UnfinishedFile> {
  const unfinished = `${path}.unfinished`;
  let handle: FileHandle | null;
  try {
    // A plant's history is not for every user of the machine.
    handle = await open(unfinished, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new StartupError(
      `There is ${unfinished}: another export is writing here, or one was interrupted; then remove this file first.`,
    );
  }
  let bytes = 0;
  const close = async (): Promise<void> => {
    await handle?.close();
    handle = null;
  };
  return {
    bytes: () => bytes,
    async write(data) {
      const part = typeof data === 'string' ? Buffer.from(data) : data;
      await handle!.writeFile(part);
      bytes += part.length;
    },
    async finish() {
      await handle!.sync();
      await close();
    },
    keep: () => rename(unfinished, path),
    async remove() {
      await close();
      await rm(unfinished, { force: true });
    },
  };
}
