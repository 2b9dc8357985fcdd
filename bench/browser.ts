// Browser for journeys, measurements and pictures, and the sign-in with it.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { ADMIN } from './world.ts';

/** Cookies and storage of a browser, including the session. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Paths of the browsers that `scripts/setup.mjs` installs; the headless shell is preferred. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export const CHROMIUM = process.env.CHROMIUM ?? INSTALLED.find(existsSync) ?? '/usr/bin/chromium';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });

export async function signIn(page: Page, url: string, account: string = ADMIN.email): Promise<void> {
  await page.goto(url);
  await page.locator('input[name="account"]').fill(account);
  await page.locator('input[name="password"]').fill(ADMIN.password);
  await page.locator('button[type="submit"]').click();
  // An account with a single plant is redirected to it.
  await page.waitForURL(/\/pvPlant/);
  // The live stream stays open, so the network never becomes idle.
  await page.locator('h1').first().waitFor();
}

/** Returns the storage of a browser after signing in, for contexts whose caches are still empty. */
export async function signedIn(browser: Browser, url: string, account?: string): Promise<StorageState> {
  const context = await browser.newContext();
  await signIn(await context.newPage(), url, account);
  const storageState = await context.storageState();
  await context.close();
  return storageState;
}
