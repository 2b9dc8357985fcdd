// Takes a picture of every page into docs/screens: with no, little and very much data, light and dark, on a desk and on a phone.
// `npm run screens [-- PAGE ...] [--png FOLDER] [--language de]`: pages by the names of the page table; as PNG elsewhere, to be looked at.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BUILT_PAGES, PATHS, type PageName } from '@heliograph/contract/pages.ts';
import { sunPosition } from '@heliograph/contract/sun.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import type { Browser, Page } from '@playwright/test';
import pino from 'pino';
import { enterFleet } from '../server/src/demo/enterFleet.ts';
import { makeHistory } from '../server/src/demo/makeHistory.ts';
import { openParts } from '../server/src/openParts.ts';
import { checkSilence } from '../server/src/telemetry/silence.ts';
import { openBrowser, signedIn } from './browser.ts';
import { fillDays, fillSites, frameOf, sidOf } from './fleet.ts';
import { openWorld, type World } from './world.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { png: { type: 'string' }, language: { type: 'string', default: 'en' } },
});
const wanted = new Set(positionals);
const folder = values.png ? resolve(values.png) : resolve(import.meta.dirname, '../docs/screens');
const format = values.png ? 'png' : 'webp';

/** Taller pages are cut: what is below is more of the same. */
const TALLEST_PX = 1800;
const SIZES = [
  { name: '1440', viewport: { width: 1440, height: 900 } },
  { name: '390', viewport: { width: 390, height: 844 } },
] as const;
const SCHEMES = ['light', 'dark'] as const;

type Amount = 'none' | 'little' | 'much';

interface View {
  /** Behind the page's name; '' for its only view. */
  name: string;
  /** What the address carries. */
  query?: (sid: string) => string;
  /** Left out: with any. */
  amounts?: readonly Amount[];
}

const ofPlant: readonly Amount[] = ['little', 'much'];
/** A new page is asked for here by the compiler. */
const VIEWS: Record<PageName, readonly View[]> = {
  SignIn: [{ name: '', amounts: ['none'] }],
  Setup: [{ name: '', amounts: ['none'] }],
  PrivacyPolicy: [{ name: '', amounts: ['none'] }],
  Forbidden: [{ name: '', amounts: ['none'] }],
  PvPlant: [{ name: '' }, { name: 'cards', query: () => '?view=cards', amounts: ofPlant }],
  PvPlantEdit: [
    { name: 'new', amounts: ['none'] },
    { name: 'edit', query: (sid) => `?sid=${sid}`, amounts: ofPlant },
  ],
  PvPlantDetail: [
    { name: 'overview', query: (sid) => `?sid=${sid}`, amounts: ofPlant },
    { name: 'power', query: (sid) => `?sid=${sid}&view=power`, amounts: ofPlant },
    { name: 'energy', query: (sid) => `?sid=${sid}&view=energy&by=month`, amounts: ofPlant },
    { name: 'history', query: (sid) => `?sid=${sid}&view=history`, amounts: ofPlant },
    { name: 'alerts', query: (sid) => `?sid=${sid}&view=alerts&state=all`, amounts: ofPlant },
  ],
  NoRegGatewayList: [{ name: '', amounts: ['none', 'much'] }],
  Account: [{ name: '', amounts: ['none'] }],
};

/** Plants of the demonstration: two where the sun is up now, a silent one, one with an alert, and one without devices. */
function fewPlants(seed: number, nowMs: number): FleetSite[] {
  const all = fleet(seed, nowMs);
  const height = ({ latitude, longitude }: FleetSite) => sunPosition(nowMs, latitude, longitude).elevationDeg;
  const sunny = all.toSorted((one, other) => height(other) - height(one)).slice(0, 2);
  const named = all.filter(({ key }) => ['simonsberg', 'sobreiro', 'kita'].includes(key));
  return [...new Set([...sunny, ...named])];
}

