// Products and serial numbers: a product is created by keyboard, stock is imported from a file completely or not at all.

import { readFile, writeFile } from 'node:fs/promises';
import { indexPeople } from '../../server/test/indexPeople.ts';
import { sheetOf } from '../../server/test/sheetOf.ts';
import { hasFocus, press, tabTo, typeInto } from './keys.ts';
import { expect, expectAccessible, type Portal, signIn, test } from './portal.ts';

const MANAGER = 'products-manager@example.com';

/** Creates a manager of the installer's company with the installer's password hash. */
async function makeManager({ sql }: Portal): Promise<void> {
  await sql`
    insert into users (email, password_hash, name)
    select ${MANAGER}, password_hash, 'Manager' from users where email = 'installer@example.com' on conflict do nothing`;
  await sql`
    insert into memberships (user_id, company_id, role_id)
    select u.id, m.company_id, r.id from users u, roles r, memberships m join users i on i.id = m.user_id
    where u.email = ${MANAGER} and r.code = 'manager' and i.email = 'installer@example.com' on conflict do nothing`;
  await indexPeople(sql);
}
test.beforeEach(async ({ portal }) => makeManager(portal));

test('creates a product with a parameter by keyboard alone', async ({ page }) => {
  await signIn(page, { email: MANAGER, to: '/product/edit' });
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'New product' })).toBeVisible();
  await typeInto(page, main.getByLabel('Name', { exact: false }).first(), 'SUN-5K <b>');
  await typeInto(page, main.getByLabel('Model code'), '20700');
  await tabTo(page, main.getByLabel('Type'));
  await page.keyboard.type('Hybrid');
  await page.keyboard.press('Enter');
  await expectAccessible(page);

  await press(page, main.getByRole('button', { name: 'Add a parameter' }));
  const dialog = page.getByRole('dialog');
  await hasFocus(dialog);
  await typeInto(page, dialog.getByLabel('Shown as'), 'Over voltage 1');
  await typeInto(page, dialog.getByLabel('Name in the device'), 'overVoltage1');
  await typeInto(page, dialog.getByLabel('Minimum'), '230');
  await typeInto(page, dialog.getByLabel('Maximum'), '311');
  await typeInto(page, dialog.getByLabel('Step'), '0.1');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(main.getByRole('row', { name: /Over voltage 1/ })).toContainText('230 – 311 V');

  await press(page, main.getByRole('button', { name: 'Save' }));
  await expect(main.getByRole('heading', { level: 1, name: 'SUN-5K <b>' })).toBeVisible();
  await expect(main.getByRole('row', { name: /Over voltage 1/ })).toContainText('Not verified');
  await expectAccessible(page);
  await page.goto('/products?q=sun-5k');
  await expect(main.getByRole('row', { name: /SUN-5K <b>/ })).toContainText('20700');
});

test('imports stock from a file: nothing from a file with a wrong row, everything from a correct one', async ({
  page,
}, info) => {
  const file = async (rows: Parameters<typeof sheetOf>[0], name: string) => {
    const path = info.outputPath(name);
    await writeFile(path, await sheetOf(rows));
    return path;
  };
  await signIn(page, { email: MANAGER, to: '/snList?q=5CD0' });
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Add serial numbers' }).click();
  const dialog = page.getByRole('dialog');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download the template' }).click();
  const template = await readFile((await (await download).path())!);
  expect(template.subarray(0, 2).toString()).toBe('PK');
  const choose = async (path: string) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles(path);
  };
  await choose(
    await file(
      [
        ['5CD00002', 'BDM-800'],
        ['5CD0000X', 'BDM-800'],
      ],
      'wrong.xlsx',
    ),
  );
  await expect(dialog.getByText('Nothing was entered: 1 row is wrong.')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /5CD0000X/ })).toContainText(
    'Failed verification, please check and try again! Not a serial number of this product',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Another file' }).click();
  await choose(
    await file(
      [
        ['5CD00002', 'BDM-800'],
        ['5CD00003', 'BDM-400'],
      ],
      'right.xlsx',
    ),
  );
  await expect(dialog.getByText('2 serial numbers were entered.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(main.getByRole('row', { name: /5CD00002/ })).toContainText('Not activated');
  await expect(main.getByRole('row', { name: /5CD00003/ })).toContainText('BDM-400');
});
