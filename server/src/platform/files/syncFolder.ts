// Flushes a folder's list of files to disk, so that a new name survives a power cut.
import { closeSync, fsyncSync, openSync } from 'node:fs';

export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
