// A plant's alerts: what goes on, who knows of it, filtered in the address.
import { readFileSync } from 'node:fs';
import { capturedFrames, postFrame, sentBy } from './devices.ts';
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './world.ts';

const SN = '0A0B0C3A';

test('an alert is found, acknowledged with a note, and found again by its state', async ({ page, world }) => {
  const [product] = await world.sql<{ model: number }[]>`select model from products where name = 'BDM-400'`;
  const sid = await makePlant(world, 'installer@example.com', 'Hot roof', { sn: [{ sn: SN, model: product!.model }] });
  for (const frame of capturedFrames('12345678').slice(0, 1))
    expect(await postFrame(world.url, sentBy(SN, frame))).toBe(200);
  await world.sql`
    insert into events (sid, sn, code, opened_at, closed_at) values
      (${sid}, ${SN}, '0800', now() - interval '80 minutes', null),
      (${sid}, ${SN}, '2000', now() - interval '3 hours', null),
      (${sid}, ${SN}, '0002', now() - interval '3 days', now() - interval '47 hours')`;
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}` });
  await page.getByRole('navigation', { name: 'Views of the plant' }).getByRole('link', { name: 'Alerts' }).click();
  const rows = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Temperature over');
  await expect(rows.first()).toContainText('1 h 20 min');

  await page.getByRole('button', { name: `Acknowledge: Temperature over, ${SN}` }).click();
  const dialog = page.getByRole('dialog', { name: `Temperature over, ${SN}` });
  await expect(dialog.getByLabel('Note')).toBeFocused();
  await page.keyboard.type('Fan ordered');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows).toHaveCount(1);

  await page.getByRole('combobox', { name: 'State', exact: true }).click();
  await expect(page.getByRole('option', { name: 'Open (1)' })).toBeVisible();
  await page.getByRole('option', { name: 'Acknowledged' }).click();
  await expect(page).toHaveURL(/state=acknowledged/);
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('Fan ordered');
  await expect(rows.first()).toContainText('Acknowledged by');
  // The address holds what is shown.
  await page.reload();
  await expect(rows.first()).toContainText('Fan ordered');
  await page.goto(`/pvPlant/detail?sid=${sid}&view=alerts&state=all&level=info`);
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('DC under voltage');
  // What is filtered is a file, of a plant and of a device alike.
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
  await page.goto(`/pvPlant/detail?sid=${sid}&view=alerts&state=closed&level=fault`);
  await expect(page.getByRole('button', { name: 'CSV', exact: true })).toBeDisabled();
  await expect(page.getByText('No alerts found')).toBeVisible();
  // Of some days: what lasted into them; the others may have begun yesterday.
  const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/pvPlant/detail?sid=${sid}&view=alerts&state=all&from=${dayAgo(5)}&to=${dayAgo(2)}`);
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('DC under voltage');
});

test('alerts of one branch: the company that one chooses, in the address, a code beside its words', async ({
  page,
  world,
}) => {
  const [root] = await world.sql<{ id: number }[]>`select min(id) as id from companies`;
  const [own] = await world.sql<{ companyId: number }[]>`
    select m.company_id from memberships m join users u on u.id = m.user_id where u.email = 'installer@example.com'`;
  const sid = await makePlant(world, 'installer@example.com', 'Of the installer');
  await world.sql`insert into events (sid, sn, code, opened_at) values (${sid}, '0A0B0C3D', '4000', now() - interval '1 hour')`;
  await signIn(page, { email: 'admin@example.com', to: '/alerts' });
  const rows = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: 'Company of installer@example.com' }).click();
  await expect(page).toHaveURL(new RegExp(`company=${own!.companyId}`));
  // Kept under a name, it is opened again from elsewhere.
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByLabel('View name').fill('The installer');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'The installer', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await page.keyboard.press('Escape');
  await page.goto('/alerts?state=closed');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'The installer', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`alerts\\?company=${own!.companyId}$`));
  const mine = rows.filter({ hasText: 'Of the installer' });
  await expect(mine).toHaveCount(1);
  await expect(mine).toContainText('Relay error');
  await expect(mine).toContainText('4000');
  await expectAccessible(page);
  await page.reload();
  await expect(mine).toHaveCount(1);
  // What is filtered is a file, too.
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const lines = readFileSync(await (await file).path(), 'utf8')
    .trim()
    .split('\r\n');
  // All of them, also those of later pages.
  const pager = page.getByText(/^\d+–\d+ of \d+$/);
  const isPaged = (await pager.count()) > 0;
  const all = isPaged ? Number(/ of (\d+)$/.exec(await pager.innerText())?.[1]) : await rows.count();
  expect(lines).toHaveLength(1 + all);
  expect(lines.filter((line) => /^Of the installer,0A0B0C3D,.*,Fault,4000,Relay error,/.test(line))).toHaveLength(1);
  // Of a branch that has none, it says so.
  const [stranger] = await world.sql<{ id: number }[]>`
    select id from companies where name = 'Company of stranger@example.com' and parent_id = ${root!.id}`;
  await page.goto(`/alerts?company=${stranger!.id}`);
  await expect(page.getByText('No alerts found')).toBeVisible();
});

test('single alerts are ticked and acknowledged in one go; those of one kind are found, by the address, too', async ({
  page,
  world,
}) => {
  const sid = await makePlant(world, 'installer@example.com', 'Ticked roof');
  await world.sql`
    insert into events (sid, sn, code, opened_at) values
      (${sid}, '0A0B0C3E', '0800', now() - interval '1 hour'), (${sid}, '0A0B0C3F', '0800', now() - interval '2 hours'),
      (${sid}, '0A0B0C3E', '2000', now() - interval '3 hours'), (${sid}, '0A0B0C3E', '4000', now() - interval '4 hours')`;
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=alerts` });
  const rows = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await expect(rows).toHaveCount(4);
  for (const name of [/^Select: Temperature over, 0A0B0C3F/, /^Select: Relay error/])
    await page.getByRole('checkbox', { name }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Acknowledge 2 selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Acknowledge 2 selected' });
  await dialog.getByLabel('Note').fill('Both known');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Acknowledge 2 shown' })).toBeVisible();

  await page.goto(`/pvPlant/detail?sid=${sid}&view=alerts&state=all`);
  await expect(rows.filter({ hasText: 'Both known' })).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Kind of alert' }).click();
  await page.getByRole('option', { name: 'Temperature over (0800)' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/code=/);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.goto(`/pvPlant/detail?sid=${sid}&view=alerts&state=all&code=4000`);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Relay error');
});

test('of more companies than a list holds, one is found by its name', async ({ page, world }) => {
  const [root] = await world.sql<{ id: number }[]>`select min(id) as id from companies`;
  await world.sql`
    insert into companies (parent_id, kind, name)
    select ${root!.id}, 'installer', 'Sun works ' || n from generate_series(1, 510) n`;
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
    await world.sql`delete from companies where name like 'Sun works %'`;
  }
});
