// Opens the database: the embedded one, or the one that DATABASE_URL names.
import { StartError } from '../startError.ts';
import { connect, type Limits, type Sql } from './connect.ts';
import { startEmbedded } from './embedded.ts';
import { openTroubleWatch, type TroubleWatch } from './trouble.ts';

export type Database = {
  sql: Sql;
  /** For a second connection, in the form that connect() takes. May hold a password: never print it. */
  url: string;
  embedded: boolean;
  trouble: TroubleWatch;
  /** What its operator should know, in a sentence. */
  warning?: string;
  close: () => Promise<void>;
};

type Wanted = {
  databaseUrl: string | undefined;
  dataDir: string;
  max?: number;
  /** Other limits of time than a server's, for command lines. */
  limits?: Limits;
  /** Told in a sentence what happens to the embedded database while it runs. */
  say?: (line: string) => void;
};

async function endPool(sql: Sql): Promise<void> {
  await sql.end({ timeout: 3 });
}

type Settings = { version: number; encoding: string; fsync: string; synchronousCommit: string };

/** Gives the warning, if there is one. */
async function requireUsable(sql: Sql, databaseUrl: string): Promise<string | undefined> {
  const { host, pathname } = new URL(databaseUrl);
  const name = `${host}${pathname}`;
  let row: Settings | undefined;
  try {
    [row] = await sql<Settings[]>`
      select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
        current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit`;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw new StartError(`The database ${name} of DATABASE_URL can't be used: ${message || code || 'no answer'}.`);
  }
  if (!row || row.version < 150_000) {
    throw new StartError(
      `The database ${name} is PostgreSQL ${Math.floor((row?.version ?? 0) / 10_000)}; Heliograph needs 15 or newer.`,
    );
  }
  if (row.encoding !== 'UTF8') {
    throw new StartError(`The database ${name} is encoded in ${row.encoding}; Heliograph needs UTF8.`);
  }
  const setting = row.fsync === 'off' ? 'fsync' : row.synchronousCommit === 'off' ? 'synchronous_commit' : undefined;
  return setting
    ? `The database ${name} answers before it has written (${setting} is off): a power cut can lose what devices were told is stored.`
    : undefined;
}

export async function openDatabase({ databaseUrl, dataDir, max = 20, limits, say }: Wanted): Promise<Database> {
  const trouble = openTroubleWatch();
  if (databaseUrl) {
    const sql = connect(databaseUrl, { max, ...(limits ? { limits } : {}) });
    try {
      const warning = await requireUsable(sql, databaseUrl);
      return {
        sql,
        url: databaseUrl,
        embedded: false,
        trouble,
        ...(warning ? { warning } : {}),
        close: () => endPool(sql),
      };
    } catch (error) {
      await endPool(sql);
      throw error;
    }
  }
  const embedded = await startEmbedded({ dataDir, ...(say ? { say } : {}) });
  const sql = connect(embedded.url, { max, ...(limits ? { limits } : {}) });
  trouble.watch(embedded.trouble);
  const close = async (): Promise<void> => {
    await endPool(sql);
    await embedded.stop();
  };
  return { sql, url: embedded.url, embedded: true, trouble, close };
}
