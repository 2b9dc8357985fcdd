// The description of a backup: what it holds, so that its files and the restored database can be checked without the original.
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { StartupError } from '../platform/startupError.ts';

const FILE = 'backup.json';

const backupDescription = z.object({
  format: z.literal(1),
  /** Version of the Heliograph that made it. */
  heliograph: z.string(),
  /** UTC. A dump holds what was committed then; a copy also holds some of what was committed while it was made. */
  madeAt: z.iso.datetime(),
  /** `dump`: made by pg_dump. `copy`: the files of an embedded PostgreSQL and its log. */
  kind: z.enum(['dump', 'copy']),
  /** Major version of PostgreSQL. */
  postgres: z.int(),
  /** Name of the newest migration. */
  migration: z.string(),
  files: z.array(z.object({ name: z.string().regex(/^[\w.-]+$/), bytes: z.int(), sha256: z.hex() })),
  /** Every table of a dump, with the sum of the checksums of its rows; empty for a copy. */
  tables: z.array(z.object({ table: z.string(), rows: z.int(), checksum: z.string() })),
  /** Newest seal of the audit log, NUMBER:HASH; null: there is none. */
  auditSeal: z.string().nullable(),
  /** Marks of the keys that the data needs, by setting; null: the setting was empty. */
  keys: z.record(z.string(), z.string().nullable()),
});

export type BackupDescription = z.infer<typeof backupDescription>;

/** Reads the description of a backup folder. Throws StartupError if the folder is none. */
export function readDescription(folder: string): BackupDescription {
  let text: string;
  try {
    text = readFileSync(join(folder, FILE), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartupError(`${folder} is not a backup: its ${FILE} can't be read (${code}).`);
  }
  const parsed = backupDescription.safeParse(parseJson(text));
  if (!parsed.success) throw new StartupError(`${join(folder, FILE)} is not the description of a backup.`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function writeDescription(folder: string, description: BackupDescription): void {
  writeFileSync(join(folder, FILE), `${JSON.stringify(description, null, 2)}\n`, { mode: 0o600, flush: true });
}

/** Reads a whole file; returns its size in bytes and its SHA-256. */
export async function measureFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), async (chunks) => {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  });
  return { bytes, sha256: hash.digest('hex') };
}

/** Reads every file of a backup; returns why it cannot be restored, undefined if it can. Throws StartupError without a readable description. */
export async function faultOf(folder: string): Promise<string | undefined> {
  for (const { name, bytes, sha256 } of readDescription(folder).files) {
    let found: Awaited<ReturnType<typeof measureFile>>;
    try {
      found = await measureFile(join(folder, name));
    } catch (error) {
      return `${name} can't be read (${(error as NodeJS.ErrnoException).code}).`;
    }
    if (found.bytes !== bytes) return `${name} has ${found.bytes} bytes instead of ${bytes}.`;
    if (found.sha256 !== sha256) return `The contents of ${name} were changed.`;
  }
  return undefined;
}
