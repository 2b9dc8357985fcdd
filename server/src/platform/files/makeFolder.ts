// Creates a folder with its parents. Node's own recursive creation never returns where no folder can be created, as in /proc.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Keeps an existing folder as it is. Throws the system's error. */
export function makeFolder(path: string, mode: number): void {
  const isFolder = (): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder()) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process has just created it.
    if (!isFolder()) throw error;
  }
}
