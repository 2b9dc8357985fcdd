// Measures whether the texts of a page fit: nothing cut, no word broken, nothing wider than the page.
import type { Page } from '@playwright/test';
import { brokenWords, misfits } from './misfits.mjs';

const WIDTHS = [390, 768, 1440];
/** Evaluated in the page, two frames later, because charts follow the width with one frame of delay. */
const MEASURE = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  .then(() => [...(${misfits})(), ...(${brokenWords})()])`;

/** Returns what does not fit at each width; the page keeps the last one. */
export async function misfitsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
    found.push(...(await page.evaluate<string[]>(MEASURE)).map((misfit) => `${width}: ${misfit}`));
  }
  return found;
}
