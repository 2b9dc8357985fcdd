// Claim: Lighthouse, emulating a phone and cold, on the running production build: performance 95 for sign-in, list and plant; accessibility and best practices 100; hardly any layout shift.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM, signIn } from './browser.ts';
import { fillDays, fillSites, sidOf } from './fleet.ts';
import { openWorld, percentile, table } from './world.ts';

/** Fetched by npx on demand: as a dependency its 180 MB would be installed with every checkout. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
/** Number of runs, overridden by `node bench/lighthouse.ts --runs=1 'plant list'`. */
const RUNS = Number(/^--runs=(\d+)$/m.exec(process.argv.join('\n'))?.[1] ?? 5);
/** One run takes 20 s on a quiet machine, twice that under other load; the browser gives up waiting for a page after 45 s. */
const LONGEST_RUN_S = 150;
const LONGEST_FETCH_S = 180;
/** Lighthouse's message for a page that never stops requesting. */
const GAVE_UP = 'Timed out waiting for page load';
const MAX_SHIFT = 0.05;
const SELECTED = process.argv.slice(2).filter((word) => !word.startsWith('--'));

interface Run {
  performance: number;
  accessibility: number;
  'best practices': number;
  'first paint, s': number;
  'largest paint, s': number;
  'blocked, ms': number;
  'layout shift': number;
}
interface Report {
  categories: Record<'performance' | 'accessibility' | 'best-practices', { score: number | null }>;
  audits: Record<string, { numericValue?: number; score: number | null; scoreDisplayMode: string; title: string }>;
  finalDisplayedUrl: string;
}

const world = await openWorld();
const profile = mkdtempSync(join(tmpdir(), 'heliograph-lighthouse-'));
const report = join(profile, 'report.json');
const rows: Record<string, string | number>[] = [];
const faults: string[] = [];
let browser: ChildProcess | undefined;
let lighthouse: ChildProcess | undefined;
// Ends the child processes together with the measurement: an orphaned browser keeps inherited files open.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    kill(browser);
    kill(lighthouse);
    process.exit(1);
  });
}
try {
  fetchLighthouse();
  await world.startServer();
  await fillSites(world.sql, 50, 3);
  await fillDays(world.sql, { before: new Date().toISOString().slice(0, 10), days: 400, deviceDays: 30, without: 0 });
  const port = await startBrowser();
  await measure('sign-in', 95, '/', port);
  await signInAt(port);
  await measure('plant list', 95, '/pvPlant', port);
  await measure('a plant with its chart', 95, `/pvPlant/detail?sid=${sidOf(1)}`, port);
  // Measured for layout shift, accessibility and best practices only.
  await measure('account', 0, '/ucenter/account', port);
  table(rows);
  for (const fault of faults) console.log(fault);
} finally {
  await end(browser);
  await world.close();
  rmSync(profile, { recursive: true, force: true });
}
process.exit(faults.length === 0 ? 0 : 1);

/** Starts a browser with its own profile, which holds its session and caches; returns its debugging port. */
async function startBrowser(): Promise<string> {
  browser = spawn(
    CHROMIUM,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    // Own process group: Debian's command is a script that starts the browser as a child.
    { stdio: 'ignore', detached: true },
  );
  for (let tries = 0; tries < 200; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    try {
      const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
      if (port) return port;
    } catch {
      // Not started yet.
    }
  }
  throw new Error('the browser did not start within 20 s');
}

function kill(process: ChildProcess | undefined): void {
  if (!process?.pid || process.exitCode !== null || process.signalCode !== null) return;
  try {
    globalThis.process.kill(-process.pid);
  } catch {
    // Already ended.
  }
}

async function end(process: ChildProcess | undefined): Promise<void> {
  if (!process || process.exitCode !== null || process.signalCode !== null) return;
  const ended = new Promise((resolve) => process.once('exit', resolve));
  kill(process);
  await ended;
}

/** Fetches Lighthouse once, so that no run waits for the registry. */
function fetchLighthouse(): void {
  try {
    execFileSync('npx', ['--yes', LIGHTHOUSE, '--version'], { timeout: LONGEST_FETCH_S * 1000, stdio: 'pipe' });
  } catch (error) {
    throw new Error(`npx could not fetch ${LIGHTHOUSE} within ${LONGEST_FETCH_S} s`, { cause: error });
  }
}

async function signInAt(port: string): Promise<void> {
  const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await connected.contexts()[0]!.newPage();
  await signIn(page, world.url);
  await page.close();
  await connected.close();
}

