// npm run test:cluster -- --citus FOLDER [--pg-config PATH] [words for vitest ...]: runs the server's tests on a temporary cluster of three nodes on this machine.
// FOLDER is the source of Citus, which is built for the PostgreSQL of PATH, or the bin folder of a PostgreSQL with Citus; nothing is downloaded.
import { spawn } from 'node:child_process';
import { StartupError } from '../src/platform/startupError.ts';
import { buildCitus, isCitusSource, withCitus } from './buildCitus.ts';
import { type Postgres, startPostgres } from './postgres.ts';

const NODES = 3;
const SETTINGS = {
  shared_preload_libraries: 'citus',
  // One maintenance worker per database always runs, and each test file has a database.
  max_worker_processes: 48,
  max_prepared_transactions: 200,
  max_connections: 300,
  shared_buffers: '64MB',
  'citus.enable_statistics_collection': 'off',
};

const { folder, pgConfig, words } = given(process.argv.slice(2));
const bin = programs();

const nodes: Postgres[] = [];
let status = 1;
try {
  nodes.push(...(await Promise.all(Array.from({ length: NODES }, () => startPostgres(bin, SETTINGS, true)))));
  status = await runTests(nodes);
} finally {
  await Promise.all(nodes.map((node) => node.stop()));
}
process.exit(status);

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

function programs(): string {
  try {
    return isCitusSource(folder) ? buildCitus(folder, pgConfig) : withCitus(folder);
  } catch (error) {
    if (error instanceof StartupError) refuse(error.message);
    throw error;
  }
}

function given(args: string[]): { folder: string; pgConfig?: string; words: string[] } {
  const [flag, folder, ...rest] = args;
  const [next, pgConfig, ...words] = rest;
  const isNamed = next === '--pg-config';
  if (flag !== '--citus' || !folder || (isNamed && !pgConfig))
    refuse('usage: npm run test:cluster -- --citus FOLDER [--pg-config PATH] [words for vitest ...]');
  return isNamed ? { folder, pgConfig, words } : { folder, words: rest };
}

function runTests(all: readonly Postgres[]): Promise<number> {
  const child = spawn('vitest', ['run', '--project', 'server', ...words], {
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_DATABASE_URL: all[0]!.url,
      TEST_CLUSTER_NODES: all.map(({ superuserUrl }) => superuserUrl).join(' '),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 130)));
}
