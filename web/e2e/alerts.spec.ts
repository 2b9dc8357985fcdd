// Alerts: acknowledged with a note, found by state, and exported for a plant, a device and all plants.

import { readFileSync } from 'node:fs';
import { indexPeople } from '../../server/test/indexPeople.ts';
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';
import { collectSpoken, expectFocusKept } from './spoken.ts';

const SN = '0A0B0C3A';

test('an acknowledged alert is found by its state, and the exported files contain its note', async ({
  page,
  portal,
}) => {
  const [product] = await portal.sql<{ model: number }[]>`select model from products where name = 'BDM-400'`;
  const sid = await makePlant(portal, 'installer@example.com', 'Hot roof', { sn: [{ sn: SN, model: product!.model }] });
  await portal.sql`
    insert into events (sid, sn, code, opened_at, closed_at) values
      (${sid}, ${SN}, '0800', now() - interval '80 minutes', null),
      (${sid}, ${SN}, '2000', now() - interval '3 hours', null),
      (${sid}, ${SN}, '0002', now() - interval '3 days', now() - interval '47 hours')`;
  const spoken = await collectSpoken(page);
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=alerts` });
  const rows = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('1 h 20 min');
  await page.getByRole('button', { name: `Acknowledge: Temperature over, ${SN}` }).click();
  const dialog = page.getByRole('dialog', { name: `Temperature over, ${SN}` });
  await expect(dialog.getByLabel('Note')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('Fan ordered');
  await spoken.clear();
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(rows).toHaveCount(1);
  // The row has gone with its button.
  await expectFocusKept(page);
  expect(await spoken.list()).toEqual(['Acknowledged']);
  await page.getByRole('combobox', { name: 'State', exact: true }).click();
  await page.getByRole('option', { name: 'Acknowledged' }).click();
  await expect(page).toHaveURL(/state=acknowledged/);
  await expect.poll(spoken.list).toEqual(['Acknowledged', 'Results: 1']);
  await expect(rows).toContainText('Fan ordered');

  const linesOf = async (address: string) => {
    await page.goto(address);
    await expect(rows.first()).toBeVisible();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV', exact: true }).click();
    return readFileSync(await (await file).path(), 'utf8')
      .trim()
      .split('\r\n')
      .slice(1);
  };
  const all = await linesOf(`/pvPlant/detail?sid=${sid}&view=alerts&state=all`);
  expect(all).toHaveLength(3);
  expect(all.filter((line) => line.includes('0800,Temperature over') && line.includes('Fan ordered'))).toHaveLength(1);
  const ofDevice = `/devices/module/detail?sid=${sid}&sn=${SN}&input=1&state=open`;
  expect(await linesOf(ofDevice)).toEqual([expect.stringContaining('2000,GFDI')]);
  const [ofAll] = await linesOf('/alerts?q=Hot+roof&state=all');
  expect(ofAll).toMatch(/^Hot roof,0A0B0C3A,.*,2000,GFDI fault indicator,/);
});

test('finds one of more companies than a list can hold by its name', async ({ page, portal }) => {
  const [root] = await portal.sql<{ id: number }[]>`select min(id) as id from companies`;
  await portal.sql`
    insert into companies (parent_id, kind, name)
    select ${root!.id}, 'installer', 'Sun works ' || n from generate_series(1, 510) n`;
  await indexPeople(portal.sql);
  try {
    await signIn(page, { email: 'admin@example.com', to: '/alerts' });
    const field = page.getByRole('combobox', { name: 'Company' });
    await field.fill('works 507');
    await page.getByRole('option', { name: 'Sun works 507' }).click();
    await expect(page).toHaveURL(/company=/);
    await expect(page.getByText('No alerts found')).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue('Sun works 507');
    await expectAccessible(page);
  } finally {
    await portal.sql`delete from companies where name like 'Sun works %'`;
  }
});

test('acknowledges a problem with a note by twelve presses besides the note', async ({ page, portal }) => {
  const sid = await makePlant(portal, 'installer@example.com', 'Roof of few presses', {
    sn: [{ sn: '0A0B0C3B', model: 400 }],
  });
  await portal.sql`
    insert into events (sid, sn, code, opened_at, closed_at) values
      (${sid}, '0A0B0C3B', '2000', now() - interval '3 hours', null)`;
  // A job derives problems from events.
  const problems = async () => (await portal.sql`select from problems where sid = ${sid} and sn = '0A0B0C3B'`).length;
  await expect.poll(problems, { timeout: 60_000 }).toBeGreaterThan(0);
  await signIn(page, { to: '/alerts?q=Roof+of+few+presses' });
  const acknowledge = page.getByRole('button', { name: /^Acknowledge: / });
  await expect(acknowledge).toBeVisible();
  let presses = 0;
  const press = async (key: string) => {
    presses++;
    await page.keyboard.press(key);
  };
  const tabTo = async (target: typeof acknowledge) => {
    while (presses < 20 && !(await target.evaluate((node) => node === document.activeElement))) await press('Tab');
  };
  await press('Tab');
  await press('Enter');
  await tabTo(acknowledge);
  await press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Note')).toBeFocused();
  await page.keyboard.type('Isolated');
  await tabTo(dialog.getByRole('button', { name: 'Acknowledge' }));
  await press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(presses).toBeLessThanOrEqual(12);
});