/** Clears the cache and keeps the session. */
async function emptyCache(port: string): Promise<void> {
  const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await connected.contexts()[0]!.newPage();
  const devtools = await connected.contexts()[0]!.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await page.close();
  await connected.close();
}

/** Runs Lighthouse and returns its log; throws with the last lines when it fails or takes too long. */
async function runLighthouse(url: string, port: string): Promise<string> {
  lighthouse = spawn(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      `--port=${port}`,
      '--disable-storage-reset',
      '--only-categories=performance,accessibility,best-practices',
      '--output=json',
      `--output-path=${report}`,
      '--verbose',
    ],
    // Own process group, because npx runs it through a shell.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true, env: { ...process.env, NO_UPDATE_NOTIFIER: '1' } },
  );
  const running = lighthouse;
  let log = '';
  let timedOut = false;
  running.stderr!.setEncoding('utf8').on('data', (words: string) => {
    log += words;
  });
  const timeout = setTimeout(() => {
    timedOut = true;
    kill(running);
  }, LONGEST_RUN_S * 1000);
  const status = await new Promise<number | null>((done, failed) => running.once('close', done).once('error', failed));
  clearTimeout(timeout);
  const last = log.trimEnd().split('\n').slice(-15).join('\n');
  if (timedOut)
    throw new Error(`Lighthouse was not done with ${url} after ${LONGEST_RUN_S} s; its last lines:\n${last}`);
  if (status !== 0) throw new Error(`Lighthouse failed on ${url}; its last lines:\n${last}`);
  return log;
}

async function measure(what: string, minPerformance: number, path: string, port: string): Promise<void> {
  if (SELECTED.length > 0 && !SELECTED.includes(what)) return;
  const runs: Run[] = [];
  for (let tries = 0; runs.length < RUNS; tries++) {
    if (tries === 2 * RUNS) throw new Error(`${what}: Lighthouse measured nothing in half of ${tries} runs`);
    await emptyCache(port);
    const url = world.url + path;
    const begunMs = Date.now();
    const log = await runLighthouse(url, port);
    const result = JSON.parse(readFileSync(report, 'utf8')) as Report;
    // Printed after each run, because all runs take a quarter of an hour.
    console.log(
      `${what}: performance ${Math.round((result.categories.performance.score ?? 0) * 100)} in ${((Date.now() - begunMs) / 1000).toFixed(0)} s${log.includes(GAVE_UP) ? ', never at rest' : ''}`,
    );
    if (new URL(result.finalDisplayedUrl).pathname !== path.split('?')[0])
      throw new Error(`${what}: went to ${result.finalDisplayedUrl}`);
    // On a busy machine Lighthouse sometimes detects no paint.
    if (result.categories.performance.score === null) continue;
    runs.push(runOf(result));
    for (const category of ['accessibility', 'best-practices'] as const)
      if (runs.length === 1 && result.categories[category].score !== 1)
        faults.push(`${what}, ${category}: ${failed(result).join('; ')}`);
  }
  const median = Object.fromEntries(
    (Object.keys(runs[0]!) as (keyof Run)[]).map((name) => [
      name,
      percentile(
        runs.map((run) => run[name]),
        0.5,
      ),
    ]),
  ) as unknown as Run;
  if (median.performance < minPerformance)
    faults.push(`${what}: performance ${median.performance}, required ${minPerformance}`);
  const shift = Math.max(...runs.map((run) => run['layout shift']));
  if (shift > MAX_SHIFT) faults.push(`${what}: layout shift ${shift}, at most ${MAX_SHIFT}`);
  const rounded = Object.entries(median).map(([name, value]) => [name, Math.round(value * 1000) / 1000]);
  rows.push({ what, required: minPerformance, ...Object.fromEntries(rounded), load: loadavg()[0]!.toFixed(1) });
}

function runOf({ categories, audits }: Report): Run {
  const score = (name: keyof Report['categories']) => Math.round((categories[name].score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best practices': score('best-practices'),
    'first paint, s': value('first-contentful-paint') / 1000,
    'largest paint, s': value('largest-contentful-paint') / 1000,
    'blocked, ms': value('total-blocking-time'),
    'layout shift': value('cumulative-layout-shift'),
  };
}

/** Returns the failed audits among those with a binary result. */
function failed({ audits }: Report): string[] {
  return Object.entries(audits)
    .filter(([, { score, scoreDisplayMode }]) => scoreDisplayMode === 'binary' && score !== null && score < 1)
    .map(([name, { title }]) => `${name} (${title})`);
}
