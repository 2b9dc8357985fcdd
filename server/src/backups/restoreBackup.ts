// Restores a backup into an empty database: its own, or an embedded one in an empty data folder.
import { chownSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connect, NO_LIMITS, type Sql } from '../platform/database/connect.ts';
import { requireCallRole } from '../platform/database/databaseRoles.ts';
import { databaseOwner, prepareDataDir } from '../platform/database/embedded/places.ts';
import { isKnownMigration } from '../platform/database/migrate.ts';
import { KEY_FILES } from '../platform/secrets/keyFiles.ts';
import { StartupError } from '../platform/startupError.ts';
import { unpackCopy } from './copyFiles.ts';
import { type BackupDescription, faultOf, readDescription } from './description.ts';
import { DUMP } from './makeBackup.ts';
import { runOn } from './programs.ts';

export interface RestoreTarget {
  databaseUrl: string | undefined;
  dataDir: string;
}

/** Restores the backup in a folder; returns its description. Throws StartupError, also when the place is not empty. */
export async function restoreBackup(
  folder: string,
  { databaseUrl, dataDir }: RestoreTarget,
): Promise<BackupDescription> {
  const description = readDescription(folder);
  if (!isKnownMigration(description.migration))
    throw new StartupError(`The backup is of Heliograph ${description.heliograph}, which is newer than this one.`);
  const fault = await faultOf(folder);
  if (fault) throw new StartupError(`The backup is damaged: ${fault}`);
  if (description.kind === 'dump') await restoreDump(folder, databaseUrl);
  else await restoreCopy(folder, { databaseUrl, dataDir });
  return description;
}

async function restoreDump(folder: string, databaseUrl: string | undefined): Promise<void> {
  if (databaseUrl === undefined)
    throw new StartupError('This backup is a dump: set DATABASE_URL to an empty database of your PostgreSQL.');
  const sql = connect(databaseUrl, { max: 1, limits: NO_LIMITS });
  try {
    await requireEmpty(sql);
    await requireCallRole(sql);
    await ensureCallRole(sql);
  } finally {
    await sql.end({ timeout: 3 });
  }
  // In one transaction, so that an interrupted restore leaves the database empty.
  await runOn(databaseUrl, 'pg_restore', ['--single-transaction', '--exit-on-error', '--no-owner', join(folder, DUMP)]);
}

async function requireEmpty(sql: Sql): Promise<void> {
  const [tables] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'`;
  if (tables!.count > 0)
    throw new StartupError(`The database of DATABASE_URL has ${tables!.count} tables; restore into an empty one.`);
}

/** Creates the role that the dump grants rights to. It belongs to no database, so no dump contains it. */
async function ensureCallRole(sql: Sql): Promise<void> {
  const [role] = await sql`select from pg_roles where rolname = 'heliograph_call'`;
  if (role) return;
  await sql`create role heliograph_call nologin`;
  await sql`grant heliograph_call to current_user`;
}

async function restoreCopy(folder: string, { databaseUrl, dataDir }: RestoreTarget): Promise<void> {
  if (databaseUrl !== undefined)
    throw new StartupError('This backup is a copy of the embedded database: restore it without DATABASE_URL.');
  const pgData = join(dataDir, 'postgres');
  if (existsSync(pgData))
    throw new StartupError(`The data folder ${dataDir} has a database; restore into another folder with DATA_DIR.`);
  const owner = databaseOwner();
  prepareDataDir(dataDir, owner);
  const unfinished = `${pgData}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (owner) chownSync(unfinished, owner.uid, owner.gid);
  try {
    await unpackCopy(folder, unfinished, owner);
    for (const name of Object.values(KEY_FILES))
      if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(dataDir, name));
    renameSync(unfinished, pgData);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}
