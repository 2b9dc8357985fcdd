// The dashboard and the audit log: what a figure says its list shows, by mouse and by keys alone; who did what is found again.
import { readFile } from 'node:fs/promises';
import { press } from './keys.ts';
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './world.ts';

test('figures of the dashboard open the lists they stand for, by keys alone', async ({ page, world }) => {
  await makePlant(world, 'installer@example.com', 'Dashboard barn', { sn: [{ sn: '5BD0A001', model: 400 }] });
  await signIn(page, { to: '/dashboard' });
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(main.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();
  const germany = main.getByRole('list', { name: 'Plants by country' }).getByRole('link', { name: /Germany/ });
  // Until the job that counts has come by for all that other journeys have made before.
  await expect(async () => {
    await page.goto('/dashboard');
    await expect(germany).toBeVisible({ timeout: 2000 });
    const count = /(\d+)$/.exec(await germany.innerText())![1]!;
    await press(page, germany);
    await page.waitForURL('**/pvPlant?country=DE');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Plants ${count}`, { timeout: 5000 });
  }).toPass({ timeout: 60_000 });

  await page.goBack();
  await expect(germany).toBeVisible();
  // On the map, too, and countries without a plant are not in its colour.
  const shapes = main.locator('svg path[data-has]');
  await expect(shapes.first()).toBeVisible();
  const listed = await main.getByRole('list', { name: 'Plants by country' }).getByRole('link').count();
  expect(await shapes.count()).toBe(listed);
  await expectAccessible(page);
  await press(page, main.getByRole('link', { name: 'Users', exact: true }));
  await expect(main.getByRole('heading', { name: 'Users by role' })).toBeVisible();
  await expect(main.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();
  await expectAccessible(page);
});

test('charts tell days and weeks, plants and devices, and the address keeps it', async ({ page, world }) => {
  await makePlant(world, 'installer@example.com', 'Dashboard shed');
  await signIn(page);
  const main = page.getByRole('main');
  await expect(async () => {
    await page.goto('/dashboard');
    await expect(main.getByRole('img', { name: /^Installed, 7 days/ })).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await main.getByText('12 weeks', { exact: true }).click();
  await main.getByText('Devices', { exact: true }).first().click();
  await expect(main.getByRole('img', { name: /^Installed, 12 weeks/ })).toBeVisible();
  await expect(page).toHaveURL(/by=week/);
  await expect(page).toHaveURL(/of=devices/);
  await page.reload();
  await expect(main.getByRole('img', { name: /^Installed, 12 weeks/ })).toBeVisible();
  await main
    .getByRole('list', { name: 'Plants by age of their data' })
    .getByRole('link', { name: /No data yet/ })
    .click();
  await expect(page).toHaveURL(/heard=never/);
});

test('the audit log shows a change and a sign-in that failed, filtered by the address, and leaves as a file', async ({
  page,
  world,
}) => {
  await world.sql`update memberships set role_id = (select id from roles where code = 'manager')
    where user_id = (select id from users where email = 'stranger@example.com')`;
  try {
    const answer = await page.request.post('/v2/sign-in', {
      data: { account: 'stranger@example.com', password: 'not this one' },
    });
    expect((await answer.json()).code).toBe(401);
    await signIn(page, { email: 'stranger@example.com', to: '/system/audit?result=failed' });
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'Audit Log' })).toBeVisible();
    const line = main.getByRole('row', { name: /stranger@example\.com/ }).first();
    await expect(line).toContainText('Failed');
    await expect(line).toContainText('sign-in');
    await expectAccessible(page);
    await page.goto('/system/audit');
    await expect(
      main
        .getByRole('row', { name: /sign-in/ })
        .filter({ hasText: 'Done' })
        .first(),
    ).toBeVisible();
    await page.goto('/system/audit?result=failed');
    await expect(line).toBeVisible();
    const download = page.waitForEvent('download');
    await main.getByRole('button', { name: 'CSV' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/^audit-log.*\.csv$/);
    const rows = (await readFile((await saved.path())!, 'utf8')).split('\r\n');
    expect(rows.some((row) => row.includes('stranger@example.com') && row.includes('sign-in'))).toBe(true);
  } finally {
    await world.sql`update memberships set role_id = (select id from roles where code = 'installer')
      where user_id = (select id from users where email = 'stranger@example.com')`;
  }
});
