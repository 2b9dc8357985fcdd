// Measures whether the texts of a page fit: nothing cut, nothing wider than the page.
import type { Page } from '@playwright/test';
import { misfits } from './misfits.mjs';

const WIDTHS = [390, 768, 1440];

/** Returns what does not fit at each width; the page keeps the last one. */
export async function misfitsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
    // Charts follow the width one frame later.
    await page.waitForTimeout(250);
    found.push(...(await page.evaluate(misfits)).map((misfit) => `${width}: ${misfit}`));
  }
  return found;
}
