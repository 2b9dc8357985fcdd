// Measures a rendered page: layout faults, empty space, layout shifts. The first two functions run in the page.
import { expect, type Page, test } from '@playwright/test';
import { isInSample } from '../../server/test/sampling.ts';

/** Returns the layout faults of the page as it is rendered now. */
export function faults(): string[] {
  const results: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth)
    results.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);
  const probe = document.createElement('i');
  probe.style.background = 'var(--surface)';
  document.body.append(probe);
  const surface = getComputedStyle(probe).backgroundColor;
  probe.remove();
  const nameOf = (part: Element) => `${part.tagName} "${(part.textContent ?? '').trim().slice(0, 30)}"`;
  const cards = [...document.querySelectorAll('main section, main li, main form, main div')].filter((part) => {
    const style = getComputedStyle(part);
    return (
      style.borderTopLeftRadius === '8px' &&
      style.borderLeftWidth === '1px' &&
      style.borderTopWidth === '1px' &&
      style.backgroundColor === surface &&
      part.getBoundingClientRect().height > 60
    );
  });
  for (const card of cards) {
    const style = getComputedStyle(card);
    const box = card.getBoundingClientRect();
    const content = {
      left: box.left + 1 + Number.parseFloat(style.paddingLeft),
      right: box.right - 1 - Number.parseFloat(style.paddingRight),
      top: box.top + 1 + Number.parseFloat(style.paddingTop),
      bottom: box.bottom - 1 - Number.parseFloat(style.paddingBottom),
    };
    const checkWithin = (within: Element): void => {
      for (const part of within.children) {
        const { position, display, visibility, overflowX } = getComputedStyle(part);
        // Collapsed content still has a bounding box.
        const isFolded = part.tagName !== 'SUMMARY' && part.parentElement?.closest('details:not([open])');
        if (position === 'absolute' || position === 'fixed' || visibility === 'hidden' || isFolded) continue;
        const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
        if (width > 0 && height > 0 && display !== 'contents') {
          const over = Math.max(content.left - left, right - content.right, content.top - top, bottom - content.bottom);
          // Controls may reach into the padding: their target is larger than their icon.
          const allowed = part.matches('summary, button, a') ? 8 : 1;
          if (over > allowed)
            return void results.push(
              `${nameOf(part)} extends ${Math.round(over)} px beyond the content of ${nameOf(card)}`,
            );
        }
        if (overflowX === 'visible') checkWithin(part);
      }
    };
    if (style.overflowX === 'visible') checkWithin(card);
  }
  // A column of cards next to a card counts as one card.
  const containsCard = (part: Element) => cards.some((card) => part.contains(card));
  for (const grid of document.querySelectorAll('main *')) {
    const { display, gridTemplateColumns } = getComputedStyle(grid);
    if (display !== 'grid' || !gridTemplateColumns.includes(' ') || cards.some((card) => card.contains(grid))) continue;
    const rows = Map.groupBy([...grid.children].filter(containsCard), (part) =>
      Math.round(part.getBoundingClientRect().top),
    );
    for (const row of rows.values()) {
      // Content next to a long form is sticky while the form scrolls.
      if (row.some((part) => part.tagName === 'FORM' || getComputedStyle(part).position === 'sticky')) continue;
      const heights = new Set(row.map((card) => Math.round(card.getBoundingClientRect().height)));
      if (heights.size > 1) results.push(`side by side ${[...heights].join(', ')} px high: ${nameOf(row[0]!)}`);
    }
  }
  for (const button of document.querySelectorAll('main td:last-child button, main li [aria-haspopup="menu"]')) {
    const { left, right } = button.getBoundingClientRect();
    if (left < 0 || right > root.clientWidth) results.push(`${nameOf(button)} of a row is out of sight`);
  }
  return results;
}

/** Returns the width in pixels to the right of the widest table or card. */
export function emptyAtRight(): number {
  const wide = [...document.querySelectorAll('main section, main li')];
  return document.documentElement.clientWidth - Math.max(...wide.map((part) => part.getBoundingClientRect().right));
}

