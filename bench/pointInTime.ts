// Claim: a database with continuous archiving is restored to a chosen second, with everything that was acknowledged before it and nothing later.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, NO_LIMITS } from '../server/src/platform/database/connect.ts';
import { fillSites } from './fleet.ts';
import { BEHIND_PROXY, DEVICES_A_SITE, findAll, startSending } from './sending.ts';
import { freePort, openWorld, table } from './world.ts';

const BIN = process.argv[2] ?? '/usr/lib/postgresql/15/bin';
const SECONDS = Number(process.argv[3] ?? 30);
const DEVICES = 2_000;

const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout));
if (!(uid && gid)) throw new Error('this needs root, the user postgres and the packages postgresql and pgbackrest');
const folder = mkdtempSync(join(tmpdir(), 'heliograph-time-'));
const own = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o700 });
  chownSync(path, uid, gid);
  return path;
};
chownSync(folder, uid, gid);
const [data, repository, restored, logs] = ['data', 'repository', 'restored', 'logs'].map(own) as [
  string,
  string,
  string,
  string,
];
const port = await freePort();
const config = join(folder, 'pgbackrest.conf');
writeFileSync(
  config,
  `[global]\nrepo1-path=${repository}\nlog-path=${logs}\nlock-path=${logs}\nlog-level-console=warn\nstart-fast=y\n[heliograph]\npg1-path=${data}\npg1-port=${port}\npg1-socket-path=${folder}\n`,
);

const asPostgres = { uid, gid, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
function run(program: string, args: string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(program, args, { ...asPostgres, encoding: 'utf8', input });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}
const backrest = (...args: string[]): string =>
  run('pgbackrest', [`--config=${config}`, '--stanza=heliograph', ...args]);

const archive = {
  archive_mode: 'on',
  archive_command: `pgbackrest --config=${config} --stanza=heliograph archive-push %p`,
  // At most so many seconds are lost with the disk.
  archive_timeout: '10',
};
async function start(path: string, settings: Record<string, string>): Promise<ChildProcess> {
  const all = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: folder, ...settings };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(BIN, 'postgres'), ['-D', path, ...args], {
    ...asPostgres,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr!.on('data', (chunk) => (output += chunk));
  for (let tries = 0; spawnSync('pg_isready', ['-h', '127.0.0.1', '-p', String(port), '-q']).status !== 0; tries++) {
    if (child.exitCode !== null || tries > 600) throw new Error(`PostgreSQL did not start: ${output}`);
    await wait(100);
  }
  return child;
}
const ended = (child: ChildProcess): Promise<unknown> => new Promise((done) => child.once('exit', done));

run(join(BIN, 'initdb'), ['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']);
let postgres = await start(data, archive);
const psql = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-v', 'ON_ERROR_STOP=1'];
run(
  'psql',
  psql,
  'create role heliograph login; create role heliograph_call nologin; grant heliograph_call to heliograph; create database heliograph owner heliograph;',
);
backrest('stanza-create');
const databaseUrl = `postgres://heliograph@127.0.0.1:${port}/heliograph`;
const world = await openWorld({
  database: 'embedded',
  env: { ...BEHIND_PROXY, DATABASE_URL: databaseUrl },
  onLog: () => {},
});
const sinceMs = Date.now();
let n = 0;
try {
  await world.startServer();
  const before = connect(databaseUrl, { max: 2, limits: NO_LIMITS });
  await fillSites(before, DEVICES / DEVICES_A_SITE, DEVICES_A_SITE);
  // The filled rows claim energy that no day has.
  await before`update site_live set total_wh = 0, today_wh = 0`;
  await before.end();
  const sending = startSending(world.url, () => ({ device: n % DEVICES, count: Math.floor(n++ / DEVICES) }));
  const beganMs = performance.now();
  backrest('--type=full', 'backup');
  const backupS = (performance.now() - beganMs) / 1000;
  await wait((SECONDS * 1000) / 2);
  const second = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
  // Earlier by more than the answer of a frame takes to arrive.
  await wait(second.getTime() - Date.now() - 20);
  const acknowledged = sending.frames.filter(({ status }) => status === 200);
  await wait((SECONDS * 1000) / 2);
  await sending.stop();
  const later = sending.frames.length;
  await wait(15_000);
  await world.killServer();
  const end = ended(postgres);
  postgres.kill('SIGKILL');
  await end;
  const restoredMs = performance.now();
  backrest(
    `--pg1-path=${restored}`,
    '--type=time',
    `--target=${second.toISOString().replace('T', ' ').replace('.000Z', '+00')}`,
    '--target-action=promote',
    'restore',
  );
  postgres = await start(restored, { archive_mode: 'off' });
  const sql = connect(databaseUrl, { max: 2, limits: NO_LIMITS });
  while ((await sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`)[0]!.standby) await wait(200);
  const restoreS = (performance.now() - restoredMs) / 1000;
  const { lost, twice } = await findAll(sql, acknowledged, sinceMs);
  const all = await findAll(sql, sending.frames, sinceMs);
  await sql.end();
  const verify = spawnSync(process.execPath, [resolve(import.meta.dirname, '../server/src/tools/verify.ts')], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    encoding: 'utf8',
  });
  console.log(verify.stdout + verify.stderr);
  table([
    {
      'frames acknowledged before the second': acknowledged.length,
      'lost of them': lost,
      'stored twice': twice,
      'frames sent in all': later,
      'not in the restored database': all.lost,
      'backup s': backupS.toFixed(1),
      'restore s': restoreS.toFixed(1),
    },
  ]);
  const passed = lost === 0 && twice === 0 && acknowledged.length > 0 && all.lost > 0 && verify.status === 0;
  console.log(passed ? 'the chosen second was restored, whole' : 'FAILED');
  process.exitCode = passed ? 0 : 1;
} finally {
  await world.close();
  const end = ended(postgres);
  postgres.kill('SIGINT');
  await end;
  rmSync(folder, { recursive: true, force: true });
}
