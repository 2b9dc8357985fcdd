// The files of a copy of the embedded PostgreSQL: written from a base backup, unpacked into an empty folder and checked.
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import type { Owner } from '../platform/database/embedded/places.ts';
import { StartupError } from '../platform/startupError.ts';
import { readBaseBackup } from './baseBackup.ts';
import { measureFile } from './description.ts';

const ARCHIVE = 'database.tar.zst';
const MANIFEST = 'database.manifest';
export const COPY_FILES = [ARCHIVE, MANIFEST];

/** Copies the running PostgreSQL into a folder. `onBytes`: receives the size so far, uncompressed. */
export async function writeCopy(url: string, folder: string, onBytes: (bytes: number) => void): Promise<void> {
  const manifest: Buffer[] = [];
  let bytes = 0;
  async function* archive(): AsyncGenerator<Buffer> {
    for await (const part of readBaseBackup(url)) {
      if (part.file === 'manifest') manifest.push(part.bytes);
      else {
        bytes += part.bytes.length;
        onBytes(bytes);
        yield part.bytes;
      }
    }
  }
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const file = createWriteStream(join(folder, ARCHIVE), { mode: 0o600, flush: true });
  await pipeline(Readable.from(archive(), { objectMode: false }), compress, file);
  await writeFile(join(folder, MANIFEST), Buffer.concat(manifest), { mode: 0o600, flush: true });
}

/** Lists every file of the data folder but those of the log, which the archive holds complete or not at all. */
const manifestShape = z.object({
  Files: z.array(
    z.object({
      Path: z.string(),
      Size: z.int(),
      'Checksum-Algorithm': z.literal('SHA256'),
      Checksum: z.hex(),
    }),
  ),
});

/** Unpacks a copy into an empty folder, as its owner, and compares every file with its checksum. Throws StartupError. */
export async function unpackCopy(backup: string, folder: string, owner: Owner): Promise<void> {
  const tar = spawn('tar', ['--extract', '--no-same-owner', '--preserve-permissions', `--directory=${folder}`], {
    ...owner,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let output = '';
  tar.stderr.on('data', (chunk: Buffer) => (output = (output + chunk).slice(-2000)));
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.once('error', reject);
    tar.once('close', resolve);
  });
  const [code] = await Promise.all([
    ended,
    // tar reports by itself why it ended early.
    pipeline(createReadStream(join(backup, ARCHIVE)), createZstdDecompress(), tar.stdin).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    }),
  ]);
  if (code !== 0) throw new StartupError(`${ARCHIVE} can't be unpacked: ${output.trim()}`);
  const { Files: files } = manifestShape.parse(JSON.parse(readFileSync(join(backup, MANIFEST), 'utf8')));
  for (const { Path: path, Size: size, Checksum: checksum } of files) {
    const found = await measureFile(join(folder, path)).catch(() => undefined);
    if (found?.bytes !== size || found.sha256 !== checksum)
      throw new StartupError(`The restored file ${path} ${found ? 'differs from the backup' : 'is missing'}.`);
  }
}
