// Products and serial numbers: a product is made by keys alone, stock is entered from a file whole or not at all, a number is restricted.
import { readFile, writeFile } from 'node:fs/promises';
import { sheetOf } from '../../server/test/sheetOf.ts';
import { hasFocus, press, tabTo, typeInto } from './keys.ts';
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test, type World } from './world.ts';

const MANAGER = 'products-manager@example.com';

/** A manager of the installer's company, made of another account's password. */
async function makeManager({ sql }: World): Promise<void> {
  await sql`
    insert into users (email, password_hash, name)
    select ${MANAGER}, password_hash, 'Manager' from users where email = 'installer@example.com' on conflict do nothing`;
  await sql`
    insert into memberships (user_id, company_id, role_id)
    select u.id, m.company_id, r.id from users u, roles r, memberships m join users i on i.id = m.user_id
    where u.email = ${MANAGER} and r.code = 'manager' and i.email = 'installer@example.com' on conflict do nothing`;
}
test.beforeEach(async ({ world }) => makeManager(world));

test('by keys alone: a product with a protected parameter is made, refused where it is wrong, and found', async ({
  page,
}) => {
  await signIn(page, { email: MANAGER, to: '/products' });
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
  await expectAccessible(page);
  await press(page, main.getByRole('link', { name: 'New product' }));
  await expect(main.getByRole('heading', { level: 1, name: 'New product' })).toBeVisible();
  await typeInto(page, main.getByLabel('Name', { exact: false }).first(), 'SUN-5K <b>');
  await typeInto(page, main.getByLabel('Model code'), '2250');
  await tabTo(page, main.getByLabel('Kind'));
  await page.keyboard.type('Hybrid');
  await page.keyboard.press('Enter');
  await expectAccessible(page);

  await press(page, main.getByRole('button', { name: 'Add a parameter' }));
  const dialog = page.getByRole('dialog');
  await hasFocus(dialog);
  await press(page, dialog.getByRole('button', { name: 'OK' }));
  await expect(dialog.getByText('This Field is required.').first()).toBeVisible();
  await tabTo(page, dialog.getByLabel('Shown as'), 'Shift+Tab');
  await page.keyboard.type('Over voltage 1');
  await typeInto(page, dialog.getByLabel('Name in the device'), 'overVoltage1');
  await typeInto(page, dialog.getByLabel('Smallest'), '230');
  await typeInto(page, dialog.getByLabel('Largest'), '311');
  await typeInto(page, dialog.getByLabel('Step'), '0.1');
  await typeInto(page, dialog.getByLabel('Default'), '400');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Not outside the range.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('264.5');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(main.getByRole('row', { name: /Over voltage 1/ })).toContainText('230 – 311 V');

  await press(page, main.getByRole('button', { name: 'Save' }));
  const model = main.getByLabel('Model code');
  await expect(main.getByText("Model code 2250 is another product's.")).toBeVisible();
  await tabTo(page, model, 'Shift+Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('20700');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('heading', { level: 1, name: 'SUN-5K <b>' })).toBeVisible();
  await expect(main.getByRole('row', { name: /Over voltage 1/ })).toContainText('Not verified');
  await expectAccessible(page);
  await page.goto('/products?q=sun-5k');
  await expect(main.getByRole('row', { name: /SUN-5K <b>/ })).toContainText('20700');
});

test('an installer looks at a product and changes nothing', async ({ page }) => {
  await signIn(page, { to: '/product/edit?model=2250' });
  const main = page.getByRole('main');
  await expect(main.getByText('Those of the portal are changed by administrators.')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/product/edit?model=999999');
  await expect(main.getByText('There is no such product')).toBeVisible();
  await page.goto('/products');
  await expect(main.getByRole('row', { name: /BDM-2250/ })).toBeVisible();
  await expect(main.getByRole('link', { name: 'New product' })).toHaveCount(0);
});

test('stock comes from a file: with a wrong row nothing, then all of it; a number is restricted and freed', async ({
  page,
  world,
}, info) => {
  const name = 'Roof with listed numbers';
  await makePlant(world, 'installer@example.com', name, { sn: [{ sn: '5CD00001', model: 400 }] });
  const file = async (rows: Parameters<typeof sheetOf>[0], called: string) => {
    const path = info.outputPath(called);
    await writeFile(path, await sheetOf(rows));
    return path;
  };
  await signIn(page, { email: MANAGER, to: '/snList?q=5CD0' });
  const main = page.getByRole('main');
  const registered = main.getByRole('row', { name: /5CD00001/ });
  await expect(registered).toContainText('Activated');
  await expect(registered.getByRole('link', { name })).toBeVisible();
  await expectAccessible(page);

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
        ['5CD00001', 'BDM-400'],
      ],
      'wrong.xlsx',
    ),
  );
  await expect(dialog.getByText('Nothing was entered: 1 row is wrong.')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /5CD0000X/ })).toContainText(
    'Failed verification, please check and try again! No serial number of this product',
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

  await main.getByRole('button', { name: 'Actions for 5CD00001' }).click();
  await page.getByRole('menuitem', { name: 'Restrict' }).click();
  await dialog.getByLabel('Reason').fill('Stolen from the roof');
  await dialog.getByRole('button', { name: 'Restrict' }).click();
  await expect(registered).toContainText('Stolen from the roof');
  await main.getByRole('button', { name: 'Actions for 5CD00001' }).click();
  await page.getByRole('menuitem').first().click();
  await dialog.getByRole('button').last().click();
  await expect(registered).not.toContainText('Stolen from the roof');

  await main.getByRole('button', { name: 'Actions for 5CD00003' }).click();
  await page.getByRole('menuitem', { name: 'Take off the list' }).click();
  await dialog.getByRole('button', { name: 'Take off the list' }).click();
  await expect(main.getByRole('row', { name: /5CD00003/ })).toHaveCount(0);
});
