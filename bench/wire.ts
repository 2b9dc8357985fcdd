// What crosses the wire for a page: all that a browser with empty caches gets from a running server until the page rests.
import type { Browser } from '@playwright/test';
import { type Kept, openBrowser, signedIn } from './browser.ts';
import { fillDays, fillSites, sidOf } from './fleet.ts';
import { openWorld } from './world.ts';

export interface Crossed {
  /** Without the server's address. */
  path: string;
  kind: string;
  /** With its headers, as it came: compressed. */
  bytes: number;
}

/** So long must nothing have come. An open page keeps a stream of nudges, so the network itself never rests. */
const QUIET_MS = 1500;

/** `drawn`: what stands there once the page shows its figures. */
async function crossed(browser: Browser, address: string, drawn: string, storageState?: Kept): Promise<Crossed[]> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(storageState ? { storageState } : {}),
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const asked = new Map<string, { path: string; kind: string }>();
  const came: Crossed[] = [];
  let lastMs = Date.now();
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    lastMs = Date.now();
    asked.set(requestId, { path: response.url.slice(new URL(address).origin.length), kind: type });
  });
  devtools.on('Network.dataReceived', () => {
    lastMs = Date.now();
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastMs = Date.now();
    came.push({ ...(asked.get(requestId) ?? { path: '', kind: '' }), bytes: encodedDataLength });
  });
  await devtools.send('Network.enable');
  await page.goto(address);
  await page.locator(drawn).first().waitFor();
  while (Date.now() - lastMs < QUIET_MS) await page.waitForTimeout(QUIET_MS / 5);
  const { pathname } = new URL(page.url());
  await context.close();
  if (pathname !== new URL(address).pathname) throw new Error(`${address}: went to ${pathname}`);
  return came.filter(({ path }) => !path.startsWith('data:'));
}

export const kilobytes = (of: readonly Crossed[]): number => of.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;

export interface PageOnTheWire {
  what: string;
  /** All of it may be so much. */
  mostKb: number;
  came: readonly Crossed[];
}

/** The pages that most visits begin with, of a server of its own with 50 plants. */
export async function pagesOnTheWire(): Promise<PageOnTheWire[]> {
  const world = await openWorld();
  const browser = await openBrowser();
  try {
    await world.startServer();
    await fillSites(world.sql, 50, 3);
    await fillDays(world.sql, { before: new Date().toISOString().slice(0, 10), days: 400, deviceDays: 30, without: 0 });
    const kept = await signedIn(browser, world.url);
    const plant = `/pvPlant/detail?sid=${sidOf(1)}`;
    return [
      { what: 'sign-in page', mostKb: 150, came: await crossed(browser, `${world.url}/`, 'input[name="password"]') },
      { what: 'plant list', mostKb: 200, came: await crossed(browser, `${world.url}/pvPlant`, 'tbody a', kept) },
      // Until it has rested: the chart library is not among it.
      {
        what: 'a plant with the picture of its chart',
        mostKb: 215,
        came: await crossed(browser, world.url + plant, 'main [data-drawn]', kept),
      },
      { what: 'a plant with its chart', mostKb: 355, came: await crossed(browser, world.url + plant, 'canvas', kept) },
    ];
  } finally {
    await browser.close();
    await world.close();
  }
}
