// Runs a timed job as a separate process on a test's database, at the test's time and without the lock that limits it to one server. `jobProcess.ts JOB INSTANT` starts when the test releases lock 1465.
import pino from 'pino';
import { parseConfig } from '../src/config.ts';
import { type TimedJob, timedJobs } from '../src/jobs/schedule.ts';
import { connect } from '../src/platform/database/connect.ts';
import { createServices } from '../src/services.ts';

const [job = '', instant = ''] = process.argv.slice(2);
const { TEST_DATABASE, ...env } = process.env;
const sql = connect(TEST_DATABASE!, { max: 4 });
const timed: Record<string, TimedJob> = timedJobs;
const context = {
  sql,
  config: parseConfig({ env: { ALLOW_PRIVATE_TARGETS: '127.0.0.1', ...env }, production: false, isRoot: false }),
  clock: { now: () => new Date(instant) },
  log: pino({ level: 'error' }),
  ...createServices(sql),
};
console.log('ready at the line');
await sql.begin((tx) => tx`select pg_advisory_xact_lock_shared(1465)`);
console.log(`did ${await timed[job]!.run(context, new AbortController().signal)}`);
await sql.end({ timeout: 1 });
process.exit(0);
