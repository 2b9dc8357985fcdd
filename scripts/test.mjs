// Runs lint, types and tests, and ends with one line: N passed, N failed.
//
//   npm test                    lint, types, unit, server and component tests; large walks as a sample
//   npm test -- --all           also slow tests and whole servers, the oldest PostgreSQL and the journeys in a browser, as CI does
//   npm test -- --thorough      the same with nothing sampled
//   npm test -- --seed 7        the sample that another run printed
//   npm test -- FILE [-t NAME]  the test files (or journeys, *.spec.ts) whose path contains FILE, whole
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, 'node_modules/.bin', name);
const isCi = Boolean(process.env.CI);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    thorough: { type: 'boolean', default: false },
    seed: { type: 'string' },
    testNamePattern: { type: 'string', short: 't' },
  },
});
const isNamed = positionals.length > 0;
const isAll = !isNamed && (isCi || values.all || values.thorough);
const isSampled = !isNamed && !values.thorough;
const seed = Number(values.seed ?? Math.floor(Date.now() / 86_400_000));
if (!Number.isSafeInteger(seed)) throw new Error(`--seed takes a whole number, not "${values.seed}".`);
if (isSampled) process.env.TEST_SEED = String(seed);
else delete process.env.TEST_SEED;

const results = join(root, '.cache/test');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/** Each test file's database is a thousand small files, which memory handles 35 times faster than a disk; undefined where there is too little memory. */
function folderInMemory() {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    const mount = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm tmpfs (\S+)/m);
    // Tests also start programs from there.
    if (!mount || mount[1].split(',').includes('noexec') || bavail * bsize < 4e9) return undefined;
    return mkdtempSync(join(memory, 'heliograph-'));
  } catch {
    return undefined;
  }
}
const inMemory = folderInMemory();
if (inMemory) {
  chmodSync(inMemory, 0o1777);
  process.env.TMPDIR = inMemory;
  process.on('exit', () => rmSync(inMemory, { recursive: true, force: true }));
}
// Tests start some two hundred servers of a thousand TypeScript files each.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled');

let passed = 0;
let failed = 0;
const summary = [];
/** Failed tests, repeated at the end with their reason: a truncated log keeps its last lines. */
const failures = [];
/** Tests that failed and passed when CI tried them again. */
const flaky = [];

// Ctrl-C ends the running stage first, then this process (run).
process.on('SIGINT', () => {});

/** `inBackground`: another stage has the screen, so the output is returned instead of shown. */
async function run(program, args, { env = {}, inBackground = false } = {}) {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  const stdio = inBackground ? 'pipe' : 'inherit';
  const options = { cwd: root, stdio: ['ignore', stdio, stdio], env: { ...process.env, PATH: path, ...env } };
  const child = spawn(program, args, options);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const { status, signal } = await new Promise((resolve) => {
    child.once('close', (status, signal) => resolve({ status, signal }));
    child.once('error', (error) => resolve({ status: String(error) }));
  });
  if (signal === 'SIGINT' || status === 130) process.exit(130);
  return { succeeded: status === 0, output };
}

const secondsSince = (start) => Math.round((performance.now() - start) / 1000);

function addToSummary(name, start, counts) {
  passed += counts.passed;
  failed += counts.failed;
  const word = counts.failed ? 'failed' : 'passed';
  summary.push(`${word}  ${name}: ${counts.passed} passed, ${counts.failed} failed (${secondsSince(start)} s)`);
}

/** Lint and types, beside the tests, which leave the second core idle while they start. */
async function check(name, script) {
  const start = performance.now();
  const { succeeded, output } = await run('npm', ['run', '--silent', script], { inBackground: true });
  console.log(`\n== ${name}\n${output}`);
  if (!succeeded) failures.push({ test: name, reason: output.slice(-2000), command: `npm run ${script}` });
  addToSummary(name, start, { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 });
}

const readReport = (name) => JSON.parse(readFileSync(join(results, name), 'utf8'));

function vitestFailures({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failedTests = assertionResults.filter((each) => each.status === 'failed');
    // A file that fails before its first test has no failed test.
    if (failedTests.length === 0) return status === 'failed' ? [{ file, test: file, reason: message }] : [];
    return failedTests.map(({ fullName, failureMessages }) => ({
      file,
      test: `${file} > ${fullName}`,
      name: fullName,
      reason: failureMessages.join('\n'),
    }));
  });
}

/** Files that CI runs once more when they fail. More than this many are no race. */
const MAX_RETRIED_FILES = 5;
const escapeRegExp = (text) => text.replaceAll(/[()[\]{}.*+?^$|\\]/g, '\\$&');
const quote = (word) => `'${word.replaceAll("'", "'\\''")}'`;
const alone = ({ file, name }) => `npx vitest run ${file}${name ? ` -t ${quote(escapeRegExp(name))}` : ''}`;

