// A process that begins to create one file of samples and is killed meanwhile.
import pino from 'pino';
import { parseConfig } from '../src/config.ts';
import { connect } from '../src/platform/database/connect.ts';
import { makeUserFile } from '../src/readings/makeFiles.ts';
import { createServices } from '../src/services.ts';

const [url, key] = process.argv.slice(2);
process.once('disconnect', () => process.exit(0));
const sql = connect(url!, { max: 2 });
const config = parseConfig({ env: { DEMO: 'off' }, production: false, isRoot: false });
const context = {
  sql,
  config,
  clock: { now: () => new Date() },
  log: pino({ level: 'silent' }),
  ...createServices(sql),
};
// Delays each query of the days, so that the process is always killed in the middle.
const begin = sql.begin.bind(sql) as (...args: unknown[]) => Promise<unknown>;
const slow = Object.assign(
  ((...args: unknown[]) => (sql as unknown as (...all: unknown[]) => unknown)(...args)) as unknown as typeof sql,
  sql,
  {
    begin: async (...args: unknown[]) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return await begin(...args);
    },
  },
);
await makeUserFile({ ...context, sql: slow }, JSON.parse(key!));
