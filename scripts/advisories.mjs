// Asks the registry for known advisories of the packages in package-lock.json: those that ship, then those that only build and test.
// Ends with 1 for a high or critical one in what ships; with --report never. A registry that does not answer is said, and is no failure.
// Runs before node_modules exists and on an older Node: no dependencies, plain JavaScript.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
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
const grave = shipped.filter(({ severity }) => severity === 'high' || severity === 'critical');
if (grave.length > 0) {
  console.log(`\n*** ${grave.map(({ name }) => name).join(', ')}: a high or critical advisory of what ships. ***`);
  if (!isReport) process.exit(1);
}
