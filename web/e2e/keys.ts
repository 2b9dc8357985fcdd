// Keys alone: how a journey gets about without a mouse.
import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until this has the focus; fails when it is out of reach. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible();
  const isThere = () => wanted.evaluate((node) => node === document.activeElement);
  for (let presses = 0; presses < 80; presses++) {
    if (await isThere()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not reach ${wanted}`);
}

/** Goes to a button, link or other thing by Tab and presses Enter on it. */
export async function press(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

/** Goes to a field by Tab, which selects what is in it, and types. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Ctrl-K, words, Enter: as fast as the keys come, without waiting for anything. */
export async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

/** What has opened has taken the focus: from now on it hears the keys. */
export async function hasFocus(open: Locator): Promise<void> {
  await expect(open).toBeVisible();
  await expect.poll(() => open.evaluate((node) => node.contains(document.activeElement))).toBe(true);
}

/** Chooses from a menu that has just been opened, by its arrows. */
export async function chooseFrom(page: Page, menu: Locator, entry: string): Promise<void> {
  await hasFocus(menu);
  const wanted = menu.getByRole('menuitem', { name: entry });
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press('ArrowDown');
    if (await wanted.evaluate((node) => node === document.activeElement)) return page.keyboard.press('Enter');
  }
  throw new Error(`the arrows do not reach ${entry}`);
}

/** What is open closes by Escape, and what opened it has the focus again. */
export async function escapeReturnsTo(page: Page, open: Locator, opener: Locator): Promise<void> {
  await hasFocus(open);
  await page.keyboard.press('Escape');
  await expect(open).toHaveCount(0);
  await expect(opener).toBeFocused();
}
