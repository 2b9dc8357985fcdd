// A device's readings of a year: one table that scrolls and renders only the visible rows.
import { insertHistory } from './histories.ts';
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';

test('a year of readings is one table that scrolls', async ({ page, portal }) => {
  const sn = '0A0B0C4E';
  const [product] = await portal.sql<{ model: number }[]>`select model from products where name = 'BDM-400'`;
  const sid = await makePlant(portal, 'installer@example.com', 'A year', {
    sn: [{ sn, model: product!.model }],
    commissionDate: '2020-01-01',
  });
  // Every hour of last year.
  const year = new Date().getUTCFullYear() - 1;
  const [fromMs, toMs] = [Date.UTC(year, 0, 1, 12), Date.UTC(year, 11, 31, 12)];
  const count = (toMs - fromMs) / 3_600_000;
  await insertHistory(portal, sn, {
    fromMs,
    stepMs: 3_600_000,
    count,
    statusOf: (n) => (n === 0 ? 0x40 : 0),
    values: { powerW: (n) => (n % 4000) / 10, temperatureC: (n) => 20 + (n % 7) },
  });

  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=history&device=${sn}&span=year&day=${year}-06-15` });
  const table = page.getByRole('region', { name: 'Readings' });
  const rows = table.locator('tbody tr:not([aria-hidden])');
  await expect(page.getByText(`${count.toLocaleString('en')} readings`)).toBeVisible();
  await expect(rows.first()).toContainText(`Dec 31, ${year}`);
  // Far fewer rows are rendered than exist.
  expect(await rows.count()).toBeLessThan(120);
  const scrollTo = (share: number) =>
    table.evaluate((node, to) => node.scrollTo({ top: node.scrollHeight * to }), share);
  await scrollTo(0.5);
  await expect(rows.first()).toContainText(new RegExp(`(Jun|Jul) \\d+, ${year}`));
  await scrollTo(1);
  const oldest = rows.last();
  await expect(oldest).toContainText(`Jan 1, ${year}`);
  // The status in words, next to the device's own code.
  await expect(oldest).toContainText('AC voltage RMS over');
  await expect(oldest).toContainText('0040');
  await expectAccessible(page);
});
