// Writes folders as archives that are the same for the same files: sorted, owned by root, with the time of the release.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { run } from './run.ts';

/** Seconds since 1970 of the release: SOURCE_DATE_EPOCH, else the time of the last commit. */
export function releaseTime(projectDir: string): number {
  const given = process.env.SOURCE_DATE_EPOCH;
  return Number(given ?? run('git', ['log', '-1', '--format=%ct'], { cwd: projectDir }));
}

/** Owned by root, and changed by nobody else. */
const OF_ROOT = ['--owner=0', '--group=0', '--mode=go-w'];

/** Writes a tar file of the entries of a folder. `keepsOwners`: with the owners and rights that they have. */
export function tar(file: string, folder: string, entries: string[], time: number, keepsOwners = false): void {
  const fixed = ['--sort=name', `--mtime=@${time}`, '--numeric-owner', '--format=gnu'];
  run('tar', [...fixed, ...(keepsOwners ? [] : OF_ROOT), '-cf', file, '-C', folder, ...entries]);
}

/** Compresses a file beside it, without a name or a time inside. */
export async function gzip(file: string): Promise<string> {
  const into = `${file}.gz`;
  await pipeline(createReadStream(file), createGzip({ level: 9 }), createWriteStream(into));
  return into;
}

export async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest('hex');
}

export const sizeOf = (file: string): number => statSync(file).size;
