// A server process as far as one file of samples is concerned: it begins to make it, and is killed meanwhile.
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
// Slower than any machine: each look at the days waits, so that it is always killed in the middle.
const begin = sql.begin.bind(sql) as (...given: unknown[]) => Promise<unknown>;
const slow = Object.assign(
  ((...given: unknown[]) => (sql as unknown as (...all: unknown[]) => unknown)(...given)) as unknown as typeof sql,
  sql,
  {
    begin: async (...given: unknown[]) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return await begin(...given);
    },
  },
);
await makeUserFile({ ...context, sql: slow }, JSON.parse(key!));
