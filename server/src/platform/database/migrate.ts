// Migrates a database to the newest schema: plain SQL files, forward only, under a lock that a second starting server waits for.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartupError } from '../startupError.ts';
import { isCallAccessStored, restoreCallAccess, storeCallAccess } from './callAccess.ts';
import type { Sql } from './connect.ts';
import { requireCallRole, requireCallRoleUse, withoutMakingRoles } from './databaseRoles.ts';
import { readSettingsPerStatement } from './rowPolicies.ts';

export const migrationsDir: string = resolve(import.meta.dirname, '../../../migrations');

/** Key of the advisory lock, the same for all servers: "helio" in ASCII. */
export const startLockKey = 0x68_65_6c_69_6f;

type Migration = { name: string; text: string; checksum: string };

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name) => {
    // Git may check out files with other line ends, which is no edit.
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name: name.slice(0, -'.sql'.length), text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

function refuseWrongHistory(files: Migration[], applied: { name: string; checksum: string }[]): void {
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const { name, checksum } of applied) {
    const file = byName.get(name);
    if (!file) {
      throw new StartupError(
        `The database is newer than this Heliograph: it has the migration ${name}, which is unknown here; start a newer version.`,
      );
    }
    if (file.checksum !== checksum) {
      throw new StartupError(
        `The migration ${name}.sql was changed after it was applied to this database; restore the file and add a new migration instead.`,
      );
    }
  }
  const last = applied.at(-1)?.name ?? '';
  const known = new Set(applied.map(({ name }) => name));
  const late = files.find(({ name }) => name < last && !known.has(name));
  if (late) {
    throw new StartupError(
      `The migration ${late.name}.sql comes before ${last}, which this database already has; give it a higher number.`,
    );
  }
}

type Print = (line: string) => void;

/**
 * Applies missing migrations, each in its own transaction, and returns their names. Throws StartupError. `print`: receives a
 * sentence about what was wrong with the database and has been mended.
 */
export async function migrate(sql: Sql, folder: string = migrationsDir, print: Print = () => {}): Promise<string[]> {
  const files = readMigrations(folder);
  await requireCallRole(sql);
  const applied = await applyMissing(sql, files, { isWhole: folder === migrationsDir, print });
  await requireCallRoleUse(sql);
  return applied;
}

/** Returns the migrations that the next start would apply. Throws StartupError for a database of a newer version. */
export async function missingMigrations(sql: Sql): Promise<Pick<Migration, 'name' | 'text'>[]> {
  const files = readMigrations(migrationsDir);
  const applied = await sql<{ name: string; checksum: string }[]>`
    select name, checksum from migrations order by name collate "C"`;
  refuseWrongHistory(files, applied);
  return files.slice(applied.length);
}

export const isKnownMigration = (name: string): boolean => existsSync(join(migrationsDir, `${name}.sql`));

async function applyMissing(
  sql: Sql,
  files: Migration[],
  { isWhole, print }: { isWhole: boolean; print: Print },
): Promise<string[]> {
  const session = await sql.reserve();
  try {
    // Without limits: a second starting server waits for the first, and a migration may take long.
    await session`select set_config('lock_timeout', '0', false), set_config('statement_timeout', '0', false)`;
    await session`select pg_advisory_lock(${startLockKey})`;
    try {
      await session`
        create table if not exists migrations (
          name text primary key, checksum text not null, applied_at timestamptz not null default now()
        )`;
      const applied = await session<{ name: string; checksum: string }[]>`
        select name, checksum from migrations order by name collate "C"`;
      refuseWrongHistory(files, applied);
      const restored = await restoreCallAccess(session);
      if (restored > 0)
        print(
          `The role heliograph_call lacked ${restored} of its rights, as after a restore without it; they were restored.`,
        );
      const missing = files.slice(applied.length);
      for (const [n, { name, text, checksum }] of missing.entries()) {
        await session.unsafe('begin');
        try {
          await session.unsafe(withoutMakingRoles(text));
          // Only with the last migration: reading a policy waits for locks on its table.
          if (n === missing.length - 1) await readSettingsPerStatement(session);
          await session`insert into migrations ${session({ name, checksum })}`;
          await session.unsafe('commit');
        } catch (error) {
          await session.unsafe('rollback');
          if (error instanceof Error) error.message = `Migration ${name}: ${error.message}`;
          throw error;
        }
      }
      if (isWhole && (missing.length > 0 || !(await isCallAccessStored(session)))) await storeCallAccess(session);
      return missing.map(({ name }) => name);
    } finally {
      await session`select pg_advisory_unlock(${startLockKey})`;
      await session`reset lock_timeout`;
      await session`reset statement_timeout`;
    }
  } finally {
    session.release();
  }
}
