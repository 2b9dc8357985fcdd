// A server process as far as the queue is concerned: its timed work tells the parent when it begins, and then goes on for ever.
import pino from 'pino';
import { parseConfig } from '../src/config.ts';
import { startQueue } from '../src/jobs/queue.ts';
import { connect } from '../src/platform/database/connect.ts';
import { createServices } from '../src/services.ts';

const url = process.argv[2]!;
const sql = connect(url, { max: 4 });
// Whoever started it has gone.
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
