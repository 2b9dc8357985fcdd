// Opens the database: the embedded one, or the one that DATABASE_URL names.
import { StartupError } from '../startupError.ts';
import { connect, type Limits, NO_LIMITS, type Sql } from './connect.ts';
import { createDatabaseHealth, type DatabaseHealth } from './databaseHealth.ts';
import { excessiveRights } from './databaseRoles.ts';
import { nameOf } from './databaseUrl.ts';
import { embeddedUrl, startEmbedded } from './embedded/embedded.ts';

export type Database = {
  sql: Sql;
  /** URL for a second connection, in the form that connect() accepts. May contain a password: never print it. */
  url: string;
  embedded: boolean;
  trouble: DatabaseHealth;
  /** Warnings for the operator, one sentence each. */
  warnings: string[];
  close: () => Promise<void>;
};

type OpenOptions = {
  databaseUrl: string | undefined;
  dataDir: string;
  /** Refuses a role with excessive rights instead of warning of it. */
  production?: boolean;
  max?: number;
  /** Time limits other than a server's, for command-line tools. */
  limits?: Limits;
  /** Receives a sentence for each event of the embedded database while it runs. */
  print?: (line: string) => void;
};

async function endPool(sql: Sql): Promise<void> {
  await sql.end({ timeout: 3 });
}

type Settings = { version: number; encoding: string; fsync: string; synchronousCommit: string };

/** Checks the database; returns warnings. Throws StartupError if it cannot be used. */
async function requireUsable(sql: Sql, databaseUrl: string, production: boolean): Promise<string[]> {
  const name = nameOf(databaseUrl);
  let row: Settings | undefined;
  try {
    [row] = await sql<Settings[]>`
      select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
        current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit`;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const reason = `The database ${name} of DATABASE_URL can't be used: ${message || code || 'no answer'}.`;
    throw Object.assign(new StartupError(reason), { code });
  }
  if (!row || row.version < 150_000) {
    throw new StartupError(
      `The database ${name} is PostgreSQL ${Math.floor((row?.version ?? 0) / 10_000)}; Heliograph needs 15 or newer.`,
    );
  }
  if (row.encoding !== 'UTF8') {
    throw new StartupError(`The database ${name} is encoded in ${row.encoding}; Heliograph needs UTF8.`);
  }
  const warnings: string[] = [];
  const tooMighty = await excessiveRights(sql);
  if (tooMighty && production) throw new StartupError(tooMighty);
  if (tooMighty) warnings.push(tooMighty);
  const setting = row.fsync === 'off' ? 'fsync' : row.synchronousCommit === 'off' ? 'synchronous_commit' : undefined;
  if (setting) {
    warnings.push(
      `The database ${name} answers before it has written (${setting} is off): a power cut can lose reports that devices consider stored.`,
    );
  }
  return warnings;
}

export async function openDatabase({
  databaseUrl,
  dataDir,
  production = false,
  max = 20,
  limits,
  print,
}: OpenOptions): Promise<Database> {
  const trouble = createDatabaseHealth();
  if (databaseUrl) {
    const sql = connect(databaseUrl, { max, ...(limits ? { limits } : {}) });
    try {
      const warnings = await requireUsable(sql, databaseUrl, production);
      return { sql, url: databaseUrl, embedded: false, trouble, warnings, close: () => endPool(sql) };
    } catch (error) {
      await endPool(sql);
      throw error;
    }
  }
  const embedded = await startEmbedded({ dataDir, ...(print ? { print } : {}) });
  const sql = connect(embedded.url, { max, ...(limits ? { limits } : {}) });
  trouble.watch(embedded.trouble);
  const close = async (): Promise<void> => {
    await endPool(sql);
    await embedded.stop();
  };
  return { sql, url: embedded.url, embedded: true, trouble, warnings: [], close };
}

/** Opens the database for a command-line tool, without time limits: the embedded one of a server that runs on the same data folder, too. */
export async function openForTool(config: Pick<OpenOptions, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  const running = config.databaseUrl ? null : await openRunning(config.dataDir);
  return running ?? (await openDatabase({ ...config, max: 4, limits: NO_LIMITS }));
}

async function openRunning(dataDir: string): Promise<Database | null> {
  const url = embeddedUrl(dataDir);
  if (!url) return null;
  const sql = connect(url, { max: 4, connectTimeoutS: 3, limits: NO_LIMITS });
  try {
    await sql`select 1`;
    return {
      sql,
      url,
      embedded: true,
      trouble: createDatabaseHealth(),
      warnings: [],
      close: () => sql.end({ timeout: 3 }),
    };
  } catch {
    await sql.end({ timeout: 1 });
    return null;
  }
}
