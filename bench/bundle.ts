// Claim: what crosses the wire for the sign-in page, the plant list and a plant with its chart, cold, from the running server to a real browser.
import type { CDPSession } from '@playwright/test';
import { type Kept, openBrowser, signedIn } from './browser.ts';
import { fillDays, fillSites, sidOf } from './fleet.ts';
import { openWorld, table } from './world.ts';

interface Sizes {
  /** Scripts and styles, as they crossed the wire. */
  code: number;
  /** All of it: page, scripts, styles, fonts, pictures, answers. */
  all: number;
}

const world = await openWorld();
const rows: Record<string, string | number>[] = [];
let isWell = true;
const browser = await openBrowser();
try {
  await world.startServer();
  await fillSites(world.sql, 50, 3);
  await fillDays(world.sql, { before: new Date().toISOString().slice(0, 10), days: 400, deviceDays: 30, without: 0 });
  await measure('sign-in page', 150, '/', 'input[name="password"]');
  const kept = await signedIn(browser, world.url);
  await measure('plant list', 200, '/pvPlant', 'tbody a', kept);
  await measure('a plant with its chart', 350, `/pvPlant/detail?sid=${sidOf(1)}`, 'canvas', kept);
  table(rows);
} finally {
  await browser.close();
  await world.close();
}
process.exit(isWell ? 0 : 1);

async function measure(what: string, limitKb: number, path: string, drawn: string, storageState?: Kept) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(storageState ? { storageState } : {}),
  });
  const page = await context.newPage();
  const sizes = await counting(await context.newCDPSession(page), async () => {
    await page.goto(world.url + path);
    await page.locator(drawn).first().waitFor();
    // What is fetched after the first drawing; an open page keeps a stream of nudges, so the network never rests.
    await page.waitForTimeout(3_000);
  });
  if (new URL(page.url()).pathname !== new URL(world.url + path).pathname)
    throw new Error(`${what}: went to ${page.url()}`);
  await context.close();
  if (sizes.code > limitKb * 1024) isWell = false;
  const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);
  rows.push({
    what,
    'scripts and styles, KB': kilobytes(sizes.code),
    'at most': limitKb,
    'all, KB': kilobytes(sizes.all),
  });
}

async function counting(devtools: CDPSession, load: () => Promise<void>): Promise<Sizes> {
  const kinds = new Map<string, string>();
  const sizes: Sizes = { code: 0, all: 0 };
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.all += encodedDataLength;
    if (['Script', 'Stylesheet'].includes(kinds.get(requestId) ?? '')) sizes.code += encodedDataLength;
  });
  await devtools.send('Network.enable');
  await load();
  return sizes;
}
