// Names of markup and formulas, in everything that has a name: on each page they are text, and in a list's file nothing that runs.
import { readFile } from 'node:fs/promises';
import type { Path, Request } from '@heliograph/contract/calls.ts';
import type { Page } from '@playwright/test';
import { pdfOf } from '../../server/test/documentFiles.ts';
import { PRODUCT } from '../../server/test/factories.ts';
import { makeFirmware } from '../../server/test/firmware.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { addPerson, expect, PASSWORD, signIn, test, type World } from './world.ts';

const ADMIN = 'admin@example.com';
const PERSON = 'odd-name@example.com';
/** A formula for a spreadsheet, a script for a page. */
const ODD = '=1+1<img src=x onerror=window.ran=1>';
const BEHIND = `Sun;${ODD}`;
const SN = '0DD0A001';

/** Everything that people name, each by its own call. */
async function nameAll(world: World): Promise<string> {
  await addPerson(world.sql, PERSON, 'installer');
  const [person] = await world.sql<{ uid: number; companyId: number }[]>`
    select u.id as uid, m.company_id from users u join memberships m on m.user_id = u.id where u.email = ${PERSON}`;
  const token = await tokenOf(world, ADMIN);
  const done = async <P extends Path>(path: P, body: Request<P>) =>
    expect((await post(world, path, body, token)).code, path).toBe(200);
  await done('user/update', { ...person!, contactPerson: ODD, contactNumber: ODD, city: ODD, street: ODD });
  await done('account/update', { contactPerson: ODD, businessName: ODD, city: ODD });
  await done('user/company/create', { companyName: ODD, kind: 'installer', distributorCompanyId: 1 });
  await done('auth/role/create', { name: ODD, scope: 'own' });
  await done('auth/menu/create', { mode: 1, name: '', title: ODD });
  await done('product/create', { ...PRODUCT, model: 20_900, name: ODD });
  await done('webhook/create', { name: ODD, url: 'http://127.0.0.1:9/hook', events: ['alert.began'] });
  await done('account/tokens/make', { password: PASSWORD, name: ODD, scope: 'read', days: 1 });
  await done('account/saveViews', { list: 'user/list', views: [{ name: ODD, search: 'q=odd' }] });
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: ODD, languages: 'en', models: '', version: ODD.slice(0, 20) }))
    form.append(name, value);
  form.append('fileName', `${ODD.replaceAll('<', '').slice(0, 20)}.pdf`);
  form.append('file', new Blob([(await pdfOf([ODD])) as Uint8Array<ArrayBuffer>]));
  const kept = await fetch(`${world.url}/v2/configuration/documentation/create`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  });
  expect(await kept.json()).toMatchObject({ code: 200 });
  await makeFirmware(world.sql, { versionName: ODD });
  await world.sql`
    insert into passkeys (id, user_id, public_key, counter, name, made_at)
    select 'odd', id, '\\x00', 0, ${ODD}, now() from users where email = ${ADMIN}`;
  await makePlant(world, PERSON, BEHIND, { pvRemark: ODD });
  const sid = await makePlant(world, PERSON, ODD, {
    ...{ city: ODD, street: ODD, pvRemark: ODD, batteryRemark: ODD, sn: [{ sn: SN, model: 400, alias: ODD }] },
  });
  await done('site/updateLayoutInfo', {
    ...{ sid, version: 0 },
    zones: [
      {
        ...{ id: 1, name: ODD, x: 0, y: 0, rotation: 0, tilt: null, azimuth: null, orientation: 'portrait' },
        ...{ rows: 1, columns: 1, modules: [{ sn: SN, input: 1, row: 1, column: 1 }] },
      },
    ],
  });
  return sid;
}

// A role that may nothing, and an entry of the menu, are in the way of others that look at all of them.
test.afterAll(async ({ world }) => {
  await world.sql`delete from role_menus where role_id in (select id from roles where name = ${ODD}) or menu_id in (select id from menus where title = ${ODD})`;
  await world.sql`delete from roles where name = ${ODD}`;
  await world.sql`delete from menus where title = ${ODD}`;
});

async function expectText(page: Page, address: string): Promise<void> {
  await expect(page.locator('main [data-bone]'), address).toHaveCount(0);
  expect(
    await page.evaluate(() => ({ ran: 'ran' in window, pictures: document.querySelectorAll('img[src="x"]').length })),
    address,
  ).toEqual({ ran: false, pictures: 0 });
}

test('what anything is called is text on every page, and nothing of it runs', async ({ page, world }) => {
  test.setTimeout(240_000);
  const sid = await nameAll(world);
  await signIn(page, { email: ADMIN });
  for (const [address, isNamed = true] of [
    ['/pvPlant?q=1%2B1'],
    ['/pvPlant?q=1%2B1&view=cards'],
    [`/pvPlant/detail?sid=${sid}`],
    [`/pvPlant/detail?sid=${sid}&view=report`],
    [`/pvPlant/detail?sid=${sid}&view=layout`],
    [`/pvPlant/layout?sid=${sid}`],
    [`/pvPlant/edit?sid=${sid}`, false],
    ['/devices/index?q=0DD0'],
    [`/devices/module/detail?sid=${sid}&sn=${SN}`],
    ['/users?q=odd-name'],
    ['/companies?q=1%2B1'],
    ['/system/rolesPermission'],
    ['/system/menus'],
    ['/system/groupAccess'],
    ['/system/audit', false],
    ['/products?q=1%2B1'],
    ['/snList?q=0DD0'],
    ['/documentation?q=1%2B1'],
    ['/hardwareConfig/otaFile'],
    ['/dashboard', false],
    ['/dashboard?section=users', false],
    ['/ucenter/account'],
    ['/generateBDMPassword', false],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    if (isNamed) await expect(page.getByText(ODD).filter({ visible: true }).first(), address).toBeVisible();
    await expectText(page, address);
  }
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('1+1<img');
  await expect(page.getByRole('option').first()).toContainText(ODD);
  await expectText(page, 'the search');
});

test('in the file of a list no cell begins as a formula, where a comma ends cells and where a semicolon does', async ({
  page,
  world,
}) => {
  const [plant] = await world.sql`select from sites where name = ${ODD}`;
  if (!plant) await nameAll(world);
  await signIn(page, { email: ADMIN });
  for (const address of ['/pvPlant?q=1%2B1', '/users?q=odd-name', '/companies?q=1%2B1', '/products?q=1%2B1']) {
    await page.goto(address);
    await expect(page.getByText(ODD).filter({ visible: true }).first()).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('main').getByRole('button', { name: 'CSV' }).click();
    const text = await readFile((await (await download).path())!, 'utf8');
    expect(text, address).toContain(`'${ODD}`);
    expect(text.replace('\ufeff', ''), address).not.toMatch(/(^|[,;\t\n])"?\s*[=@]/m);
  }
});
