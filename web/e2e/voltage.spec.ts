// Evidence of the grid voltage from a device's readings: on the page, as PDF and as CSV.
import { readFileSync } from 'node:fs';
import { extractText, getDocumentProxy } from 'unpdf';
import { insertHistory, modelOf } from './histories.ts';
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';

const DAY_MS = 86_400_000;
/** Returns midnight UTC a number of days ago, in ms. */
const daysAgo = (days: number): number => Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

test("the evidence of the grid voltage is shown at once, and downloaded as PDF in the recipient's language and as CSV", async ({
  page,
  portal,
}) => {
  const sn = '0A0B0C71';
  const sid = await makePlant(portal, 'installer@example.com', 'End of the line', {
    sn: [{ sn, model: await modelOf(portal, 'Inverter') }],
    commissionDate: '2020-01-01',
  });
  // Two whole days; L1 exceeds the limit for an hour around noon of the first.
  const fromMs = daysAgo(4);
  await insertHistory(portal, sn, {
    fromMs,
    stepMs: 300_000,
    count: 576,
    values: {
      powerW: (n) => (n % 288 > 80 && n % 288 < 220 ? 2000 : 0),
      l1VoltageV: (n) => (n >= 132 && n < 144 ? 255.5 : 236),
      l2VoltageV: () => 236,
      l3VoltageV: () => 235,
    },
  });
  await signIn(page, {
    to: `/pvPlant/detail?sid=${sid}&view=history&device=${sn}&span=range&from=${dayOf(fromMs)}&to=${dayOf(fromMs + DAY_MS)}`,
  });
  await page.getByRole('button', { name: 'Grid voltage' }).click();
  const dialog = page.getByRole('dialog', { name: `Grid voltage of ${sn}` });
  await expect(dialog.getByText('Hours above the limit')).toBeVisible();
  await expect(dialog.getByText('255.5').first()).toBeVisible();
  // No calendar covers the figures, and the focus is at the top of the dialog.
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(dialog.getByText('Evidence for the grid operator')).toBeFocused();
  await expectAccessible(page);

  await dialog.getByRole('combobox', { name: 'Language of the PDF' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  const paper = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'PDF for the grid operator' }).click();
  const pdf = await paper;
  expect(pdf.suggestedFilename()).toMatch(new RegExp(`^${sn}_voltage_.*\\.pdf$`));
  const document = await getDocumentProxy(new Uint8Array(readFileSync((await pdf.path())!)));
  const { text } = await extractText(document, { mergePages: true });
  for (const words of ['Nachweis der Netzspannung', 'End of the line', '255,5', 'Stunden über dem Grenzwert'])
    expect(text, words).toContain(words);
  const numbers = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Ten-minute means as CSV' }).click();
  expect((await numbers).suggestedFilename()).toMatch(/\.csv$/);
});
