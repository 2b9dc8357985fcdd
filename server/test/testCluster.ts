// npm run test:cluster -- --citus FOLDER [words for vitest ...]: the server's tests on a throw-away cluster of three nodes on this machine.
// FOLDER holds the programs of a PostgreSQL (its bin folder) into which Citus, built by its own build, was installed; nothing is fetched or built here.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Postgres, startPostgres } from './postgres.ts';

const NODES = 3;
const SETTINGS = {
  shared_preload_libraries: 'citus',
  // One a database is always at it, and each test file has one.
  max_worker_processes: 48,
  max_prepared_transactions: 200,
  max_connections: 300,
  shared_buffers: '64MB',
  'citus.enable_statistics_collection': 'off',
};

const [flag, bin, ...words] = process.argv.slice(2);
if (flag !== '--citus' || !bin) refuse('usage: npm run test:cluster -- --citus FOLDER [words for vitest ...]');
requireCitus(bin);

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

function requireCitus(folder: string): void {
  const config = join(folder, 'pg_config');
  if (!existsSync(join(folder, 'postgres')) || !existsSync(config))
    refuse(
      `${folder} holds no PostgreSQL: name the bin folder of one into which Citus was installed ("make install" of its build).`,
    );
  const said = spawnSync(config, ['--sharedir', '--pkglibdir'], { encoding: 'utf8' }).stdout.trim().split('\n');
  const [share = '', lib = ''] = said;
  if (!existsSync(join(share, 'extension/citus.control')) || !existsSync(join(lib, 'citus.so')))
    refuse(
      `The PostgreSQL of ${folder} has no Citus: build it with PG_CONFIG=${config} and run its "make install" first.`,
    );
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
