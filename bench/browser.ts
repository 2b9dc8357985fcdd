// The browser of measurements and pictures, and how one signs in with it.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { ADMIN } from './world.ts';

/** What a browser keeps between visits: the session among it. */
export type Kept = Awaited<ReturnType<BrowserContext['storageState']>>;

/** As people have it; where there is none, the one without windows that journeys run in (playwright.config.ts). */
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];
export const CHROMIUM = process.env.CHROMIUM ?? browsers.find(existsSync) ?? browsers[0]!;

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
  // Who has one plant is led to it.
  await page.waitForURL(/\/pvPlant/);
  // The connection for news stays open: the network is never idle for certain.
  await page.locator('h1').first().waitFor();
}

/** What a browser keeps after signing in, for others whose caches are still empty. */
export async function signedIn(browser: Browser, url: string, account?: string): Promise<Kept> {
  const context = await browser.newContext();
  await signIn(await context.newPage(), url, account);
  const kept = await context.storageState();
  await context.close();
  return kept;
}
