// Lists newer versions of every package in package-lock.json, transitive ones included, with the day each appeared and the deadline
// for installing it (docs/operate/security.md). A newer version may fix a weakness without an advisory, so packages that ship have days only.
// Deprecated and withdrawn versions are due at once. Exits with 1 when a deadline has passed or the registry does not answer.
// Runs before node_modules exists and on an older Node: no dependencies, plain JavaScript. npm itself resolves version ranges.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(argument('--root') ?? dirname(dirname(fileURLToPath(import.meta.url))));
const registry = (process.env.npm_config_registry ?? 'https://registry.npmjs.org/').replace(/\/*$/, '/');
/** The deadline of a critical advisory. */
const DAYS_OF_SHIPPED = 7;
/** A quarter: packages that only build and test, and other major versions. */
const DAYS = 92;
const DAY_MS = 86_400_000;
const AT_ONCE = 5;
const TRIES = 3;
const TIMEOUT_MS = 60_000;
/** Packages that stay at their version, with the reason: {"name": "reason"}. */
const held = read(argument('--held') ?? 'scripts/held-packages.json');
const lock = read('package-lock.json').packages;
const workspaces = Object.keys(lock).filter((path) => !path.includes('node_modules/'));

function argument(name) {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

function read(path) {
  return JSON.parse(readFileSync(resolve(root, path), 'utf8'));
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Each installed package and version once, with whether a copy ships and whether a workspace depends on it directly. */
function installed() {
  const found = new Map();
  for (const [path, { version, link, dev, devOptional }] of Object.entries(lock)) {
    if (link || !path.includes('node_modules/')) continue;
    const name = nameOf(path);
    const one = found.get(`${name} ${version}`) ?? { name, version, ships: false, isNamed: false };
    one.ships ||= !dev && !devOptional;
    found.set(`${name} ${version}`, one);
  }
  for (const place of workspaces) {
    const { dependencies = {}, devDependencies = {} } = read(join(place, 'package.json'));
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      const { version } = lock[join(place, 'node_modules', name)] ?? lock[join('node_modules', name)] ?? {};
      if (found.has(`${name} ${version}`)) found.get(`${name} ${version}`).isNamed = true;
    }
  }
  return found;
}

/** 1.2.0-beta.1 is [[1, 2, 0], 'beta.1']. */
function parts(version) {
  const [numbers, trial] = version.split('+')[0].split(/-(.*)/);
  return [numbers.split('.').map(Number), trial];
}

function isNewer(left, right) {
  const [[one, trial], [other, otherTrial]] = [parts(left), parts(right)];
  const place = one.findIndex((part, index) => part !== other[index]);
  if (place >= 0) return one[place] > other[place];
  if (trial === undefined || otherTrial === undefined) return trial === undefined && otherTrial !== undefined;
  return trial.localeCompare(otherTrial, 'en', { numeric: true }) > 0;
}

/** Like the range ^: before 1.0, the minor version counts as the major one. */
function isSameMajor(left, right) {
  const [one, other] = [parts(left)[0], parts(right)[0]];
  const leading = one.findIndex((part) => part > 0);
  return leading >= 0 && one.slice(0, leading + 1).every((part, index) => part === other[index]);
}

/** Returns the packages npm would install today if each direct dependency could move within its major version, from a lock file made in a temporary folder. */
function lockOfToday() {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-updates-'));
  try {
    for (const place of workspaces) {
      const content = read(join(place, 'package.json'));
      for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
        for (const [name, range] of Object.entries(content[kind] ?? {})) {
          const isOurs = workspaces.some((each) => each !== '' && lock[each].name === name);
          if (/^\d/.test(range) && !isOurs && !Object.hasOwn(held, name)) content[kind][name] = `^${range}`;
        }
      }
      mkdirSync(join(folder, place), { recursive: true });
      writeFileSync(join(folder, place, 'package.json'), JSON.stringify(content));
    }
    for (const file of ['package-lock.json', '.npmrc'].filter((each) => existsSync(join(root, each))))
      copyFileSync(join(root, file), join(folder, file));
    const args = ['update', '--package-lock-only', '--ignore-scripts', '--prefer-online', '--min-release-age=0'];
    const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26, shell: process.platform === 'win32' };
    const { status, stderr, error } = spawnSync(
      'npm',
      [...args, '--no-audit', '--no-fund', '--loglevel=error'],
      options,
    );
    if (status !== 0) throw new Error(error?.message ?? stderr.trim());
    return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Version installed now where npm would put another: at that path, or in the nearest enclosing node_modules. */
function standing(path) {
  const name = nameOf(path);
  for (let around = path.slice(0, -name.length); ; ) {
    if (lock[around + name]) return lock[around + name].version;
    const place = around.slice(0, -'node_modules/'.length).replace(/[^/]*\/?$/, '');
    if (place === '' && around === 'node_modules/') return undefined;
    around = place.includes('node_modules/')
      ? place.slice(0, place.lastIndexOf('node_modules/') + 'node_modules/'.length)
      : 'node_modules/';
  }
}

async function fetchPackage(name) {
  for (let tried = 1; ; tried++) {
    try {
      const answer = await fetch(registry + name.replace('/', '%2f'), { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      return await answer.json();
    } catch (error) {
      if (tried === TRIES) throw error;
    }
  }
}

/** Day on which the first version after `mine` appeared, without pre-releases and deprecated ones. */
function since({ versions, time }, mine, isMeant) {
  const isTrial = parts(mine)[1] !== undefined;
  return Object.entries(versions)
    .filter(([version, { deprecated }]) => !deprecated && (isTrial || parts(version)[1] === undefined))
    .filter(([version]) => isNewer(version, mine) && isMeant(version))
    .map(([version]) => time[version].slice(0, 10))
    .sort()[0];
}

/** Findings about one package, each with its deadline; without one it is due at once. */
function findings({ name, version, ships, isNamed, taken }, answer) {
  const { versions, 'dist-tags': tags } = answer;
  const what = `${name} ${version}${ships ? '' : ' (builds and tests)'}`;
  const found = [];
  const mine = versions[version];
  if (!mine) found.push({ name, text: `${what}: withdrawn from the registry` });
  else if (mine.deprecated) found.push({ name, text: `${what}: deprecated: ${mine.deprecated}` });
  const add = (day, days, words) => {
    const until = new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
    found.push({ name, until, text: `${what}: ${words(day)}` });
  };
  if (taken !== undefined) {
    const first = since(answer, version, (each) => !isNewer(each, taken)) ?? answer.time[taken].slice(0, 10);
    add(first, ships ? DAYS_OF_SHIPPED : DAYS, (day) => `newer since ${day}, install ${taken}`);
  }
  const isOther = (each) => !isSameMajor(version, each) && !isNewer(each, tags.latest);
  const other = isNamed && since(answer, version, isOther);
  if (other) add(other, DAYS, (day) => `new major version since ${day}, latest ${tags.latest}`);
  return found;
}

const packages = installed();
const silent = [];
try {
  for (const [path, { version, link }] of Object.entries(lockOfToday())) {
    if (link || !path.includes('node_modules/')) continue;
    const mine = standing(path);
    const one = packages.get(`${nameOf(path)} ${mine}`);
    if (one && isNewer(version, mine) && !(one.taken && isNewer(one.taken, version))) one.taken = version;
  }
} catch (error) {
  silent.push(`npm could not resolve newer versions: ${error.message}`);
}
const waiting = [...new Set([...packages.values()].map(({ name }) => name))];
const count = waiting.length;
const found = [];
/** Packages that ship below their latest version because the packages that require them do not allow it. */
const heldBack = [];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      try {
        const answer = await fetchPackage(name);
        for (const one of [...packages.values()].filter((each) => each.name === name)) {
          found.push(...findings(one, answer));
          const { latest } = answer['dist-tags'];
          const isBehind = one.ships && !one.isNamed && isNewer(latest, one.taken ?? one.version);
          if (isBehind) heldBack.push(`${name} ${one.version} (${latest})`);
        }
      } catch (error) {
        silent.push(`${name}: the registry does not answer (${error.cause?.message ?? error.message}).`);
      }
    }
  }),
);

const today = new Date().toISOString().slice(0, 10);
const late = [];
for (const { name, text, until = '' } of found.sort((left, right) =>
  (left.until ?? '') + left.text < (right.until ?? '') + right.text ? -1 : 1,
)) {
  const isHeld = Object.hasOwn(held, name);
  if (!isHeld && until < today) late.push(name);
  console.log(`${text}; ${isHeld ? `held: ${held[name]}` : until ? `due ${until}` : 'replace it'}.`);
}
for (const line of silent.sort()) console.log(line);
if (heldBack.length > 0)
  console.log(`Not the latest, because of the packages that require them: ${heldBack.sort().join(', ')}.`);
const ships = new Set([...packages.values()].filter((each) => each.ships).map(({ name }) => name)).size;
console.log(`${count} packages, of which ${ships} ship: ${found.length} findings.`);
if (late.length > 0)
  console.log(`\n*** ${[...new Set(late)].join(', ')}: the deadline for a newer version has passed. ***`);
if (late.length + silent.length > 0) process.exit(1);
