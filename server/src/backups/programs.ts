// Runs PostgreSQL's own programs, pg_dump and pg_restore, on the database of a URL.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { StartupError } from '../platform/startupError.ts';

/** Where packages and images of PostgreSQL put their programs. */
const PATH = '/usr/local/bin:/usr/bin:/bin';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Splits the URL so that the password is not among the arguments, which every user of the machine can read. */
export function addressFor(databaseUrl: string): { url: string; env: Record<string, string> } {
  const [, scheme = '', user = '', password, rest = ''] =
    /^(\w+:\/\/)(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(.*)$/s.exec(databaseUrl) ?? [];
  const env: Record<string, string> = { PGTARGETSESSIONATTRS: 'read-write', PGCONNECT_TIMEOUT: '10' };
  if (password !== undefined) env.PGPASSWORD = decodeURIComponent(password);
  // The server trusts the system's certificates; libpq needs their file.
  if (existsSync(CERTIFICATES)) env.PGSSLROOTCERT = CERTIFICATES;
  return { url: `${scheme}${user && `${user}@`}${rest}`, env };
}

/** Runs a program on the database. Throws StartupError with its last message. */
export async function runOn(databaseUrl: string, program: 'pg_dump' | 'pg_restore', args: string[]): Promise<void> {
  const { url, env } = addressFor(databaseUrl);
  const child = spawn(program, [...args, `--dbname=${url}`], {
    env: { PATH, LC_ALL: 'C', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk).slice(-4000)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new StartupError(
              `${program} is not installed. Install PostgreSQL's client programs, for example the package postgresql-client.`,
            )
          : error,
      ),
    );
    child.once('close', resolve);
  });
  if (code !== 0) throw new StartupError(`${program} failed: ${output.trim().split('\n').slice(-3).join(' ')}`);
}
