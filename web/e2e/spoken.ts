// What a screen reader is given to speak, and where the focus is.
import { expect, type Locator, type Page } from '@playwright/test';

declare global {
  interface Window {
    spoken?: string[];
  }
}

/** Collects what the live region is given, on pages that are opened from now on. */
export async function collectSpoken(page: Page) {
  await page.addInitScript(() => {
    window.spoken = [];
    const attach = Element.prototype.attachShadow;
    // The region is in a closed tree.
    Element.prototype.attachShadow = function attachWatched(options) {
      const tree = attach.call(this, options);
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const { nodeName, textContent } of addedNodes)
            if (nodeName === 'P' && textContent) window.spoken?.push(textContent);
      }).observe(tree, { childList: true, subtree: true });
      return tree;
    };
  });
  return {
    /** Returns what was spoken since the page was opened or `clear` was called. */
    list: () => page.evaluate(() => window.spoken ?? []),
    clear: () => page.evaluate(() => void window.spoken?.splice(0)),
  };
}

/** Waits until the focus is on an element of the page. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}

/** Presses by mouse; the focus stays on the page. */
export async function clickAndKeepFocus(page: Page, target: Locator): Promise<void> {
  await target.click();
  await expectFocusKept(page);
}

/** Records the focused element if something hides it, other than for a moment, as a closing calendar does. */
export async function recordHiddenFocus(page: Page, record: string[]): Promise<void> {
  const look = () => page.evaluate(hiddenFocus);
  if ((await look()) === null) return;
  await expect
    .poll(look, { timeout: 1000 })
    .toBeNull()
    .catch(async () => record.push(String(await look())));
}

/** Returns the focused element's text and place when a bar hides all of it (WCAG 2.4.11), else null. Runs in the page. */
function hiddenFocus(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const { left, right, top, bottom, width, height } = focused.getBoundingClientRect();
  // What is seen only with the focus of a mouse, such as the input of a drawn switch, has no size.
  if (width < 2 || height < 2) return null;
  const shown = [0.1, 0.5, 0.9].some((x) =>
    [0.1, 0.5, 0.9].some((y) => {
      const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
      return (
        hit !== null && (focused.contains(hit) || hit.contains(focused) || hit.closest('label')?.contains(focused))
      );
    }),
  );
  return shown ? null : `${focused.outerHTML.slice(0, 120)} at ${Math.round(left)}, ${Math.round(top)}`;
}
