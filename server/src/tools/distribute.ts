// npm run distribute: distributes the database of DATABASE_URL over the nodes of a Citus cluster (docs/operate/scale.md).
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { NO_LIMITS } from '../platform/database/connect.ts';
import { distribute } from '../platform/database/distribute.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open.ts';
import { StartupError } from '../platform/startupError.ts';

const USAGE = `Distributes the database of DATABASE_URL over the nodes of a Citus cluster: plants and all of their data, by plant.

  npm run distribute -- [--shards N]

  --shards N    number of shards; default: one for each node except the coordinator, at least two

  DATABASE_URL names the coordinator, as the role that owns the tables. Stop all servers first. Everything is distributed, or
  nothing; tables that are already distributed stay so. It cannot be undone: docs/operate/scale.md describes when it is worthwhile.`;

try {
  const { values } = parseArgs({ options: { shards: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) console.log(USAGE);
  else await run(shardsOf(values.shards));
} catch (error) {
  if (error instanceof StartupError) console.error(error.message);
  else if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) console.error((error as Error).message);
  else console.error('Nothing was distributed because of an internal error:', error);
  process.exitCode = 1;
}

async function run(shards: number | undefined): Promise<void> {
  const config = readConfig();
  if (!config.databaseUrl)
    throw new StartupError(
      'The embedded database cannot be distributed: name the coordinator of a cluster in DATABASE_URL.',
    );
  const { sql, close } = await openDatabase({ ...config, max: 1, limits: NO_LIMITS });
  try {
    const [connections] = await sql<{ count: number }[]>`
      select count(*) from pg_stat_activity
      where datname = current_database() and application_name = 'heliograph' and pid <> pg_backend_pid()`;
    if (connections!.count > 0)
      throw new StartupError(
        `Stop all servers first: ${connections!.count} connections of Heliograph are open to this database.`,
      );
    await migrate(sql);
    await distribute(sql, { ...(shards === undefined ? {} : { shards }), print: (line) => console.log(line) });
    console.log('Done: the servers can be started again.');
  } finally {
    await close();
  }
}

function shardsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const shards = Number(text);
  if (!Number.isInteger(shards) || shards < 1 || shards > 1024)
    throw new StartupError('--shards must be a number from 1 to 1024.');
  return shards;
}
