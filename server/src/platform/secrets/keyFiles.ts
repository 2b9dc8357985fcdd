// Keys that a portal without settings keeps in its data folder, as private as the database's password beside them.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unusableDataDir } from '../database/embedded/places.ts';
import { makeFolder } from '../files/makeFolder.ts';

/** Files in the data folder, each with one key of 32 bytes. */
export const KEY_FILES = {
  secondFactor: 'second-factor-key',
  bdmPasswords: 'bdm-password-key',
  firmware: 'firmware-key',
} as const;

type KeyFile = (typeof KEY_FILES)[keyof typeof KEY_FILES];

/** Returns the key of a file; undefined: there is none yet. */
export function readKeyFile(dataDir: string, name: KeyFile): Buffer | undefined {
  const file = join(dataDir, name);
  return existsSync(file) ? Buffer.from(readFileSync(file, 'utf8').trim(), 'hex') : undefined;
}

/** Returns the key of a file, which is made with a random key if it is missing. Throws StartupError. */
export function ensureKeyFile(dataDir: string, name: KeyFile): Buffer {
  const stored = readKeyFile(dataDir, name);
  if (stored) return stored;
  try {
    makeFolder(dataDir, 0o700);
    writeFileSync(join(dataDir, name), `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw unusableDataDir(dataDir, error);
  }
  return readKeyFile(dataDir, name)!;
}
