// Compacts without a pause and treats every day as over: frames become blocks, and blocks are reopened, as they arrive.
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { compactDays } from '../server/src/jobs/compactDays.ts';
import { connect } from '../server/src/platform/database/connect.ts';
import { createDatabaseHealth } from '../server/src/platform/database/databaseHealth.ts';

const DAYS_AHEAD_MS = 3 * 86_400_000;
const PAUSE_MS = 50;

const sql = connect(process.argv[2]!, { max: 2 });
const clock = { now: () => new Date(Date.now() + DAYS_AHEAD_MS) };
const log = pino({ level: 'silent' });
let samples = 0;
// Ends with the parent process.
process.once('disconnect', () => process.exit(0));
for (;;) {
  try {
    samples += (await compactDays({ sql, clock, log, databaseHealth: createDatabaseHealth() })).samples;
    process.send?.(samples);
  } catch {}
  await wait(PAUSE_MS);
}