/** Fills the world; answers the plant whose pages are taken. */
const FILL: Record<Amount, (world: World) => Promise<string>> = {
  none: async () => '',
  little: async ({ sql }) => {
    const context = { sql, clock: { now: () => new Date() }, log: pino({ level: 'warn' }), ...openParts(sql) };
    const { sids } = await enterFleet(context, 1, fewPlants);
    const plants = fewPlants(1, Date.now());
    for (const site of plants) await makeHistory(context, site, sids[site.key]!, new AbortController().signal);
    await checkSilence(context);
    return sids[plants[0]!.key]!;
  },
  much: async ({ sql }) => {
    await fillSites(sql, 3000, 60);
    await fillDays(sql, { before: new Date().toISOString().slice(0, 10), days: 400, deviceDays: 2, without: 0 });
    await sql`
      update sites set name = name || ', community roof of the upper village behind the old brickworks', city = 'Llanfairpwllgwyngyll', street = 'Donaudampfschifffahrtsgesellschaftsstraße 112'
      where substr(sid, 14)::int % 3 = 0`;
    await sql`update devices set alias = 'South-east face, upper row, ' || sn where sid = ${sidOf(3)}`;
    await sql`
      update device_live set status = -1, at = now() - interval '3 days', version = version + 1
      where sid = ${sidOf(3)} and sn in (select sn from devices where sid = ${sidOf(3)} order by sn limit 7)`;
    await sql`
      insert into serial_numbers (sn, first_seen_at, last_seen_at)
      select upper(to_hex(1610612736 + n)), now() - interval '3 days', now() - n * interval '1 minute' from generate_series(1, 400) n`;
    await sql`
      insert into raw_reports (sn, received_at, path, body)
      select sn, last_seen_at, '/i.php', ${Buffer.from(frameOf(0x40000001, 1))} from serial_numbers where sid is null`;
    return sidOf(3);
  },
};

/** Drawn: no skeleton stands any more, charts have been painted, and fonts have had the time to come. */
async function settled(page: Page): Promise<void> {
  await page.locator('main, form').first().waitFor();
  await page.locator('[data-bone]').first().waitFor({ state: 'detached' });
  await page.locator('[role="img"][aria-label]:not(:has(canvas, svg))').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(600);
}

async function take(page: Page, file: string): Promise<void> {
  const { width, height: seen } = page.viewportSize()!;
  const devtools = await page.context().newCDPSession(page);
  const { cssContentSize } = await devtools.send('Page.getLayoutMetrics');
  const height = Math.min(TALLEST_PX, Math.max(seen, cssContentSize.height));
  const { data } = await devtools.send('Page.captureScreenshot', {
    format,
    ...(format === 'webp' ? { quality: 60 } : {}),
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: 1 },
  });
  await devtools.detach();
  writeFileSync(file, Buffer.from(data, 'base64'));
}

async function takeAll(browser: Browser, amount: Amount, world: World, sid: string): Promise<number> {
  mkdirSync(join(folder, amount), { recursive: true });
  const kept = await signedIn(browser, world.url);
  let taken = 0;
  for (const { name: size, viewport } of SIZES) {
    for (const colorScheme of SCHEMES) {
      for (const { name, access } of BUILT_PAGES) {
        if (wanted.size > 0 && !wanted.has(name)) continue;
        const context = await browser.newContext({
          locale: values.language,
          viewport,
          colorScheme,
          reducedMotion: 'reduce',
          ...(access === 'public' ? {} : { storageState: kept }),
        });
        const page = await context.newPage();
        page.on('pageerror', (error) => console.error(`${name} ${size} ${colorScheme} ${amount}:`, error.message));
        for (const view of VIEWS[name]) {
          if (view.amounts && !view.amounts.includes(amount)) continue;
          await page.goto(`${world.url}${PATHS[name]}${view.query?.(sid) ?? ''}`);
          await settled(page);
          const parts = [name, view.name, size, colorScheme].filter(Boolean);
          await take(page, join(folder, amount, `${parts.join('-')}.${format}`));
          taken++;
        }
        await context.close();
      }
    }
  }
  return taken;
}

const browser = await openBrowser();
try {
  for (const amount of ['none', 'little', 'much'] as const) {
    const world = await openWorld();
    try {
      await world.startServer();
      const sid = await FILL[amount](world);
      console.log(`${amount}: ${await takeAll(browser, amount, world, sid)} pictures`);
    } finally {
      await world.close();
    }
  }
} finally {
  await browser.close();
}
// Parts opened for the history keep timers of their own.
process.exit(0);
