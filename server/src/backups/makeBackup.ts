// Makes a backup of the whole database in a new folder: a dump of an own PostgreSQL, a copy of the embedded one.
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Sql } from '../platform/database/connect.ts';
import { lockFolder } from '../platform/database/embedded/lockFolder.ts';
import { makeFolder } from '../platform/files/makeFolder.ts';
import { syncFolder } from '../platform/files/syncFolder.ts';
import { KEY_FILES } from '../platform/secrets/keyFiles.ts';
import { isDiskFull, StartupError } from '../platform/startupError.ts';
import { version } from '../version.ts';
import { COPY_FILES, writeCopy } from './copyFiles.ts';
import { type BackupDescription, measureFile, writeDescription } from './description.ts';
import { marksOf } from './keyMarks.ts';
import { runOn } from './programs.ts';
import { sumTables, type TableSum } from './tableSums.ts';

export const DUMP = 'database.dump';
const PREFIX = 'heliograph-';
const UNFINISHED = '.unfinished';

export interface BackupSource {
  sql: Sql;
  /** Contains a password: never print it. */
  url: string;
  /** Folder of the embedded database; null: it is an own PostgreSQL. */
  dataDir: string | null;
}

type Keys = Pick<Config, 'secondFactorKey' | 'bdmSecrets' | 'pushKey'>;
type Options = {
  folder: string;
  at: Date;
  /** Receives the size of a copy so far, in bytes. */
  onBytes: (bytes: number) => void;
};

/** Makes a backup below `folder` and returns its path. It gets its name when it is complete and on disk. Throws StartupError. */
export async function makeBackup(source: BackupSource, keys: Keys, { folder, at, onBytes }: Options): Promise<string> {
  makeFolder(folder, 0o700);
  const unlock = await lockFolder(folder);
  if (!unlock) throw new StartupError(`Another backup is being written to ${folder}.`);
  const path = join(folder, `${PREFIX}${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
  const unfinished = `${path}${UNFINISHED}`;
  try {
    removeUnfinished(folder);
    mkdirSync(unfinished, { mode: 0o700 });
    // Before the copy: everything committed until now is in it.
    const state = await stateOf(source.sql);
    const contents = await writeContents(source, unfinished, onBytes);
    const files = [];
    for (const name of contents.files) files.push({ name, ...(await measureFile(join(unfinished, name))) });
    const { kind, tables } = contents;
    const made = { format: 1, heliograph: version, madeAt: at.toISOString() } as const;
    writeDescription(unfinished, { ...made, kind, ...state, files, tables, keys: marksOf(keys) });
    syncFolder(unfinished);
    renameSync(unfinished, path);
    syncFolder(folder);
    return path;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw isDiskFull(error) ? new StartupError(`The disk that holds ${folder} is full.`) : error;
  } finally {
    unlock();
  }
}

/** Removes what interrupted backups left behind; under the lock none is being written. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(PREFIX) && name.endsWith(UNFINISHED)) rmSync(join(folder, name), { recursive: true });
}

async function writeContents(
  { sql, url, dataDir }: BackupSource,
  folder: string,
  onBytes: Options['onBytes'],
): Promise<Pick<BackupDescription, 'kind' | 'tables'> & { files: string[] }> {
  if (dataDir === null) return { kind: 'dump', tables: await writeDump(sql, url, folder), files: [DUMP] };
  await writeCopy(url, folder, onBytes);
  const keyFiles = Object.values(KEY_FILES).filter((name) => existsSync(join(dataDir, name)));
  for (const name of keyFiles) copyFileSync(join(dataDir, name), join(folder, name));
  return { kind: 'copy', tables: [], files: [...COPY_FILES, ...keyFiles] };
}

/** Dumps the database and adds up its tables, both in one snapshot. */
async function writeDump(sql: Sql, url: string, folder: string): Promise<TableSum[]> {
  return await sql.begin('isolation level repeatable read read only', async (tx) => {
    const [row] = await tx<{ snapshot: string }[]>`select pg_export_snapshot() as snapshot`;
    const args = ['--format=custom', `--snapshot=${row!.snapshot}`, `--file=${join(folder, DUMP)}`];
    const [sums] = await Promise.all([sumTables(tx), runOn(url, 'pg_dump', args)]);
    return sums;
  });
}

async function stateOf(sql: Sql): Promise<Pick<BackupDescription, 'postgres' | 'migration' | 'auditSeal'>> {
  const [state] = await sql<Pick<BackupDescription, 'postgres' | 'migration' | 'auditSeal'>[]>`
    select current_setting('server_version_num')::int / 10000 as postgres,
      (select max(name collate "C") from migrations) as migration,
      (select seq || ':' || encode(hash, 'hex') from audit_seals order by seq desc limit 1) as audit_seal`;
  return state!;
}

/** Returns the paths of complete backups below a folder, oldest first. */
export function backupsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(PREFIX) && !entry.name.endsWith(UNFINISHED))
    .map(({ name }) => join(folder, name))
    .sort();
}

/** Deletes the oldest backups below a folder but `keep`; returns how many it deleted. */
export function pruneBackups(folder: string, keep: number): number {
  if (!(Number.isInteger(keep) && keep >= 1)) throw new StartupError('--keep must be a number from 1.');
  const old = backupsIn(folder).slice(0, -keep);
  for (const path of old) rmSync(path, { recursive: true });
  return old.length;
}
