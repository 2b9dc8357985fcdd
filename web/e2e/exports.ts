// Exports what a page shows of a device's readings, as a reader does it.
import type { Download, Page } from '@playwright/test';
import { expect } from './portal.ts';

/** The day that is shown; the file comes by itself once it is made. */
export async function exportReadings(page: Page, format = 'CSV'): Promise<Download> {
  await page.getByRole('button', { name: 'Export readings' }).click();
  const dialog = page.getByRole('dialog', { name: /^Export readings of/ });
  await dialog.getByText(format, { exact: true }).click();
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await coming;
  await expect(dialog).toBeHidden();
  return download;
}
