// What is measured of a page as it stands: faults of its layout, what stays empty, what moved. The first two run in the page.
import { expect, type Page, test } from '@playwright/test';
import { isInSample } from '../../server/test/sampling.ts';

/** What is wrong with where things stand on the page as it is shown now. */
export function faults(): string[] {
  const found: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);
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
    const room = {
      left: box.left + 1 + Number.parseFloat(style.paddingLeft),
      right: box.right - 1 - Number.parseFloat(style.paddingRight),
      top: box.top + 1 + Number.parseFloat(style.paddingTop),
      bottom: box.bottom - 1 - Number.parseFloat(style.paddingBottom),
    };
    const look = (within: Element): void => {
      for (const part of within.children) {
        const { position, display, visibility, overflowX } = getComputedStyle(part);
        // What is folded away has a place all the same.
        const isFolded = part.tagName !== 'SUMMARY' && part.parentElement?.closest('details:not([open])');
        if (position === 'absolute' || position === 'fixed' || visibility === 'hidden' || isFolded) continue;
        const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
        if (width > 0 && height > 0 && display !== 'contents') {
          const over = Math.max(room.left - left, right - room.right, room.top - top, bottom - room.bottom);
          // What is pressed may reach into the padding: its target is larger than its mark.
          const allowed = part.matches('summary, button, a') ? 8 : 1;
          if (over > allowed)
            return void found.push(`${nameOf(part)} stands ${Math.round(over)} px over in ${nameOf(card)}`);
        }
        if (overflowX === 'visible') look(part);
      }
    };
    if (style.overflowX === 'visible') look(card);
  }
  // A column of cards beside a card counts as one of them.
  const areIn = (part: Element) => cards.some((card) => part.contains(card));
  for (const grid of document.querySelectorAll('main *')) {
    const { display, gridTemplateColumns } = getComputedStyle(grid);
    if (display !== 'grid' || !gridTemplateColumns.includes(' ') || cards.some((card) => card.contains(grid))) continue;
    const rows = Map.groupBy([...grid.children].filter(areIn), (part) => Math.round(part.getBoundingClientRect().top));
    for (const row of rows.values()) {
      // What is beside a long form stays in sight while it is scrolled.
      if (row.some((part) => part.tagName === 'FORM' || getComputedStyle(part).position === 'sticky')) continue;
      const heights = new Set(row.map((card) => Math.round(card.getBoundingClientRect().height)));
      if (heights.size > 1) found.push(`side by side ${[...heights].join(', ')} px high: ${nameOf(row[0]!)}`);
    }
  }
  for (const button of document.querySelectorAll('main td:last-child button, main li [aria-haspopup="menu"]')) {
    const { left, right } = button.getBoundingClientRect();
    if (left < 0 || right > root.clientWidth) found.push(`${nameOf(button)} of a row is out of sight`);
  }
  return found;
}

/** How much of the width right of the widest table or card stays empty. */
export function emptyAtRight(): number {
  const wide = [...document.querySelectorAll('main section, main li')];
  return document.documentElement.clientWidth - Math.max(...wide.map((part) => part.getBoundingClientRect().right));
}

/** As browsers score it: 0 nothing, 1 all of the page. */
const MAX_SHIFT = 0.05;
interface Move extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** What was drawn and then moved, if it is more than hardly any, since the page was opened. */
export async function moved(page: Page): Promise<string[]> {
  const { sum, what } = await page.evaluate(async () => {
    let sum = 0;
    const what: string[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Move[]) {
        if (hadRecentInput) continue;
        sum += value;
        what.push(
          ...sources.map(
            ({ node, previousRect: from, currentRect: to }) =>
              `${node?.nodeName} "${node?.textContent?.slice(0, 30)}" ${from.x},${from.y} ${from.width}x${from.height} -> ${to.x},${to.y} ${to.width}x${to.height}`,
          ),
        );
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn, 50))));
    return { sum, what };
  });
  return sum > MAX_SHIFT ? [`moved by ${sum.toFixed(3)}`, ...what] : [];
}

export const WIDTHS = [390, 768, 1024, 1366, 1440, 1920];
/** At which a page is opened; measured last, so that the next one finds it. */
const FIRST_WIDTH = 1440;
const WIDTHS_IN_TURN = [...WIDTHS.filter((width) => width !== FIRST_WIDTH), FIRST_WIDTH];
/** A sampled run measures one page in this many. */
const SAMPLE_OF_PAGES = 3;
export const AT_SIX_WIDTHS =
  'at six widths: nothing too wide, nothing over its card, rows of one height, menus in sight, no empty strip';
const ANSWERS_AFTER_MS = 150;

export const viewport = (width: number) => ({ width, height: width < 500 ? 844 : 900 });

/** Run in the page. Charts follow the width one frame later. */
const MEASURE = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => ({
  found: (${faults})(),
  empty: (${emptyAtRight})(),
}))`;

/** What is wrong with the page as it stands at each width. */
async function measured(page: Page, address: string, isFull: boolean): Promise<string[]> {
  const wrong: string[] = [];
  for (const width of WIDTHS_IN_TURN) {
    await page.setViewportSize(viewport(width));
    const { found, empty } = await page.evaluate<{ found: string[]; empty: number }>(MEASURE);
    if (isFull && empty > 24.5) found.push('stays empty at the right');
    wrong.push(...found.map((fault) => `${address} at ${width}: ${fault}`));
  }
  return wrong;
}

/** An address, what is shown once it is there, and whether its cards go to the right edge. */
export type Measured = readonly [address: string, shown: string, isFull: boolean];

/** What is wrong with these pages, or a sample of them, and what moved while they came. `position`: of the first of them among all that a file measures. */
export async function measuredAll(page: Page, pages: readonly Measured[], position: number): Promise<string[]> {
  const chosen = pages.filter((_, place) => isInSample(position + place, SAMPLE_OF_PAGES));
  test.setTimeout(60_000 + chosen.length * 30_000);
  // Each step of loading is drawn, as behind a slow line: what moves then is seen here, too.
  await page.route('**/v2/**', async (route) => {
    await new Promise((later) => setTimeout(later, ANSWERS_AFTER_MS));
    await route.continue();
  });
  const wrong: string[] = [];
  await page.setViewportSize(viewport(FIRST_WIDTH));
  for (const [address, shown, isFull] of chosen) {
    await page.goto(address);
    await expect(page.locator(shown).first()).toBeVisible();
    // A page may begin to ask for a part once it is there.
    await expect(page.locator('main [data-bone]')).toHaveCount(0);
    wrong.push(...(await moved(page)).map((move) => `${address}: ${move}`), ...(await measured(page, address, isFull)));
  }
  await page.unroute('**/v2/**');
  return wrong;
}
