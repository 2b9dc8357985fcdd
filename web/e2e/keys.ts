// Keyboard navigation for journeys without a mouse.
import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the element has the focus; throws after 80 presses. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const hasReached = () => target.evaluate((node) => node === document.activeElement);
  for (let presses = 0; presses < 80; presses++) {
    if (await hasReached()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Moves to a button, link or other element by Tab and presses Enter. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Moves to a field by Tab, which selects its content, and types. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Presses Ctrl-K, types the words and presses Enter without waiting in between. */
export async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

/** Waits until a menu or dialog that has just opened has taken the focus. */
export async function hasFocus(open: Locator): Promise<void> {
  await expect(open).toBeVisible();
  await expect.poll(() => open.evaluate((node) => node.contains(document.activeElement))).toBe(true);
}

/** Chooses from a menu that has just been opened with the arrow keys. */
export async function chooseFrom(page: Page, menu: Locator, entry: string): Promise<void> {
  await hasFocus(menu);
  const target = menu.getByRole('menuitem', { name: entry });
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press('ArrowDown');
    if (await target.evaluate((node) => node === document.activeElement)) return page.keyboard.press('Enter');
  }
  throw new Error(`the arrows do not reach ${entry}`);
}

/** Closes a menu or dialog by Escape; its opener has the focus again. */
export async function escapeReturnsTo(page: Page, open: Locator, opener: Locator): Promise<void> {
  await hasFocus(open);
  await page.keyboard.press('Escape');
  await expect(open).toHaveCount(0);
  await expect(opener).toBeFocused();
}
