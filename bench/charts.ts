// Claim: ten lines of 288 points are drawn within 60 ms, 100,000 points within 250 ms, in a real browser; the time with a band behind each line, which adds two lines, is measured as well.
import { resolve } from 'node:path';
import { build } from 'vite';
import { openBrowser } from './browser.ts';
import { percentile, table } from './world.ts';

const ROUNDS = Number(process.argv[2] ?? 15);
const CASES = [
  { lines: 10, points: 288, hasBands: false, maxMs: 60 },
  { lines: 10, points: 288, hasBands: true, maxMs: null },
  { lines: 10, points: 10_000, hasBands: false, maxMs: 250 },
] as const;
/** Address of the page, served by a route of the browser without a request. */
const PAGE = 'http://127.0.0.1:9/';

const built = await build({
  configFile: false,
  logLevel: 'error',
  root: import.meta.dirname,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    write: false,
    lib: {
      entry: resolve(import.meta.dirname, '../web/src/components/chart/benched.ts'),
      formats: ['iife'],
      name: 'charts',
    },
  },
});
const [output] = Array.isArray(built) ? built : [built];
const script = 'output' in output! ? output.output.find(({ type }) => type === 'chunk') : undefined;
if (script?.type !== 'chunk') throw new Error('the charts could not be built');

const browser = await openBrowser();
let failed = false;
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.route(PAGE, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }));
  await page.goto(PAGE);
  await page.addScriptTag({ content: script.code });
  const rows: Record<string, string | number>[] = [];
  for (const { lines, points, hasBands, maxMs } of CASES) {
    const times = await page.evaluate<number[]>(`draw(${lines}, ${points}, ${hasBands}, ${ROUNDS})`);
    const p95 = percentile(times, 0.95);
    rows.push({
      lines,
      points: lines * points,
      'p50, ms': percentile(times, 0.5).toFixed(0),
      'p95, ms': p95.toFixed(0),
      bands: hasBands ? 'yes' : 'no',
      'at most, ms': maxMs ?? '',
    });
    failed ||= maxMs !== null && percentile(times, 0.5) > maxMs;
  }
  table(rows);
} finally {
  await browser.close();
}
process.exit(failed ? 1 : 0);
