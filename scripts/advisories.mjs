// Lists known advisories for the packages in package-lock.json: those that ship, then those that only build and test.
// Exits with 1 for a high or critical advisory in a package that ships, and for any past its deadline (docs/operate/security.md).
// With --report it always exits with 0. A registry that does not answer is reported and is not a failure.
// Runs before node_modules exists and on an older Node: no dependencies, plain JavaScript.
import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Days until an advisory must be fixed or shown not to matter (docs/operate/security.md): packages that ship, and tools. */
const DAYS = { critical: 7, high: 7, moderate: 90, low: 90, info: 90 };
const DAYS_OF_TOOLS = 90;
const DAY_MS = 86_400_000;

/**
 * Judges npm's vulnerabilities, of packages that ship and of all: the lines to print, the exit code, and the record
 * to write when there are new advisories. `today` is a day as 2026-06-15; `seen` is the content of scripts/advisories.json.
 */
export function judge({ shipped, all, seen, today, isReport }) {
  const names = new Set(shipped.map(({ name }) => name));
  const tools = all.filter(({ name }) => !names.has(name));
  const [ofShipped, ofTools] = [advisoriesOf(shipped), advisoriesOf(tools)];
  const deadlines = [
    ...ofShipped.map((one) => [one, DAYS[one.severity]]),
    ...ofTools.map((one) => [one, DAYS_OF_TOOLS]),
  ];
  const recorded = { ...seen };
  for (const [one] of deadlines) recorded[keyOf(one)] ??= { since: today };
  const isNew = Object.keys(recorded).length > Object.keys(seen).length;

  const lines = [...list('Packages that ship', shipped), ...list('Packages that build and test', tools)];
  const late = [];
  for (const [one, days] of deadlines) {
    const { since, doesNotMatter } = recorded[keyOf(one)];
    const end = new Date(Date.parse(since) + days * DAY_MS).toISOString().slice(0, 10);
    if (doesNotMatter) lines.push(`${keyOf(one)}: does not matter here: ${doesNotMatter}`);
    else lines.push(`${keyOf(one)}: first seen ${since}, fix by ${end}.`);
    if (!doesNotMatter && today > end) late.push(one);
  }
  if (isNew && isReport)
    lines.push('New advisories were not recorded: run npm run advisories to add them to scripts/advisories.json.');
  const grave = ofShipped.filter(
    (one) => ['high', 'critical'].includes(one.severity) && !recorded[keyOf(one)].doesNotMatter,
  );
  if (grave.length > 0) lines.push(`\n*** ${namesOf(grave)}: high or critical advisory in a package that ships. ***`);
  if (late.length > 0) lines.push(`\n*** ${namesOf(late)}: the deadline for a fix has passed. ***`);
  return {
    lines,
    code: grave.length + late.length > 0 && !isReport ? 1 : 0,
    record: isNew && !isReport ? recorded : undefined,
  };
}

const keyOf = ({ name, url }) => `${name} ${url}`;
const namesOf = (advisories) => [...new Set(advisories.map(({ name }) => name))].join(', ');

/** A package's own advisories; npm also names packages that merely depend on an affected one. */
const ownOf = ({ name, via }) => via.filter((each) => typeof each === 'object' && each.dependency === name);

/** One line per advisory. */
function list(title, packages) {
  const lines = packages.flatMap((one) =>
    ownOf(one).map(({ severity, range, title, url }) => `  ${severity}: ${one.name} ${range}, ${title} (${url})`),
  );
  return lines.length === 0 ? [`${title}: no known advisory.`] : [`${title}:`, ...lines];
}

/** Advisories of packages, each once. */
function advisoriesOf(packages) {
  const each = packages.flatMap((one) => ownOf(one).map((own) => ({ ...own, name: one.name })));
  return [...new Map(each.map((one) => [keyOf(one), one])).values()];
}

/** Returns npm's vulnerabilities; null when the registry has no answer. */
function audit(root, ...more) {
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

function main() {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const isReport = process.argv.includes('--report');
  // The registry does not date advisories, so this file records the day each was first seen, and why one does not matter.
  const seenAt = process.argv.indexOf('--seen');
  const seenPath = seenAt < 0 ? join(root, 'scripts/advisories.json') : process.argv[seenAt + 1];
  const shipped = audit(root, '--omit=dev');
  const all = shipped && audit(root);
  if (shipped === null || all === null) return console.log('Known advisories were NOT checked.');
  const today = new Date().toISOString().slice(0, 10);
  const seen = JSON.parse(readFileSync(seenPath, 'utf8'));
  const { lines, code, record } = judge({ shipped, all, seen, today, isReport });
  if (record) writeFileSync(seenPath, `${JSON.stringify(record, null, 2)}\n`);
  console.log(lines.join('\n'));
  process.exitCode = code;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) main();
