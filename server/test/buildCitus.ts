// Builds Citus from a copy of its source into a copy of a PostgreSQL; neither the source nor the system's PostgreSQL is modified.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { closedFolder, databaseOwner } from '../src/platform/database/embedded/places.ts';
import { StartupError } from '../src/platform/startupError.ts';

const cache = resolve(import.meta.dirname, '../../.cache/citus');

/** Headers that Citus requires, the configure option of PostgreSQL that makes it require them, and their Debian packages. */
const HEADERS: [header: string, builtWith: RegExp, debian: string][] = [
  ['lz4.h', /^/, 'liblz4-dev'],
  ['zstd.h', /^/, 'libzstd-dev'],
  ['openssl/ssl.h', /--with-(openssl|ssl=openssl)/, 'libssl-dev'],
  ['gssapi/gssapi.h', /--with-gssapi/, 'libkrb5-dev'],
];

/** Files that are not copied: results of earlier builds, perhaps for another PostgreSQL, the history and the tests. */
const LEFT_OUT = /(^|\/)(\.git|\.deps|build)$|^src\/test$|\.(o|so|a|bc)$/;

export function isCitusSource(folder: string): boolean {
  return existsSync(join(folder, 'configure')) && existsSync(join(folder, 'src/backend/distributed'));
}

/** Returns the folder if it is the bin folder of a PostgreSQL with Citus; throws otherwise. */
export function withCitus(bin: string): string {
  const config = join(bin, 'pg_config');
  if (!existsSync(join(bin, 'postgres')) || !existsSync(config))
    throw new StartupError(
      `${bin} holds neither the source of Citus ("configure" and "src/backend/distributed") nor, as a bin folder, a PostgreSQL into which Citus was installed.`,
    );
  const { lib, share } = installed(config);
  if (!existsSync(join(share, 'extension/citus.control')) || !existsSync(join(lib, 'citus.so')))
    throw new StartupError(`The PostgreSQL of ${bin} has no Citus: name the source of Citus instead, and it is built.`);
  return bin;
}

/** Returns the bin folder of a PostgreSQL with Citus from that source, cached in `.cache/citus` until the source or the PostgreSQL changes. */
export function buildCitus(source: string, pgConfigPath?: string): string {
  const pgConfig = resolve(pgConfigPath ?? findPgConfig());
  const postgres = installed(pgConfig);
  const root = join(cache, keyOf(source, postgres));
  if (existsSync(root)) console.log(`Citus of ${source} for ${postgres.version} was built before: ${root}`);
  else build(source, pgConfig, postgres, root);
  return join(enterable(root), postgres.bin);
}

function build(source: string, pgConfig: string, postgres: Installed, root: string): void {
  requireBuildTools(postgres);
  console.log(
    `Building Citus of ${source} for ${postgres.version}: some minutes, but the next run finds it in ${cache}`,
  );
  const unfinished = `${root}.unfinished`;
  const [copy, made] = [join(unfinished, 'source'), join(unfinished, 'root')];
  rmSync(unfinished, { recursive: true, force: true });
  copySource(source, copy);
  copyPostgres(postgres, made);
  run(copy, './configure', '--without-libcurl', `PG_CONFIG=${pgConfig}`);
  // LLVM bitcode is only for JIT compilation of queries, which tests disable.
  run(copy, 'make', `-j${availableParallelism()}`, 'with_llvm=no');
  run(copy, 'make', 'install', 'with_llvm=no', `DESTDIR=${made}`);
  // The database's user must be able to read it, even with a strict umask.
  run(made, 'chmod', '-R', 'a+rX', '.');
  renameSync(made, root);
  rmSync(unfinished, { recursive: true });
}

