// Documents: published by keyboard, found by a word of their text, downloaded, followed by a next version; large ones uploaded in resumable chunks; linked from an alert's code and from products.

import { readFile, writeFile } from 'node:fs/promises';
import { pdfOf, textOf } from '../../server/test/documentFiles.ts';
import { indexPeople } from '../../server/test/indexPeople.ts';
import { hasFocus, press, tabTo, typeInto } from './keys.ts';
import { expect, expectAccessible, type Portal, signIn, test } from './portal.ts';

const MANAGER = 'documents-manager@example.com';

/** Creates a manager of the installer's company with the installer's password hash. */
async function makeManager({ sql }: Portal): Promise<void> {
  await sql`
    insert into users (email, password_hash, name)
    select ${MANAGER}, password_hash, 'Mara Manager' from users where email = 'installer@example.com' on conflict do nothing`;
  await sql`
    insert into memberships (user_id, company_id, role_id)
    select u.id, m.company_id, r.id from users u, roles r, memberships m join users i on i.id = m.user_id
    where u.email = ${MANAGER} and r.code = 'manager' and i.email = 'installer@example.com' on conflict do nothing`;
  await indexPeople(sql);
}
test.beforeEach(async ({ portal }) => makeManager(portal));

test('by keyboard alone a manual is published, found by a word of its text, downloaded, followed by a next version and deleted', async ({
  page,
}, info) => {
  const file = async (name: string, bytes: Uint8Array) => {
    const path = info.outputPath(name);
    await writeFile(path, bytes);
    return path;
  };
  await signIn(page, { email: MANAGER, to: '/documentation' });
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible();
  await expectAccessible(page);
  await press(page, main.getByRole('link', { name: 'New document' }));
  await expect(main.getByRole('heading', { level: 1, name: 'New document' })).toBeVisible();

  const choose = async (path: string) => {
    const chooser = page.waitForEvent('filechooser');
    await press(page, main.getByRole('button', { name: /Choose a file|Another file/ }));
    await (await chooser).setFiles(path);
  };
  const add = async (field: string, typed: string) => {
    await tabTo(page, main.getByRole('combobox', { name: field }));
    await page.keyboard.type(typed);
    await expect(page.getByRole('option', { name: typed }).first()).toBeVisible();
    await page.keyboard.press('Enter');
  };
  // A file whose content does not match its name is reported at its field.
  await choose(await file('Garden_manual.pdf', textOf('MZ and no PDF')));
  await expect(main.getByLabel('Title')).toHaveValue('Garden manual');
  await add('Languages', 'English');
  await add('Products', 'BDM-800');
  await page.keyboard.press('Escape');
  await press(page, main.getByRole('button', { name: 'Publish' }));
  await expect(main.getByText('The content of the file does not match its name', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, main.getByRole('button', { name: 'Another file' }), 'Shift+Tab');
  const pdf = await pdfOf(['The garden manual', 'When the lantern shows 0001, call the electrician.']);
  await choose(await file('Garten-Anlage_Größe.pdf', pdf));
  await typeInto(page, main.getByLabel('Version'), '1.0');
  await press(page, main.getByRole('button', { name: 'Publish' }));
  await expect(main.getByRole('heading', { level: 1, name: 'Garden manual' })).toBeVisible();
  await expect(main.getByText('Garten-Anlage_Größe.pdf').first()).toBeVisible();
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await press(page, main.getByRole('button', { name: 'Download Garten-Anlage_Größe.pdf' }).first());
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('Garten-Anlage_Größe.pdf');
  expect((await readFile((await saved.path())!)).equals(pdf)).toBe(true);

  await press(page, main.getByRole('link', { name: 'Next version' }));
  await expect(main.getByRole('heading', { level: 1, name: 'Next version of Garden manual' })).toBeVisible();
  await choose(await file('garden-2.txt', textOf('The second garden manual, with 0001 in it')));
  await typeInto(page, main.getByLabel('Version'), '2.0');
  await press(page, main.getByRole('button', { name: 'Publish' }));
  await expect(main.getByRole('heading', { level: 1, name: 'Garden manual' })).toBeVisible();
  await expect(main.getByRole('link', { name: '1.0' })).toBeVisible();

  await page.goto('/documentation');
  await typeInto(page, main.getByRole('searchbox'), 'second garden');
  const row = main.getByRole('row', { name: /Garden manual/ });
  await expect(row.locator('mark').first()).toHaveText('second');
  await expect(row).toContainText('2.0');
  await expectAccessible(page);
  await press(page, row.getByRole('link', { name: 'Garden manual' }));
  await press(page, main.getByRole('button', { name: 'Delete' }));
  const dialog = page.getByRole('dialog');
  await hasFocus(dialog);
  await press(page, dialog.getByRole('button', { name: 'Delete' }));
  // The previous version is the newest again.
  await expect(main.getByText('newest', { exact: false })).toBeVisible();
  await expect(main.getByText('Garten-Anlage_Größe.pdf').first()).toBeVisible();
});

test('a file of 20 MB is uploaded in chunks, resumes where the connection broke off, and nobody else sees it before it is complete', async ({
  page,
  browser,
  portal,
}, info) => {
  const path = info.outputPath('roofs.txt');
  const file = Buffer.alloc(20 * 1_048_576, 'The weathercock of roof 0042 turns.\n');
  await writeFile(path, file);
  await signIn(page, { email: MANAGER, to: '/documentation/edit' });
  const main = page.getByRole('main');
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser');
    await main.getByRole('button', { name: /Choose a file|Another file/ }).click();
    await (await chooser).setFiles(path);
  };
  await choose();
  await main.getByLabel('Title').fill('Weathercocks');
  await main.getByRole('combobox', { name: 'Languages' }).fill('English');
  await page.getByRole('option', { name: 'English' }).first().click();
  await page.keyboard.press('Escape');
  let chunks = 0;
  await page.route('**/configuration/documentation/part', (route) => {
    chunks += 1;
    return chunks > 3 ? route.abort() : route.continue();
  });
  await main.getByRole('button', { name: 'Publish' }).click();
  await expect(main.getByRole('heading', { name: 'The upload is incomplete' })).toBeVisible({ timeout: 60_000 });
  await expect(main.getByText('6.3 MB of 21 MB')).toBeVisible();
  await expect(main.getByText('Nobody else can see it', { exact: false })).toBeVisible();
  await expectAccessible(page);
  const address = page.url();

  const other = await (await browser.newContext({ baseURL: portal.url })).newPage();
  await signIn(other, { to: address });
  await expect(other.getByText('This document does not exist')).toBeVisible();
  await page.goto('/documentation');
  await expect(main.getByRole('row', { name: /Weathercocks/ })).toContainText('incomplete');
  await main.getByRole('link', { name: 'Weathercocks' }).click();
  await expect(main.getByRole('heading', { name: 'The upload is incomplete' })).toBeVisible();

  await page.unroute('**/configuration/documentation/part');
  const sent: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/configuration/documentation/part')) sent.push(sent.length);
  });
  await choose();
  await main.getByRole('button', { name: 'Upload' }).click();
  await expect(main.getByRole('button', { name: 'Download roofs.txt' }).first()).toBeVisible({ timeout: 60_000 });
  // Three of ten chunks had already arrived.
  expect(sent).toHaveLength(7);
  await other.goto('/documentation');
  await other.getByRole('searchbox').fill('weathercock');
  await expect(
    other
      .getByRole('row', { name: /Weathercocks/ })
      .locator('mark')
      .first(),
  ).toBeVisible();
  const download = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Download roofs.txt' }).first().click();
  expect((await readFile((await (await download).path())!)).equals(file)).toBe(true);
});
