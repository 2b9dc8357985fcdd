// Exports the readings that a device's page shows, as a user does it.
import type { Download, Page } from '@playwright/test';
import { expect } from './portal.ts';

/** Exports the shown day; the download starts by itself once the file is ready. */
export async function exportReadings(page: Page, format = 'CSV'): Promise<Download> {
  await page.getByRole('button', { name: 'Export readings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export readings' });
  await dialog.getByText(format, { exact: true }).click();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await downloading;
  await expect(dialog).toBeHidden();
  return download;
}
