// Opens the database for a command-line tool: that of a running server, or the embedded one itself.
import pino from 'pino';
import { type Config, readConfig } from '../../config.ts';
import type { Context } from '../../context.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { type Database, openForTool } from '../../platform/database/open.ts';
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
  const database = await openForTool(config);
  await migrate(database.sql);
  return database;
}
