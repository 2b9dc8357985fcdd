// Lint, types and Vitest; in CI and with --all the tests of whole servers, the oldest PostgreSQL and the journeys, too. Ends with one line: N passed, N failed. Words after -- filter the Vitest files and run these alone.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, 'node_modules/.bin', name);
const filter = process.argv.slice(2).filter((word) => word !== '--all');
const isAll = filter.length === 0 && (Boolean(process.env.CI) || process.argv.includes('--all'));
const results = join(root, '.cache/test');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/** A test file's database is a thousand small files, which memory takes 35 times quicker than a disk; undefined where there is too little of it. */
function folderInMemory() {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    const mount = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm tmpfs (\S+)/m);
    // Programs are started from there, too.
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
// Tests start some two hundred servers, each of some thousand files of TypeScript.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled');

let passed = 0;
let failed = 0;
const lines = [];
/** What failed and why, said once more at the end: a log that is cut keeps its last lines. */
const reasons = [];

// Ctrl-C ends what runs here first; then this (run).
process.on('SIGINT', () => {});

/** `isBeside`: while another stage has the screen, so that what it says is told when it is over. */
async function run(program, args, { env = {}, isBeside = false } = {}) {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  const output = isBeside ? 'pipe' : 'inherit';
  const options = { cwd: root, stdio: ['ignore', output, output], env: { ...process.env, PATH: path, ...env } };
  const child = spawn(program, args, options);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (said += text));
  const { status, signal } = await new Promise((resolve) => {
    child.once('close', (status, signal) => resolve({ status, signal }));
    child.once('error', (error) => resolve({ status: String(error) }));
  });
  // Ctrl-C ends the whole run, not one stage of it.
  if (signal === 'SIGINT' || status === 130) process.exit(130);
  return { isGood: status === 0, said };
}

/** `count` reads a stage's report; a stage that failed without a failed test counts as one. */
async function stage(name, program, args, { count, ...how } = {}) {
  if (!how.isBeside) console.log(`\n== ${name}`);
  const { isGood, said } = await run(program, args, how);
  if (how.isBeside) console.log(`\n== ${name}\n${said}`);
  let counts = { passed: 0, failed: 0 };
  if (!count) counts = { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 };
  else {
    try {
      counts = count();
    } catch {
      console.log(`${name} left no report.`);
    }
    if (counts.failed === 0 && (!isGood || counts.passed === 0)) counts.failed = 1;
  }
  passed += counts.passed;
  failed += counts.failed;
  lines.push(`${counts.failed ? 'failed' : 'passed'}  ${name}: ${counts.passed} passed, ${counts.failed} failed`);
}

const report = (name) => JSON.parse(readFileSync(join(results, name), 'utf8'));

function countVitest(name = 'vitest.json') {
  const { numPassedTests, numFailedTests, testResults } = report(name);
  // A file that fails before its first test has no failed test to count.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  );
  for (const { name: file, message } of broken) reasons.push(`${file}: ${message}`);
  for (const { name: file, assertionResults } of testResults) {
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') reasons.push(`${file} > ${fullName}: ${failureMessages.join('\n')}`);
  }
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

function countJourneys() {
  const { stats, errors, suites } = report('playwright.json');
  const tell = (suite) => {
    for (const { title, file, ok, tests } of suite.specs ?? [])
      if (!ok) reasons.push(`${file} > ${title}: ${tests.at(-1)?.results.at(-1)?.error?.message}`);
    suite.suites?.forEach(tell);
  };
  suites.forEach(tell);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}

/** Beside the tests, which have nothing for the second core while they begin. */
async function lookAtCode() {
  await stage('lint', 'npm', ['run', '--silent', 'lint'], { isBeside: true });
  await stage('types', 'npm', ['run', '--silent', 'check'], { isBeside: true });
}
const looked = filter.length === 0 ? lookAtCode() : undefined;
const vitestReport = (name) => ['--reporter=default', '--reporter=json', `--outputFile.json=${join(results, name)}`];
const env = { TEST_THOROUGH: isAll || filter.length > 0 ? 'on' : 'off' };
await stage('tests', bin('vitest'), ['run', ...vitestReport('vitest.json'), ...filter], { count: countVitest, env });
await looked;

/** The oldest PostgreSQL that is promised, as Debian has it; the embedded one is newer. All of the server's tests but those that ask it nothing (server/test/leftOut.ts). */
const oldest = '/usr/lib/postgresql/15/bin';
if (isAll) {
  if (existsSync(join(oldest, 'postgres'))) {
    const args = ['server/test/onPostgres.ts', oldest, '--project', 'server', ...vitestReport('postgres15.json')];
    await stage('tests on PostgreSQL 15', 'node', args, {
      count: () => countVitest('postgres15.json'),
      env: { TEST_THOROUGH: 'given' },
    });
  } else lines.push('skipped  tests on PostgreSQL 15: it is not installed and could not be.');
}
if (isAll) {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, 'playwright.json') };
  await stage('journeys', bin('playwright'), ['test', '--reporter=list,json'], { count: countJourneys, env });
} else if (filter.length === 0)
  lines.push('left out  journeys, whole servers and PostgreSQL 15, which CI runs, too: npm test -- --all');

if (filter.length === 0 && !existsSync('/usr/sbin/mosquitto')) {
  lines.push('left out  devices by way of Mosquitto, which is not installed (Debian: apt-get install mosquitto)');
}
for (const reason of reasons) console.log(`\n${reason.slice(0, 2_000)}`);
console.log(`\n${lines.join('\n')}\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
