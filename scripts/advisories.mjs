// Asks the registry for known advisories of the packages in package-lock.json: those that ship, then those that only build and test.
// Ends with 1 for a high or critical one in what ships, and for any whose time for mending is over (docs/operate/security.md); with --report never. A registry that does not answer is said, and is no failure.
// Runs before node_modules exists and on an older Node: no dependencies, plain JavaScript.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isReport = process.argv.includes('--report');

/** What npm tells; null when the registry has no answer. */
function audit(...more) {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=1', '--fetch-timeout=30000', ...more];
  const { stdout, error } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  try {
    const told = JSON.parse(stdout);
    if (told.vulnerabilities) return Object.values(told.vulnerabilities);
    console.log(`The registry does not tell advisories (${told.message ?? told.error?.summary ?? 'no reason given'}).`);
  } catch {
    console.log(`npm does not tell advisories (${error?.message ?? 'no answer'}).`);
  }
  return null;
}

/** One line an advisory; a package that only needs such a package has none of its own. */
function show(title, packages) {
  const lines = packages.flatMap(({ name, via }) =>
    via
      .filter((each) => typeof each === 'object' && each.dependency === name)
      .map((each) => `  ${each.severity}: ${name} ${each.range}, ${each.title} (${each.url})`),
  );
  console.log(lines.length === 0 ? `${title}: no known advisory.` : `${title}:\n${lines.join('\n')}`);
}

/** Days in which an advisory is mended, or shown not to matter (docs/operate/security.md): of what ships, and of tools. */
const DAYS = { critical: 7, high: 7, moderate: 90, low: 90, info: 90 };
const DAYS_OF_TOOLS = 90;
const DAY_MS = 86_400_000;
/** The registry does not say since when one is known: the day on which it was first heard of here stands in this file, and why one does not matter. */
const seenAt = process.argv.indexOf('--seen');
const seenPath = seenAt < 0 ? join(root, 'scripts/advisories.json') : process.argv[seenAt + 1];

/** What is told of packages, each once. */
function advisoriesOf(packages) {
  const each = packages.flatMap(({ name, via }) =>
    via.filter((one) => typeof one === 'object' && one.dependency === name).map((one) => ({ ...one, name })),
  );
  return [...new Map(each.map((one) => [`${one.name} ${one.url}`, one])).values()];
}

/** Tells how long there is for each, and answers those whose time is over. */
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
      console.log(`${key}: known here since ${since}, to be mended until ${end}.`);
      return today > end;
    },
  );
  if (isNew && isReport)
    console.log('What is new is not written down: npm run advisories does that, in scripts/advisories.json.');
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
if (grave.length > 0) console.log(`\n*** ${namesOf(grave)}: a high or critical advisory of what ships. ***`);
if (late.length > 0) console.log(`\n*** ${namesOf(late)}: the time for mending is over. ***`);
if (grave.length + late.length > 0 && !isReport) process.exit(1);

function namesOf(advisories) {
  return [...new Set(advisories.map(({ name }) => name))].join(', ');
}
