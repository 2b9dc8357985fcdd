// Measures the bytes transferred for a page: everything that a browser with empty caches receives from a running server until the page is idle.
import type { Browser } from '@playwright/test';
import { openBrowser, type StorageState, signedIn } from './browser.ts';
import { fillDays, fillSites, sidOf } from './fleet.ts';
import { openWorld } from './world.ts';

export interface Crossed {
  /** Address without the origin. */
  path: string;
  kind: string;
  /** Transferred size including headers, compressed. */
  bytes: number;
}

/** Time without traffic after which a page counts as idle. An open page keeps its live stream, so the network itself never becomes idle. */
const QUIET_MS = 1500;

/** `drawn`: selector of what is shown once the page has its figures. */
async function transferred(
  browser: Browser,
  address: string,
  drawn: string,
  storageState?: StorageState,
): Promise<Crossed[]> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(storageState ? { storageState } : {}),
  });
  const page = await context.newPage();
  // What is prepared for visits without a network is requested once in a release, after the page is usable (web/src/offline).
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  const devtools = await context.newCDPSession(page);
  const responses = new Map<string, { path: string; kind: string }>();
  const came: Crossed[] = [];
  let lastMs = Date.now();
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    lastMs = Date.now();
    responses.set(requestId, { path: response.url.slice(new URL(address).origin.length), kind: type });
  });
  devtools.on('Network.dataReceived', () => {
    lastMs = Date.now();
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastMs = Date.now();
    came.push({ ...(responses.get(requestId) ?? { path: '', kind: '' }), bytes: encodedDataLength });
  });
  await devtools.send('Network.enable');
  await page.goto(address);
  await page.locator(drawn).first().waitFor();
  while (Date.now() - lastMs < QUIET_MS) await page.waitForTimeout(QUIET_MS / 5);
  const { pathname } = new URL(page.url());
  await context.close();
  if (pathname !== new URL(address).pathname) throw new Error(`${address}: went to ${pathname}`);
  return withoutGuesses(came.filter(({ path }) => !path.startsWith('data:')));
}

/** Leaves out the first of two answers of one call: around sunrise, a page guesses the wrong day and asks again (api/preload.ts). */
function withoutGuesses(came: readonly Crossed[]): Crossed[] {
  const lastOf = new Map(came.map((one) => [one.path, one]));
  return came.filter((one) => one.kind !== 'Fetch' || lastOf.get(one.path) === one);
}

export const kilobytes = (of: readonly Crossed[]): number => of.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;

export interface PageOnTheWire {
  what: string;
  /** Limit for the sum of its files. */
  mostKb: number;
  came: readonly Crossed[];
}

/** Measures the pages that most visits begin with, on a server of its own with 50 plants. */
export async function pagesOnTheWire(): Promise<PageOnTheWire[]> {
  const world = await openWorld();
  const browser = await openBrowser();
  try {
    await world.startServer();
    await fillSites(world.sql, 50, 3);
    await fillDays(world.sql, { before: new Date().toISOString().slice(0, 10), days: 400, deviceDays: 30, without: 0 });
    const storageState = await signedIn(browser, world.url);
    const plant = `/pvPlant/detail?sid=${sidOf(1)}`;
    return [
      {
        what: 'sign-in page',
        mostKb: 150,
        came: await transferred(browser, `${world.url}/`, 'input[name="password"]'),
      },
      {
        what: 'plant list',
        mostKb: 211,
        came: await transferred(browser, `${world.url}/pvPlant`, 'tbody a', storageState),
      },
      // Measured until the page is idle; the chart library is not included.
      {
        what: 'a plant with the picture of its chart',
        mostKb: 225,
        came: await transferred(browser, world.url + plant, 'main [data-drawn]', storageState),
      },
      {
        what: 'a plant with its chart',
        mostKb: 370,
        came: await transferred(browser, world.url + plant, 'canvas', storageState),
      },
    ];
  } finally {
    await browser.close();
    await world.close();
  }
}
