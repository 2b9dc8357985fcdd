// A file written under a temporary name, and renamed once it is completely on disk.
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { StartupError } from '../../platform/startupError.ts';

export interface UnfinishedFile {
  bytes(): number;
  write(data: Uint8Array | string): Promise<void>;
  /** Flushes it to disk. */
  finish(): Promise<void>;
  /** Gives the finished file its name. */
  publish(): Promise<void>;
  remove(): Promise<void>;
}

export async function openUnfinished(path: string): Promise<UnfinishedFile> {
  const unfinished = `${path}.unfinished`;
  let handle: FileHandle | null;
  try {
    // Other users of the machine must not read a plant's history.
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
    publish: () => rename(unfinished, path),
    async remove() {
      await close();
      await rm(unfinished, { force: true });
    },
  };
}
