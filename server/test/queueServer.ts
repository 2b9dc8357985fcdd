// A server process with only the job queue; its job notifies the parent when it starts, and then runs until it is aborted.
import pino from 'pino';
import { parseConfig } from '../src/config.ts';
import { startQueue } from '../src/jobs/queue.ts';
import { connect } from '../src/platform/database/connect.ts';
import { createServices } from '../src/services.ts';

const url = process.argv[2]!;
const sql = connect(url, { max: 4 });
// The parent process has ended.
process.once('disconnect', () => process.exit(0));
const config = parseConfig({ env: { DEMO: 'off' }, production: false, isRoot: false });
const clock = { now: () => new Date() };
const context = { sql, config, clock, log: pino({ level: 'silent' }), ...createServices(sql) };
await startQueue(context, url, {
  long: {
    everyS: 1,
    isExclusive: true,
    async run(_, signal) {
      process.send?.('begins');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  },
});
process.send?.('started');
