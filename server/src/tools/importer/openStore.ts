// Opens the database for a command-line tool: that of a running server, or the embedded one itself.
import pino from 'pino';
import { type Config, readConfig } from '../../config.ts';
import type { Context } from '../../context.ts';
import { connect, NO_LIMITS } from '../../platform/database/connect.ts';
import { createDatabaseHealth } from '../../platform/database/databaseHealth.ts';
import { embeddedUrl } from '../../platform/database/embedded/embedded.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { type Database, openDatabase } from '../../platform/database/open.ts';
import { createServices } from '../../services.ts';

/** Runs `work` on the database of the settings and closes it afterwards. */
export async function withStore(work: (context: Omit<Context, 'config'>) => Promise<void>): Promise<void> {
  const { sql, trouble, close } = await openStore(readConfig());
  try {
    const log = pino({ level: 'error' }, pino.destination(2));
    await work({ sql, clock: { now: () => new Date() }, log, ...createServices(sql, trouble) });
  } finally {
    await close();
  }
}

async function openStore(config: Pick<Config, 'databaseUrl' | 'dataDir' | 'production'>): Promise<Database> {
  const running = config.databaseUrl ? null : await openRunning(config.dataDir);
  const database = running ?? (await openDatabase({ ...config, max: 4, limits: NO_LIMITS }));
  await migrate(database.sql);
  return database;
}

/** The embedded database of a server that runs on the same data folder. */
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
