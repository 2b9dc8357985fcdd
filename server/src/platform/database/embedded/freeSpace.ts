// Watches the free space on the disk of the embedded database, so that reports are refused before PostgreSQL runs out of it.
import { statfs } from 'node:fs/promises';

/** Free space below which the disk counts as full: running transactions, a checkpoint and the next WAL files still fit. */
export const RESERVE_BYTES = 128 * 2 ** 20;
/** Free space from which a full disk counts as recovered: more than the reserve, as WAL files of 16 MB come and go. */
export const RECOVERED_BYTES = 192 * 2 ** 20;
const INTERVAL_MS = 1_000;

export interface FreeSpace {
  isFull(): boolean;
  /** Reads the free space now; otherwise it is read every second. */
  refresh(): Promise<void>;
  stop(): void;
}

/** Returns the bytes that may still be written to the disk of a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Starts watching. `freeBytes` is called every second; if it fails, the last state stays. */
export async function watchFreeSpace(
  folder: string,
  onChange: (isFull: boolean) => void = () => {},
  freeBytes: (folder: string) => Promise<number> = freeBytesOf,
): Promise<FreeSpace> {
  let isFull = false;
  const refresh = async (): Promise<void> => {
    const free = await freeBytes(folder).catch(() => undefined);
    if (free === undefined) return;
    const before = isFull;
    isFull = free < (before ? RECOVERED_BYTES : RESERVE_BYTES);
    if (isFull !== before) onChange(isFull);
  };
  await refresh();
  const timer = setInterval(() => void refresh(), INTERVAL_MS);
  timer.unref();
  return { isFull: () => isFull, refresh, stop: () => clearInterval(timer) };
}
