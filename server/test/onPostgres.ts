// Runs the tests on an installed PostgreSQL: node server/test/onPostgres.ts FOLDER_OF_ITS_PROGRAMS [words for vitest ...]
import { spawn } from 'node:child_process';
import { startPostgres } from './postgres.ts';

const [bin, ...words] = process.argv.slice(2);
if (!bin) throw new Error('usage: onPostgres.ts FOLDER_OF_ITS_PROGRAMS [words for vitest ...]');
const postgres = await startPostgres(bin);
const child = spawn('vitest', ['run', ...words], {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: postgres.url },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const status = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 130)));
await postgres.stop();
process.exit(status);
