// Process that seals samples continuously at a given time, to be killed; sends a message after each pass.
import pino from 'pino';
import { compactDays } from '../src/jobs/compactDays.ts';
import { connect } from '../src/platform/database/connect.ts';
import { createDatabaseHealth } from '../src/platform/database/databaseHealth.ts';

const [databaseUrl, at] = process.argv.slice(2) as [string, string];
const sql = connect(databaseUrl, { max: 2 });
// The parent process has ended.
process.once('disconnect', () => process.exit(0));
process.send?.('begins');
for (;;) {
  await compactDays({
    sql,
    clock: { now: () => new Date(at) },
    log: pino({ level: 'silent' }),
    databaseHealth: createDatabaseHealth(),
  });
  process.send?.('sealed');
}
