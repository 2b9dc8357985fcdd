// Lists newer versions of every package in package-lock.json, transitive ones included, with the day each appeared and the deadline
// for installing it (docs/operate/security.md). A newer version may fix a weakness without an advisory, so packages that ship have days only.
// Deprecated and withdrawn versions are due at once. Exits with 1 when a deadline has passed or the registry does not answer.
// Runs before node_modules exists and on an older Node: no dependencies, plain JavaScript. npm itself resolves version ranges.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The deadline of a critical advisory. */
const DAYS_OF_SHIPPED = 7;
/** A quarter: packages that only build and test, and other major versions. */
const DAYS = 92;
const DAY_MS = 86_400_000;
const AT_ONCE = 5;
const TRIES = 3;
const TIMEOUT_MS = 60_000;

function argument(name) {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

/** The lock file's packages and the folders of workspaces, and `held`: packages that stay at their version, {"name": "reason"}. */
function readProject() {
  const root = resolve(argument('--root') ?? dirname(dirname(fileURLToPath(import.meta.url))));
  const read = (path) => JSON.parse(readFileSync(resolve(root, path), 'utf8'));
  const held = read(argument('--held') ?? 'scripts/held-packages.json');
  const lock = read('package-lock.json').packages;
  const workspaces = Object.keys(lock).filter((path) => !path.includes('node_modules/'));
  return { root, read, held, lock, workspaces };
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Each installed package and version once, with whether a copy ships and whether a workspace depends on it directly. */
function installed({ read, lock, workspaces }) {
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
function lockOfToday({ root, read, held, lock, workspaces }) {
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
function standing(lock, path) {
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
  const registry = (process.env.npm_config_registry ?? 'https://registry.npmjs.org/').replace(/\/*$/, '/');
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

/** Notes at each installed package the version that npm would install instead. */
function markTaken(packages, lock, resolved) {
  for (const [path, { version, link }] of Object.entries(resolved)) {
    if (link || !path.includes('node_modules/')) continue;
    const mine = standing(lock, path);
    const one = packages.get(`${nameOf(path)} ${mine}`);
    if (one && isNewer(version, mine) && !(one.taken && isNewer(one.taken, version))) one.taken = version;
  }
}

/** Returns the registry's documents by package; `silent` gets a line for each package without one. */
async function fetchAll(names, silent) {
  const waiting = [...names];
  const answers = new Map();
  const work = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      try {
        answers.set(name, await fetchPackage(name));
      } catch (error) {
        silent.push(`${name}: the registry does not answer (${error.cause?.message ?? error.message}).`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
}

/**
 * Judges installed packages by the registry's documents: the lines to print and the exit code. `taken` of a package is the
 * version npm would install instead; `silent` has a line for everything that got no answer; `today` is a day as 2026-06-15.
 */
export function judge({ packages, answers, held, silent, today }) {
  const found = [];
  /** Packages that ship below their latest version because the packages that require them do not allow it. */
  const heldBack = [];
  const unanswered = [...silent];
  for (const one of packages.filter(({ name }) => answers.has(name))) {
    const { name, version, ships, isNamed, taken } = one;
    const answer = answers.get(name);
    try {
      found.push(...findings(one, answer));
      const { latest } = answer['dist-tags'];
      if (ships && !isNamed && isNewer(latest, taken ?? version)) heldBack.push(`${name} ${version} (${latest})`);
    } catch (error) {
      // A document without what every document has.
      unanswered.push(`${name}: the registry does not answer (${error.message}).`);
    }
  }
  const lines = [];
  const late = [];
  for (const { name, text, until = '' } of found.sort((left, right) =>
    (left.until ?? '') + left.text < (right.until ?? '') + right.text ? -1 : 1,
  )) {
    const isHeld = Object.hasOwn(held, name);
    if (!isHeld && until < today) late.push(name);
    lines.push(`${text}; ${isHeld ? `held: ${held[name]}` : until ? `due ${until}` : 'replace it'}.`);
  }
  lines.push(...unanswered.sort());
  if (heldBack.length > 0)
    lines.push(`Not the latest, because of the packages that require them: ${heldBack.sort().join(', ')}.`);
  const count = (some) => new Set(some.map(({ name }) => name)).size;
  const shipped = count(packages.filter(({ ships }) => ships));
  lines.push(`${count(packages)} packages, of which ${shipped} ship: ${found.length} findings.`);
  if (late.length > 0)
    lines.push(`\n*** ${[...new Set(late)].join(', ')}: the deadline for a newer version has passed. ***`);
  return { lines, code: late.length + unanswered.length > 0 ? 1 : 0 };
}

async function main() {
  const project = readProject();
  const packages = installed(project);
  const silent = [];
  try {
    markTaken(packages, project.lock, lockOfToday(project));
  } catch (error) {
    silent.push(`npm could not resolve newer versions: ${error.message}`);
  }
  const all = [...packages.values()];
  const answers = await fetchAll(new Set(all.map(({ name }) => name)), silent);
  const today = new Date().toISOString().slice(0, 10);
  const { lines, code } = judge({ packages: all, answers, held: project.held, silent, today });
  console.log(lines.join('\n'));
  process.exitCode = code;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
