// Forms that are filled in without a connection: devices of a plant, its roof and a new plant wait in the browser and are stored once.
import type { Page } from '@playwright/test';
import { drawnPng } from '../../server/test/multipart.ts';
import { isInStoredAnswers, isInStoredFiles } from './browserStores.ts';
import { choose, field, makePlant, post, tokenOf } from './plants.ts';
import { addPerson, expect, expectAccessible, signIn, test } from './portal.ts';

test.use({ serviceWorkers: 'allow' });

/** Completes step 1 of the wizard without what the server would fill in. */
async function fillOffline(page: Page, siteName: string): Promise<void> {
  await field(page, 'Plant name').fill(siteName);
  await field(page, 'DC peak power').fill('0.4');
  await choose(page, 'Country', 'Germany');
  await field(page, 'Latitude').fill('47.66');
  await field(page, 'Longitude').fill('9.17');
  await field(page, 'Time zone').fill('Europe/Berlin');
  await page.getByRole('option', { name: /Europe\/Berlin/ }).click();
  await field(page, 'Currency').fill('EUR');
  await page.getByRole('option', { name: /EUR/ }).click();
  await field(page, 'Electricity price').fill('0.30');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
}

test('devices that are registered without a connection are added once, and a refused one is corrected', async ({
  page,
  context,
  portal,
}) => {
  await addPerson(portal.sql, 'shed@example.com', 'installer');
  const sid = await makePlant(portal, 'shed@example.com', 'Garden shed');
  await portal.sql`
    insert into serial_numbers (sn, product_id) select '0A0B0E11', id from products where name = 'BDM-400'`;
  await signIn(page, { email: 'shed@example.com', to: `/pvPlant/detail?sid=${sid}` });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // Files of the form, of the code reader and of its texts.
  for (const text of ['site-devices', 'edit.devicesWaiting', 'Checked once connected', 'zxing', 'waiting.useMine'])
    await expect.poll(() => isInStoredFiles(page, text), text).toBe(true);
  await expect.poll(() => isInStoredAnswers(page, 'site/detail')).toBe(true);

  await context.setOffline(true);
  await page.goto(`/pvPlant/edit?sid=${sid}`);
  const dialog = page.getByRole('dialog', { name: 'Add devices' });
  for (const sn of ['0A0B0E11', 'GWSHED1']) {
    await page.getByRole('button', { name: 'Add devices' }).click();
    await dialog.getByLabel('Serial numbers').fill(sn);
    await dialog.getByRole('button', { name: 'Add to list' }).click();
    await expect(dialog.getByText('Checked once connected')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add 1 device' }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(page.getByText('2 devices are waiting for a connection')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 devices are waiting for a connection')).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('Not saved: Devices, Garden shed')).toBeVisible();
  await page.getByRole('button', { name: '1 change is waiting' }).click();
  const list = page.getByRole('dialog', { name: 'Waiting changes' });
  await expect(list.getByRole('listitem')).toContainText('GWSHED1');
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Edit' }).click();
  await choose(page, 'Product of GWSHED1', 'HG-1');
  await dialog.getByRole('button', { name: 'Add 1 device' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show 1 new password' }).click();
  const passwords = page.getByRole('dialog', { name: 'MQTT passwords' });
  await expect(passwords).toContainText('GWSHED1');
  await passwords.getByRole('button', { name: 'Done, I saved it' }).click();
  await expect(page.getByRole('button', { name: /waiting|new password/ })).toHaveCount(0);
  const audit = await portal.sql`
    select from audit_log l join users u on u.id = l.user_id
    where u.email = 'shed@example.com' and l.action = 'site/updateFast'`;
  expect(audit).toHaveLength(2);
  const added = await portal.sql<{ sn: string }[]>`select sn from devices where sid = ${sid} order by sn`;
  expect(added.map(({ sn }) => sn)).toEqual(['0A0B0E11', 'GWSHED1']);
});

test('the product of a new device is chosen without a connection, in a plant and in a new one', async ({
  page,
  context,
  portal,
}) => {
  await addPerson(portal.sql, 'far-cellar@example.com', 'installer');
  const sid = await makePlant(portal, 'far-cellar@example.com', 'Cellar');
  await signIn(page, { email: 'far-cellar@example.com', to: `/pvPlant/edit?sid=${sid}` });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (const text of ['site-devices', 'edit.devicesWaiting', 'edit.plantWaiting', 'zxing'])
    await expect.poll(() => isInStoredFiles(page, text), text).toBe(true);
  for (const call of ['site/detail', 'product/sn', 'common/country', 'common/currency', 'common/timezone'])
    await expect.poll(() => isInStoredAnswers(page, call), call).toBe(true);

  await context.setOffline(true);
  await page.goto(`/pvPlant/edit?sid=${sid}`);
  await page.getByRole('button', { name: 'Add devices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add devices' });
  await dialog.getByLabel('Serial numbers').fill('GWCELLAR1 GWCELLAR2');
  await dialog.getByRole('button', { name: 'Add to list' }).click();
  await choose(page, 'Product of the 2 devices that do not report one', 'Meter');
  await choose(page, 'Product of GWCELLAR2', 'HG-1');
  await dialog.getByRole('button', { name: 'Add 2 devices' }).click();
  await expect(page.getByText('2 devices are waiting for a connection')).toBeVisible();

  await page.goto('/pvPlant/edit');
  await fillOffline(page, 'Far cellar');
  await page.getByLabel('Serial numbers').fill('GWCELLAR3');
  await page.getByRole('button', { name: 'Add to list' }).click();
  await choose(page, 'Product of GWCELLAR3', 'HG-1');
  await page.getByRole('button', { name: 'Create the plant with 1 device' }).click();
  await expect(page.getByRole('heading', { name: 'The plant is waiting for a connection' })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('Saved: Devices, Cellar')).toBeVisible();
  await expect(page.getByText('Saved: New plant, Far cellar')).toBeVisible();
  const devices = await portal.sql`
    select d.sn, p.name from devices d join products p on p.id = d.product_id where d.sn like 'GWCELLAR%' order by d.sn`;
  expect(devices).toEqual([
    { sn: 'GWCELLAR1', name: 'Meter' },
    { sn: 'GWCELLAR2', name: 'HG-1' },
    { sn: 'GWCELLAR3', name: 'HG-1' },
  ]);
});

test('a roof and a device that are entered without a connection are stored once, and a conflict is shown as two roofs', async ({
  page,
  context,
  portal,
}) => {
  await addPerson(portal.sql, 'gable@example.com', 'installer');
  const device = { sn: '1F90AF21', model: 2250, tilt: 30, azimuth: 180, orientation: 'portrait' as const };
  const sid = await makePlant(portal, 'gable@example.com', 'Old gable', { sn: [device] });
  const token = await tokenOf(portal, 'gable@example.com');
  const layoutOf = async () => (await post(portal, 'site/layoutInfo', { sid }, token)).data;
  const save = (zones: Awaited<ReturnType<typeof layoutOf>>['zones'], version: number) =>
    post(portal, 'site/updateLayoutInfo', { sid, version, zones }, token);
  const { zones: proposed } = await layoutOf();
  expect((await save(proposed, 0)).code).toBe(200);
  await portal.sql`
    insert into serial_numbers (sn, product_id) select '1F90AF22', id from products where model = 2250`;

  await signIn(page, { email: 'gable@example.com', to: `/pvPlant/edit?sid=${sid}` });
  await expect.poll(() => isInStoredAnswers(page, 'site/detail')).toBe(true);
  await page.goto(`/pvPlant/layout?sid=${sid}`);
  const plan = page.locator('canvas[role="application"]');
  await expect(plan).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (const text of ['roof.differs', 'Roof with', 'waiting.useMine'])
    await expect.poll(() => isInStoredFiles(page, text), text).toBe(true);
  await expect.poll(() => isInStoredAnswers(page, 'site/layoutInfo')).toBe(true);

  await context.setOffline(true);
  const saveButton = page.getByRole('button', { name: 'Save', exact: true });
  const turn = async () => {
    const zone = page.getByRole('region', { name: 'Zones' }).getByRole('button');
    if ((await zone.getAttribute('aria-pressed')) !== 'true') await zone.click();
    await plan.press('r');
    await saveButton.click();
    await expect(saveButton).toBeDisabled();
  };
  /** Stored in the browser: the page may be closed. */
  const turnOffline = async () => {
    await turn();
    await expect(page.locator('main').getByText('Waiting for a connection')).toBeVisible();
  };
  await turnOffline();
  await expect(page.getByRole('button', { name: '1 change is waiting' })).toBeVisible();
  await page.goto(`/pvPlant/edit?sid=${sid}`);
  await page.getByRole('button', { name: 'Add devices' }).click();
  await page.getByLabel('Serial numbers').fill('1F90AF22');
  await page.getByRole('button', { name: 'Add to list' }).click();
  await page.getByRole('button', { name: 'Add 1 device' }).click();
  await expect(page.getByRole('button', { name: '2 changes are waiting' })).toBeVisible();
  await page.goto(`/pvPlant/layout?sid=${sid}`);
  await expect(plan).toBeVisible();
  await expect(page.locator('main').getByText('Waiting for a connection')).toBeVisible();
  await expect(saveButton).toBeDisabled();
  await turnOffline();
  await page.reload();
  await expect(page.getByRole('button', { name: '2 changes are waiting' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Saved: Devices, Old gable')).toBeVisible();
  await expect(page.getByText('Saved: Roof, Old gable')).toBeVisible();
  const turned = await layoutOf();
  expect([turned.version, turned.zones[0]!.rotation]).toEqual([2, 10]);
  expect(await portal.sql`select from devices where sid = ${sid} and sn = '1F90AF22'`).toHaveLength(1);
  const audit = await portal.sql`
    select from audit_log where object = ${sid} and action in ('site/updateFast', 'site/updateLayoutInfo')`;
  // With the roof before the connection was lost.
  expect(audit).toHaveLength(3);
  // The editor goes on from what has been sent.
  await expect(page.getByText('Waiting for a connection')).toHaveCount(0);
  await turn();
  await expect.poll(async () => (await layoutOf()).version).toBe(3);

  await context.setOffline(true);
  await turnOffline();
  expect((await save([{ ...proposed[0]!, modules: [] }], 3)).code).toBe(200);
  await context.setOffline(false);
  await expect(page.getByText('Not saved: Roof, Old gable')).toBeVisible();
  await page.getByRole('button', { name: '1 change is waiting' }).click();
  const list = page.getByRole('dialog', { name: 'Waiting changes' });
  await expect(list.getByRole('img', { name: 'Roof with 0 modules' })).toBeVisible();
  await expect(list.getByRole('img', { name: /Roof with [1-9]/ })).toBeVisible();
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Use mine' }).click();
  await expect(page.getByRole('button', { name: /waiting/ })).toHaveCount(0);
  const last = await layoutOf();
  expect([last.version, last.zones[0]!.rotation]).toEqual([5, 20]);
});

test('a plant that is filled in without a connection is created once with its pictures, and reopened after a refusal', async ({
  page,
  context,
  portal,
}) => {
  await addPerson(portal.sql, 'farm@example.com', 'installer');
  await signIn(page, { email: 'farm@example.com', to: '/pvPlant' });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (const text of ['edit.plantWaiting', 'The plant is waiting', 'waiting.useMine'])
    await expect.poll(() => isInStoredFiles(page, text), text).toBe(true);
  for (const call of ['common/country', 'common/currency', 'common/timezone'])
    await expect.poll(() => isInStoredAnswers(page, call), call).toBe(true);

  await context.setOffline(true);
  await page.goto('/pvPlant/edit');
  await expect(page.getByText('Address search and map need a connection.')).toBeVisible();
  await fillOffline(page, 'Far farm');
  await page.getByLabel('Serial numbers').fill('GWFARM1');
  await page.getByRole('button', { name: 'Add to list' }).click();
  await expect(page.getByText('Checked once connected')).toBeVisible();
  await page.getByRole('button', { name: 'Create the plant with 1 device' }).click();
  await expect(page.getByRole('heading', { name: 'The plant is waiting for a connection' })).toBeVisible();
  await expectAccessible(page);
  const photo = { name: 'farm.png', mimeType: 'image/png', buffer: Buffer.from(await drawnPng(320, 240)) };
  await page.locator('input[type="file"]').setInputFiles(photo);
  await expect(page.getByText('1 picture is waiting for a connection')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: '2 changes are waiting' })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('Not saved: New plant, Far farm')).toBeVisible();
  await page.getByRole('button', { name: '2 changes are waiting' }).click();
  const list = page.getByRole('dialog', { name: 'Waiting changes' });
  await expect(list).toContainText('Choose the product of GWFARM1.');
  await expect(list).toContainText('Waiting for its plant, which was not created');
  await list.getByRole('button', { name: 'Edit' }).click();
  await expect(field(page, 'Plant name')).toHaveValue('Far farm');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await choose(page, 'Product of GWFARM1', 'HG-1');
  await page.getByRole('button', { name: 'Create the plant with 1 device' }).click();
  await expect(page.getByRole('heading', { name: 'The plant was created' })).toBeVisible();
  await page.getByRole('button', { name: 'Show 1 new password' }).click();
  await expect(page.getByRole('dialog', { name: 'MQTT passwords' })).toContainText('GWFARM1');
  await expect(page.getByText('Saved: Picture, Far farm')).toBeVisible();
  const plants = await portal.sql`
    select (select count(*)::int from site_pictures p where p.sid = s.sid) as pictures,
      (select count(*)::int from devices d where d.sid = s.sid) as devices
    from sites s where name = 'Far farm'`;
  expect(plants).toEqual([{ pictures: 1, devices: 1 }]);
});
