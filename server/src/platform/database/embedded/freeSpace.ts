// Watches the room on the disk of the embedded database, so that reports are refused before PostgreSQL runs out of it.
import { statfs } from 'node:fs/promises';

/** Less than this is full: what is under way, a checkpoint and the next files of PostgreSQL's log still fit in. */
export const RESERVE_BYTES = 128 * 2 ** 20;
/** Once full, it is so until there is this much: PostgreSQL's log files come and go by 16 MB. */
export const RECOVERED_BYTES = 192 * 2 ** 20;
const EVERY_MS = 1_000;

export interface FreeSpace {
  isFull(): boolean;
  /** Looks at once; otherwise it looks each second. */
  look(): Promise<void>;
  stop(): void;
}

/** Bytes that the database's user may still write. */
async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** `freeBytes` is asked each second; a disk that can't be asked keeps its last state. */
export async function watchFreeSpace(
  folder: string,
  onChange: (isFull: boolean) => void = () => {},
  freeBytes: (folder: string) => Promise<number> = freeBytesOf,
): Promise<FreeSpace> {
  let isFull = false;
  const look = async (): Promise<void> => {
    const free = await freeBytes(folder).catch(() => undefined);
    if (free === undefined) return;
    const before = isFull;
    isFull = free < (before ? RECOVERED_BYTES : RESERVE_BYTES);
    if (isFull !== before) onChange(isFull);
  };
  await look();
  const timer = setInterval(() => void look(), EVERY_MS);
  timer.unref();
  return { isFull: () => isFull, look, stop: () => clearInterval(timer) };
}