/** Returns the folder, or a copy for this run if the database's user cannot enter it. */
function enterable(root: string): string {
  if (closedFolder(root, databaseOwner()) === undefined) return root;
  const copy = mkdtempSync(join(tmpdir(), 'heliograph-citus-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o711);
  return copy;
}

interface Installed {
  version: string;
  bin: string;
  lib: string;
  share: string;
  headers: string;
  cc: string;
  configure: string;
}

function findPgConfig(): string {
  const onPath = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'pg_config'));
  const major = (path: string): number => Number(path.split('/')[4]);
  const debian = globSync('/usr/lib/postgresql/*/bin/pg_config').sort((a, b) => major(b) - major(a));
  const path = [...onPath, ...debian].find((path) => existsSync(path));
  if (!path)
    throw new StartupError('There is no pg_config on the PATH: name that of a PostgreSQL by --pg-config PATH.');
  return path;
}

function installed(pgConfig: string): Installed {
  const options = ['--version', '--bindir', '--pkglibdir', '--sharedir', '--includedir-server', '--cc', '--configure'];
  const { status, stdout } = spawnSync(pgConfig, options, { encoding: 'utf8' });
  if (status !== 0) throw new StartupError(`${pgConfig} does not answer as the pg_config of a PostgreSQL.`);
  const [version = '', bin = '', lib = '', share = '', headers = '', cc = '', configure = ''] = stdout.split('\n');
  return { version, bin, lib, share, headers, cc, configure };
}

function keyOf(source: string, { version, bin }: Installed): string {
  const files = readdirSync(join(source, 'src'), { recursive: true, encoding: 'utf8' });
  const paths = [join(source, 'configure'), ...files.map((name) => join(source, 'src', name))];
  const newest = Math.max(...paths.map((path) => lstatSync(path).mtimeMs));
  const parts = [realpathSync(source), newest, files.length, version, bin];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

function requireBuildTools({ version, bin, headers, cc, configure }: Installed): void {
  const major = /\d+/.exec(version)?.[0];
  for (const program of ['initdb', 'postgres'])
    if (!existsSync(join(bin, program)))
      throw new StartupError(`${bin} has no ${program}: install the server of PostgreSQL ${major}, too.`);
  if (!existsSync(join(headers, 'postgres.h')))
    throw new StartupError(
      `The headers of PostgreSQL ${major} are not in ${headers}: install them (Debian: postgresql-server-dev-${major}).`,
    );
  for (const tool of ['make', cc])
    if (spawnSync(tool, ['--version']).status !== 0) throw new StartupError(`There is no ${tool}, which builds Citus.`);
  const missing = HEADERS.filter(([, builtWith]) => builtWith.test(configure)).filter(
    ([header]) => spawnSync(cc, ['-E', '-x', 'c', '-include', header, '/dev/null']).status !== 0,
  );
  if (missing.length > 0)
    throw new StartupError(
      `Citus needs ${missing.map(([header]) => header).join(', ')}: install them (Debian: ${missing.map(([, , debian]) => debian).join(' ')}).`,
    );
}

function copySource(from: string, to: string): void {
  const isCopied = (path: string): boolean => !LEFT_OUT.test(relative(from, path));
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: isCopied });
  // Must be older than the files generated from it, or make requires autoconf. Copies are microseconds apart, in any order.
  const before = new Date(Date.now() - 60_000);
  utimesSync(join(to, 'configure.ac'), before, before);
}

/** Copies a PostgreSQL; it finds its files relative to its programs. */
function copyPostgres({ bin, lib, share }: Installed, root: string): void {
  mkdirSync(join(root, bin), { recursive: true });
  for (const program of ['initdb', 'pg_config', 'postgres'])
    cpSync(realpathSync(join(bin, program)), join(root, bin, program));
  for (const folder of [lib, share]) cpSync(folder, join(root, folder), { recursive: true, verbatimSymlinks: true });
}

function run(cwd: string, program: string, ...words: string[]): void {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    maxBuffer: 1 << 28,
  });
  if (status === 0) return;
  const last = (stderr || stdout || String(error)).trimEnd().split('\n').slice(-20).join('\n');
  throw new StartupError(`Citus could not be built: "${basename(program)} ${words.join(' ')}" in ${cwd} said\n${last}`);
}
