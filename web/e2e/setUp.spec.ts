// The number of open alerts, next to the menu entry and on a phone next to the bell.
import { makePlant } from './plants.ts';
import { expect, signIn, test } from './portal.ts';

test('a count of three digits fits one line next to the bell on a phone', async ({ page, portal }) => {
  const sid = await makePlant(portal, 'installer@example.com', 'Barn of many alerts');
  await portal.sql`
    insert into events (sid, sn, code, opened_at, detail)
    select ${sid}, '', 'weakModule', now() - n * interval '1 minute', jsonb_build_object('cause', n::text) from generate_series(1, 120) n`;
  // The menu reads the number once a minute: all problems have to exist before it does.
  await expect
    .poll(async () => {
      const [{ n }] = await portal.sql<[{ n: number }]>`select count(*)::int as n from problems where sid = ${sid}`;
      return n;
    })
    .toBe(120);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, { to: '/dashboard' });
  const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /Alerts/ });
  const count = entry.locator('[data-level]');
  await expect(count).toContainText(/^\d{3}/);
  const { height, width } = (await count.boundingBox())!;
  expect(height).toBeLessThan(20);
  expect(width).toBeGreaterThan(20);
  await portal.sql`delete from events where sid = ${sid}`;
});