async function vitest(name, pass, { args = [], postgres } = {}) {
  const start = performance.now();
  console.log(`\n== ${name}`);
  const env = pass ? { TEST_PASS: pass } : {};
  const attempt = async (reportFile, words) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(results, reportFile)}`];
    const command = postgres ? ['node', 'server/test/onPostgres.ts', postgres] : [bin('vitest'), 'run'];
    const { succeeded } = await run(command[0], [...command.slice(1), ...reporters, ...args, ...words], { env });
    try {
      const report = readReport(reportFile);
      return { passed: report.numPassedTests, failures: vitestFailures(report), succeeded };
    } catch {
      return { passed: 0, failures: [{ file: '', test: name, reason: 'It left no report.' }], succeeded };
    }
  };
  const label = pass ?? 'named';
  const first = await attempt(`${label}.json`, []);
  let remaining = first.failures;
  const files = [...new Set(remaining.map(({ file }) => file))];
  if (isCi && files.length > 0 && files.length <= MAX_RETRIED_FILES && files.every((file) => file !== '')) {
    console.log(`\n== ${name}, once more: ${files.join(' ')}`);
    const again = await attempt(`${label}-again.json`, files);
    if (again.succeeded || again.failures.length > 0) remaining = again.failures;
    flaky.push(...first.failures.filter(({ test }) => !remaining.some((each) => each.test === test)));
  }
  for (const failure of remaining) failures.push({ ...failure, command: alone(failure) });
  const unexplained = !first.succeeded && first.failures.length === 0 ? 1 : 0;
  if (unexplained) failures.push({ test: name, reason: 'Vitest failed without a failed test; see its output above.' });
  const recovered = first.failures.length - remaining.length;
  const isEmpty = first.passed === 0 && first.failures.length === 0 && !unexplained;
  addToSummary(name, start, {
    passed: first.passed + Math.max(0, recovered),
    failed: remaining.length + unexplained + (isEmpty ? 1 : 0),
  });
}

async function journeys(words = []) {
  const start = performance.now();
  console.log('\n== journeys');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, 'playwright.json') };
  const retries = isCi ? ['--retries=1'] : [];
  const { succeeded } = await run(bin('playwright'), ['test', '--reporter=list,json', ...retries, ...words], { env });
  const counts = { passed: 0, failed: 0 };
  const errorOf = (result) => result?.error?.message ?? result?.status ?? 'unknown';
  const walk = (suite) => {
    for (const { title, file, line, tests } of suite.specs ?? []) {
      for (const { status, results: tries } of tests) {
        const test = `web/e2e/${file} > ${title}`;
        if (status === 'flaky') flaky.push({ test, reason: errorOf(tries[0]) });
        if (status === 'expected' || status === 'flaky') counts.passed++;
        if (status !== 'unexpected') continue;
        counts.failed++;
        failures.push({ test, reason: errorOf(tries.at(-1)), command: `npx playwright test web/e2e/${file}:${line}` });
      }
    }
    suite.suites?.forEach(walk);
  };
  try {
    const { suites, errors } = readReport('playwright.json');
    suites.forEach(walk);
    for (const { message } of errors) failures.push({ test: 'journeys', reason: message });
    counts.failed += errors.length;
  } catch {
    failures.push({ test: 'journeys', reason: 'They left no report.' });
  }
  if (counts.failed === 0 && (!succeeded || counts.passed === 0)) counts.failed = 1;
  addToSummary('journeys', start, counts);
}

/** The oldest supported PostgreSQL, as Debian packages it. */
const OLDEST = '/usr/lib/postgresql/15/bin';
if (isSampled) console.log(`Large walks run as a sample: npm test -- --seed ${seed} repeats it, --thorough runs all.`);
if (isNamed) {
  const name = values.testNamePattern === undefined ? [] : ['-t', values.testNamePattern];
  const specs = positionals.filter((word) => word.includes('.spec.') || word.startsWith('web/e2e'));
  const others = positionals.filter((word) => !specs.includes(word));
  if (others.length > 0) await vitest('tests', undefined, { args: [...others, ...name] });
  if (specs.length > 0) await journeys(specs);
} else {
  const checks = (async () => {
    await check('lint', 'lint');
    await check('types', 'check');
  })();
  if (!isAll) await vitest('tests', 'quick');
  else if (existsSync(join(OLDEST, 'postgres'))) {
    await vitest('tests on PostgreSQL 15', 'oldest', { postgres: OLDEST });
    await vitest('tests on the embedded PostgreSQL', 'embedded', { args: ['--project', 'server'] });
  } else {
    await vitest('tests', 'whole');
    summary.push('skipped  tests on PostgreSQL 15, which is not installed (Debian: apt-get install postgresql-15)');
  }
  await checks;
  if (isAll) await journeys();
  else
    summary.push(
      'left out  slow tests, whole servers, PostgreSQL 15 and journeys, which CI runs too: npm test -- --all',
    );
  const programs = ['/usr/sbin/mosquitto', '/usr/sbin/nginx', '/usr/bin/caddy', '/usr/bin/prometheus'];
  const missing = programs.filter((path) => !existsSync(path)).map((path) => basename(path));
  if (missing.length > 0)
    summary.push(`left out  tests with programs that are not installed (Debian: apt-get install ${missing.join(' ')})`);
}

const excerpt = (reason) => stripVTControlCharacters(String(reason)).trim().slice(0, 1500);
for (const { test, reason, command } of failures)
  console.log(`\nFAILED ${test}\n${excerpt(reason)}${command ? `\nRun it alone: ${command}` : ''}`);
console.log(`\n${summary.join('\n')}`);
if (isCi) {
  console.log(`flaky: ${flaky.length}`);
  for (const { test, reason } of flaky)
    console.log(`flaky  ${test}: ${excerpt(reason).split('\n').slice(0, 4).join(' ')}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
