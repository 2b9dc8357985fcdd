// Creates the embedded PostgreSQL's data folder and controls access to it: one role that is no superuser, with a password.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../files/syncFolder.ts';
import { isDiskFull, StartupError } from '../../startupError.ts';
import { connect } from '../connect.ts';
import { makePrivate, type Owner } from './places.ts';
import { endOrphans } from './processes.ts';

export const database = 'heliograph';

// PostgreSQL gets none of the server's environment: PGDATA and similar variables would mislead it, and it must not get passwords.
export const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export interface Cluster {
  native: string;
  pgData: string;
  owner: Owner;
  /** False only for tests: a power cut then loses data. */
  durable: boolean;
  /** True only for tests, which create a database each. */
  mayMakeDatabases: boolean;
}

/** pg_hba.conf: only the server's role may sign in, also to copy the whole folder (backups/baseBackup.ts); PostgreSQL's superuser cannot sign in at all. */
const ACCESS = 'local all heliograph scram-sha-256\nlocal replication heliograph scram-sha-256\nlocal all all reject\n';

const ROLES = `
do $$ begin
  -- For a folder made by an earlier version, where the server's role was PostgreSQL's superuser.
  if exists (select from pg_roles where oid = 10 and rolname = 'heliograph') then
    create role heliograph_upgrade superuser;
  end if;
end $$;

select set_config('session_authorization', rolname, false) from pg_roles where rolname = 'heliograph_upgrade';

do $$ begin
  if exists (select from pg_roles where oid = 10 and rolname = 'heliograph') then
    alter role heliograph rename to postgres;
    alter role postgres password null;
  end if;
end $$;

select set_config('session_authorization', 'postgres', false);

drop role if exists heliograph_upgrade;

do $$ begin
  if not exists (select from pg_roles where rolname = 'heliograph') then create role heliograph; end if;
  if not exists (select from pg_roles where rolname = 'heliograph_call') then create role heliograph_call nologin; end if;
end $$;

grant heliograph_call to heliograph;

`;

/** Transfers objects that the superuser of an earlier version created to the server's role. */
const HAND_OVER = readFileSync(join(import.meta.dirname, 'handOver.sql'), 'utf8');

export function run(
  program: string,
  args: string[],
  { owner, cwd = '/', input = '' }: { owner: Owner; cwd?: string; input?: string },
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, { ...owner, env: environment, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  // A program that exits without reading its input reports the reason in its output.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

export function lastLine(output: string): string {
  const lines = output.trim().split('\n');
  return (lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? '').replace(
    /^.*?(FATAL|PANIC|error): +/,
    '',
  );
}

export function diskFull(path: string): StartupError {
  return new StartupError(
    `The disk that holds ${path} is full; free some space or choose another folder with DATA_DIR.`,
  );
}

/** Creates the data folder under another name and renames it, so that an interrupted start leaves no partial database behind. */
export async function makeCluster(cluster: Cluster): Promise<void> {
  const { native, pgData, owner, durable } = cluster;
  const unfinished = `${pgData}.unfinished`;
  if (existsSync(unfinished)) {
    // The server that started it may have ended while its initdb is still running.
    await endOrphans(unfinished);
    rmSync(unfinished, { recursive: true, force: true });
  }
  mkdirSync(unfinished, { mode: 0o700 });
  if (owner) chownSync(unfinished, owner.uid, owner.gid);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', '--auth=reject', '--no-instructions', ...(durable ? [] : ['--no-sync'])];
  const args = ['-D', unfinished, ...locale, ...access];
  // Its working directory is its folder, by which its process can be found.
  const { code, output } = await run(join(native, 'bin/initdb'), args, { owner, cwd: unfinished });
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw isDiskFull({ message: output })
      ? diskFull(pgData)
      : new StartupError(`The embedded database could not be created: ${lastLine(output)}`);
  }
  renameSync(unfinished, pgData);
  syncFolder(dirname(pgData));
}

/** Returns the file with the password of the server's role: as private as the data, for the server and its tools. */
function passwordFile(dataDir: string): string {
  return join(dataDir, 'database-password');
}

export function readPassword(dataDir: string): string | undefined {
  return existsSync(passwordFile(dataDir)) ? readFileSync(passwordFile(dataDir), 'utf8').trim() : undefined;
}

const newPassword = (): string => randomBytes(32).toString('base64url');

/**
 * Sets a new password at each start of the server, so that a leaked one becomes useless. The file is written last: after a
 * start that is killed in between, the next one finds a password that is refused, and sets another one as for a lost one.
 */
export async function renewPassword(url: string, dataDir: string): Promise<string> {
  const password = newPassword();
  const sql = connect(url, { max: 1 });
  try {
    await sql.begin(async (tx) => {
      // Role statements accept no parameters.
      await tx`select set_config('heliograph.password', ${password}, true)`;
      await tx`
        do $$ begin
          execute format('alter role heliograph password %L', current_setting('heliograph.password'));
        end $$`;
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
  writePrivate(passwordFile(dataDir), `${password}\n`);
  return password;
}

/**
 * Creates the roles, or upgrades those of an earlier version, and sets a new password for the server's role. Runs as
 * PostgreSQL's superuser, which is possible only in single-user mode, while PostgreSQL does not run.
 */
export async function prepareRoles(cluster: Cluster, dataDir: string): Promise<string> {
  const password = newPassword();
  const rights = `login nosuperuser nocreaterole replication nobypassrls ${cluster.mayMakeDatabases ? 'createdb' : 'nocreatedb'}`;
  await asSuperuser(cluster, 'postgres', `${ROLES}alter role heliograph ${rights} password '${password}';\n\n`);
  // Fails if it exists already.
  await asSuperuser(cluster, 'postgres', `create database ${database} owner heliograph;\n\n`, false);
  await asSuperuser(cluster, database, `alter database ${database} owner to heliograph;\n\n${HAND_OVER}\n\n`);
  writePrivate(passwordFile(dataDir), `${password}\n`);
  return password;
}

/** Runs statements in single-user mode; each ends with a semicolon and an empty line. */
export async function asSuperuser(
  { native, pgData, owner, durable }: Cluster,
  name: string,
  statements: string,
  mustSucceed = true,
): Promise<void> {
  const settings = ['-c', `exit_on_error=${mustSucceed ? 'on' : 'off'}`, '-c', `fsync=${durable ? 'on' : 'off'}`];
  const args = ['--single', '-j', '-D', pgData, ...settings, name];
  const { code, output } = await run(join(native, 'bin/postgres'), args, { owner, input: statements });
  if (code === 0) return;
  throw isDiskFull({ message: output })
    ? diskFull(pgData)
    : new StartupError(`The roles of the embedded database could not be prepared: ${lastLine(output)}`);
}

/** Writes pg_hba.conf at each start if it differs; a person who can change it can change the data, too. */
export function writeAccess({ pgData, owner }: Pick<Cluster, 'pgData' | 'owner'>): void {
  const path = join(pgData, 'pg_hba.conf');
  if (existsSync(path) && readFileSync(path, 'utf8') === ACCESS) return;
  writePrivate(path, ACCESS, owner);
}

/** Writes a file atomically, also in case of a power cut. */
function writePrivate(path: string, text: string, owner?: Owner): void {
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  makePrivate(unfinished);
  writeFileSync(unfinished, text, { flush: true });
  if (owner) chownSync(unfinished, owner.uid, owner.gid);
  renameSync(unfinished, path);
  syncFolder(dirname(path));
}
