// Process that runs pending jobs of plants, to be killed or stopped; sends a message before it starts.
import pino from 'pino';
import { parseConfig } from '../src/config.ts';
import { runSiteJobs } from '../src/jobs/siteJobs/runSiteJobs.ts';
import { connect } from '../src/platform/database/connect.ts';
import { createServices } from '../src/services.ts';

const sql = connect(process.argv[2]!, { max: 3 });
// The parent process has ended.
process.once('disconnect', () => process.exit(0));
const config = parseConfig({ env: { DEMO: 'off' }, production: false, isRoot: false });
const clock = { now: () => new Date() };
const context = { sql, config, clock, log: pino({ level: 'silent' }), ...createServices(sql) };
process.send?.('begins');
await runSiteJobs(context);
process.send?.('done');
await sql.end();
process.exit(0);
