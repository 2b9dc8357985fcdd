// Claim: the map of a list of ten thousand plants is panned and zoomed without lag, and shows its plants as soon as it rests.
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM, signedIn } from './browser.ts';
import { seedFleet } from './fleet.ts';
import { COUNT_FRAMES, type Frames, formatFrames, framesOf } from './frameCounter.ts';
import { openWorld, percentile, table } from './world.ts';

const SITES = Number(process.argv[2] ?? 10_000);
const ROUNDS = Number(process.argv[3] ?? 3);
/** Panning at sixty frames a second; each step of a zoom redraws everything, and one frame may be dropped there. */
const MAX_P95_MS = { panned: 20, zoomed: 34 };
/** Maximum delay until plants that a pan reveals are shown. */
const MAX_SHOWN_MS = 500;
const PANS = 12;
const ZOOMS = 8;

const world = await openWorld();
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-quic', '--no-first-run'],
});
let failed = false;
const rows: Record<string, string | number>[] = [];

/** Waits until the map's current request is answered; returns ms, or 0 when the view was requested a moment ago and is not requested again. */
async function untilAnswered(page: Page): Promise<number> {
  const before = performance.now();
  const response = await page
    .waitForRequest('**/v2/site/map', { timeout: 1500 })
    .then((request) => request.response())
    .catch(() => null);
  return response ? performance.now() - before : 0;
}

async function countFrames(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate('frames.length = 0');
  await act();
  return framesOf(await page.evaluate<number[]>('frames'));
}

async function measure(context: BrowserContext, round: number): Promise<void> {
  const page = await context.newPage();
  await page.addInitScript({ content: COUNT_FRAMES });
  await page.goto(`${world.url}/pvPlant?view=map`);
  await page.getByText(`${SITES.toLocaleString('en')} plants in view`).waitFor();
  const map = (await page.getByRole('region', { name: 'Map of the plants' }).boundingBox())!;
  const [x, y] = [map.x + map.width / 2, map.y + map.height / 2];
  await page.waitForTimeout(1000);
  const delays: number[] = [];
  const panned = await countFrames(page, async () => {
    for (let n = 0; n < PANS; n++) {
      // In a circle, starting where no marker is clicked.
      const [byX, byY] = [Math.round(120 * Math.cos(n)), Math.round(90 * Math.sin(n))];
      await page.mouse.move(x - byX, y - byY);
      await page.mouse.down();
      for (let step = 1; step <= 24; step++)
        await page.mouse.move(x - byX + (2 * byX * step) / 24, y - byY + (2 * byY * step) / 24);
      const answered = untilAnswered(page);
      await page.mouse.up();
      delays.push(await answered);
    }
  });
  const zoomed = await countFrames(page, async () => {
    for (let n = 0; n < ZOOMS; n++) {
      await page.mouse.move(x, y);
      const answered = untilAnswered(page);
      await page.mouse.wheel(0, n < ZOOMS / 2 ? -120 : 120);
      await answered;
    }
  });
  for (const [what, frames] of [
    ['panned', panned],
    ['zoomed', zoomed],
  ] as const) {
    rows.push({ what: `round ${round}: ${what}, frames, ms apart p50 / p95, dropped`, value: formatFrames(frames) });
    failed ||= frames.p95 > MAX_P95_MS[what];
  }
  const delayP95 = percentile(delays, 0.95);
  rows.push({
    what: `round ${round}: plants shown after a pan, p50 / p95, ms`,
    value: `${percentile(delays, 0.5).toFixed(0)} / ${delayP95.toFixed(0)}`,
  });
  failed ||= delayP95 > MAX_SHOWN_MS;
}

try {
  await seedFleet(world.sql, SITES, 1);
  // Spread over Europe, no two in the same place.
  await world.sql`
    update sites set latitude = 36 + 24 * (n * 0.6180339887 - floor(n * 0.6180339887)), longitude = -8 + 35 * (n * 0.7548776662 - floor(n * 0.7548776662))
    from (select sid as s, substr(sid, 14)::int as n from sites) numbered where sid = s`;
  await world.sql`vacuum analyze`;
  await world.startServer();
  const storageState = await signedIn(browser, world.url);
  for (let round = 1; round <= ROUNDS; round++) {
    const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
    await measure(context, round);
    await context.close();
  }
  table(rows);
} finally {
  await browser.close();
  await world.close();
}
process.exit(failed ? 1 : 0);
