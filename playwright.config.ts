// Journeys in a real Chromium; each worker starts its own server (web/e2e/portal.ts).
import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM } from './bench/browser.ts';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Each page lives for seconds only, so a GPU process and an optimizing compiler never pay off: without them journeys take a quarter less time.
  '--in-process-gpu',
  '--num-raster-threads=1',
  '--js-flags=--no-opt,--no-maglev,--no-concurrent-marking',
];

export default defineConfig({
  testDir: 'web/e2e',
  outputDir: 'test-results',
  workers: 2,
  // A page looked at by axe in both schemes takes seconds, more on a busy machine.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: { executablePath: CHROMIUM, args },
    // Journeys that need the service worker allow it: what passes through it does not reach their routes.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recorded when asked for, `--trace retain-on-failure`: it takes a quarter of the time of each journey.
    trace: 'off',
  },
});
