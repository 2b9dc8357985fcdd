// Lists known advisories for the packages in package-lock.json: those that ship, then those that only build and test.
// Exits with 1 for a high or critical advisory in a package that ships, and for any past its deadline (docs/operate/security.md).
// With --report it always exits with 0. A registry that does not answer is reported and is not a failure.
// Runs before node_modules exists and on an older Node: no dependencies, plain JavaScript.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isReport = process.argv.includes('--report');

/** Returns npm's vulnerabilities; null when the registry has no answer. */
function audit(...more) {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=1', '--fetch-timeout=30000', ...more];
  const { stdout, error } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  try {
    const answer = JSON.parse(stdout);
    if (answer.vulnerabilities) return Object.values(answer.vulnerabilities);
    console.log(
      `The registry returned no advisories (${answer.message ?? answer.error?.summary ?? 'no reason given'}).`,
    );
  } catch {
    console.log(`npm returned no advisories (${error?.message ?? 'no answer'}).`);
  }
  return null;
}

/** Prints one line per advisory; packages that merely depend on an affected package are left out. */
function show(title, packages) {
  const lines = packages.flatMap(({ name, via }) =>
    via
      .filter((each) => typeof each === 'object' && each.dependency === name)
      .map((each) => `  ${each.severity}: ${name} ${each.range}, ${each.title} (${each.url})`),
  );
  console.log(lines.length === 0 ? `${title}: no known advisory.` : `${title}:\n${lines.join('\n')}`);
}

/** Days until an advisory must be fixed or shown not to matter (docs/operate/security.md): packages that ship, and tools. */
const DAYS = { critical: 7, high: 7, moderate: 90, low: 90, info: 90 };
const DAYS_OF_TOOLS = 90;
const DAY_MS = 86_400_000;
/** File of known advisories: the registry does not date them, so it records the day each was first seen, and why one does not matter. */
const seenAt = process.argv.indexOf('--seen');
const seenPath = seenAt < 0 ? join(root, 'scripts/advisories.json') : process.argv[seenAt + 1];

/** Advisories of packages, each once. */
function advisoriesOf(packages) {
  const each = packages.flatMap(({ name, via }) =>
    via.filter((one) => typeof one === 'object' && one.dependency === name).map((one) => ({ ...one, name })),
  );
  return [...new Map(each.map((one) => [`${one.name} ${one.url}`, one])).values()];
}

/** Prints the deadline of each advisory and returns those past it. */
function lateOf(shipped, tools) {
  const seen = JSON.parse(readFileSync(seenPath, 'utf8'));
  const today = new Date().toISOString().slice(0, 10);
  let isNew = false;
  const late = [...shipped.map((one) => [one, DAYS[one.severity]]), ...tools.map((one) => [one, DAYS_OF_TOOLS])].filter(
    ([{ name, url }, days]) => {
      const key = `${name} ${url}`;
      isNew ||= !(key in seen);
      seen[key] ??= { since: today };
      const { since, doesNotMatter } = seen[key];
      if (doesNotMatter) {
        console.log(`${key}: does not matter here: ${doesNotMatter}`);
        return false;
      }
      const end = new Date(Date.parse(since) + days * DAY_MS).toISOString().slice(0, 10);
      console.log(`${key}: first seen ${since}, fix by ${end}.`);
      return today > end;
    },
  );
  if (isNew && isReport)
    console.log('New advisories were not recorded: run npm run advisories to add them to scripts/advisories.json.');
  if (isNew && !isReport) writeFileSync(seenPath, `${JSON.stringify(seen, null, 2)}\n`);
  return { late: late.map(([one]) => one), matters: ({ name, url }) => !seen[`${name} ${url}`].doesNotMatter };
}

const shipped = audit('--omit=dev');
const all = shipped && audit();
if (shipped === null || all === null) {
  console.log('Known advisories were NOT checked.');
  process.exit(0);
}
const names = new Set(shipped.map(({ name }) => name));
const tools = all.filter(({ name }) => !names.has(name));
show('Packages that ship', shipped);
show('Packages that build and test', tools);
const ofShipped = advisoriesOf(shipped);
const { late, matters } = lateOf(ofShipped, advisoriesOf(tools));
const grave = ofShipped.filter((one) => ['high', 'critical'].includes(one.severity) && matters(one));
if (grave.length > 0) console.log(`\n*** ${namesOf(grave)}: high or critical advisory in a package that ships. ***`);
if (late.length > 0) console.log(`\n*** ${namesOf(late)}: the deadline for a fix has passed. ***`);
if (grave.length + late.length > 0 && !isReport) process.exit(1);

function namesOf(advisories) {
  return [...new Set(advisories.map(({ name }) => name))].join(', ');
}