/** Allowed cumulative layout shift: 0 is none, 1 is the whole page. */
const MAX_SHIFT = 0.05;
interface Move extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Returns the elements that moved since the page was opened, if their shifts add up to more than `MAX_SHIFT`. */
export async function moved(page: Page): Promise<string[]> {
  const { sum, moves } = await page.evaluate(async () => {
    let sum = 0;
    const moves: string[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Move[]) {
        if (hadRecentInput) continue;
        sum += value;
        moves.push(
          ...sources.map(
            ({ node, previousRect: from, currentRect: to }) =>
              `${node?.nodeName} "${node?.textContent?.slice(0, 30)}" ${from.x},${from.y} ${from.width}x${from.height} -> ${to.x},${to.y} ${to.width}x${to.height}`,
          ),
        );
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn, 50))));
    return { sum, moves };
  });
  return sum > MAX_SHIFT ? [`moved by ${sum.toFixed(3)}`, ...moves] : [];
}

export const WIDTHS = [390, 768, 1024, 1366, 1440, 1920];
/** Width at which a page is opened; measured last, so that the next page opens at it. */
const FIRST_WIDTH = 1440;
const WIDTHS_IN_TURN = [...WIDTHS.filter((width) => width !== FIRST_WIDTH), FIRST_WIDTH];
/** A sampled run measures one page in this many. */
const SAMPLE_OF_PAGES = 3;
export const AT_SIX_WIDTHS =
  'at six widths: nothing too wide, nothing over its card, rows of one height, menus in sight, no empty strip';
const ANSWERS_AFTER_MS = 150;

export const viewport = (width: number) => ({ width, height: width < 500 ? 844 : 900 });

/** Evaluated in the page, two frames later, because charts follow the width with one frame of delay. */
const MEASURE = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => ({
  faults: (${faults})(),
  empty: (${emptyAtRight})(),
}))`;

/** Returns the faults of the page at each width. */
async function faultsAtWidths(page: Page, address: string, fillsWidth: boolean): Promise<string[]> {
  const problems: string[] = [];
  for (const width of WIDTHS_IN_TURN) {
    await page.setViewportSize(viewport(width));
    const { faults: results, empty } = await page.evaluate<{ faults: string[]; empty: number }>(MEASURE);
    if (fillsWidth && empty > 24.5) results.push('stays empty at the right');
    problems.push(...results.map((fault) => `${address} at ${width}: ${fault}`));
  }
  return problems;
}

/** Address of a page, selector that proves that it is loaded, and whether its cards extend to the right edge. */
export type Measured = readonly [address: string, readySelector: string, fillsWidth: boolean];

/** Returns the faults and layout shifts of these pages, or of a sample of them. `position`: index of the first page among all that the file measures. */
export async function faultsOf(page: Page, pages: readonly Measured[], position: number): Promise<string[]> {
  const sampledPages = pages.filter((_, place) => isInSample(position + place, SAMPLE_OF_PAGES));
  test.setTimeout(60_000 + sampledPages.length * 30_000);
  // Delays answers, as on a slow line, so that each step of loading is rendered and its shifts are measured.
  await page.route('**/v2/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWERS_AFTER_MS));
    await route.continue();
  });
  const problems: string[] = [];
  await page.setViewportSize(viewport(FIRST_WIDTH));
  for (const [address, readySelector, fillsWidth] of sampledPages) {
    await page.goto(address);
    await expect(page.locator(readySelector).first()).toBeVisible();
    // A page may start to load a part only after it is rendered.
    await expect(page.locator('main [data-bone]')).toHaveCount(0);
    problems.push(
      ...(await moved(page)).map((move) => `${address}: ${move}`),
      ...(await faultsAtWidths(page, address, fillsWidth)),
    );
  }
  await page.unroute('**/v2/**');
  return problems;
}
