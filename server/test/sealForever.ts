// A process that seals without a pause at a given time, told of by a message after each pass; to be killed.
import pino from 'pino';
import { compactDays } from '../src/jobs/compactDays.ts';
import { connect } from '../src/platform/database/connect.ts';
import { createDatabaseHealth } from '../src/platform/database/databaseHealth.ts';

const [databaseUrl, at] = process.argv.slice(2) as [string, string];
const sql = connect(databaseUrl, { max: 2 });
// Whoever started it has gone.
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
