// Where one is told of plants: a webhook added by keys alone, a test that arrives and stands in the log, and browsers that show notices.
import type { Page } from '@playwright/test';
import { makeSite } from '../../server/test/factories.ts';
import { openReceiver } from '../../server/test/receiver.ts';
import { escapeReturnsTo, hasFocus, press, tabTo, typeInto } from './keys.ts';
import { addPerson, expect, expectAccessible, signIn, test } from './world.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const dialog = (page: Page) => page.getByRole('dialog');
const account = async (page: Page) => {
  await page.goto('/ucenter/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
};

test('a webhook: added by keys alone, told its secret once, tried, turned off, deleted', async ({ page, world }) => {
  test.setTimeout(120_000);
  const hook = await openReceiver();
  hook.answer = async () => ({ status: 200, text: '<b>taken</b>' });
  await addPerson(world.sql, 'hooks@example.com', 'owner');
  const [owner] = await world.sql<{ id: number }[]>`select id from users where email = 'hooks@example.com'`;
  await makeSite(world.sql, { sid: 'DE_20260101_hooked', ownerId: owner!.id, name: 'Hooked roof' });
  await signIn(page, { email: 'hooks@example.com' });
  await account(page);
  await expect(card(page)).toContainText('A webhook posts signed messages to a program of yours');
  const add = card(page).getByRole('button', { name: 'Add a webhook' });
  await press(page, add);
  await hasFocus(dialog(page));
  await expectAccessible(page);
  await page.keyboard.type('My chat');
  await typeInto(page, dialog(page).getByLabel('Address'), 'http://10.0.0.7/hook');
  await tabTo(page, dialog(page).getByLabel('Faults and warnings that end'));
  await page.keyboard.press('Space');
  await press(page, dialog(page).getByRole('button', { name: 'Save' }));
  await expect(dialog(page)).toContainText('This is no https address of a host in the internet.');
  await expect(dialog(page).getByLabel('Address')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(hook.url);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Secret')).toHaveValue(/^whsec_/);
  await expectAccessible(page);
  await press(page, dialog(page).getByRole('button', { name: 'I have kept it' }));
  await expect(card(page)).toContainText('My chat');
  await expect(card(page)).toContainText('3 kinds, all plants');

  const log = card(page).getByRole('button', { name: 'Log of My chat' });
  await press(page, log);
  await hasFocus(dialog(page));
  await expect(dialog(page)).toContainText('Nothing has been sent yet.');
  await press(page, dialog(page).getByRole('button', { name: 'Send a test' }));
  await expect(dialog(page)).toContainText('HTTP 200', { timeout: 30_000 });
  await expect(dialog(page)).toContainText('Taken');
  await press(page, dialog(page).locator('summary'));
  // What was answered is text.
  await expect(dialog(page).locator('pre')).toHaveText('<b>taken</b>');
  await expectAccessible(page);
  await press(page, dialog(page).getByRole('button', { name: 'Send again' }));
  await expect.poll(() => hook.taken.length, { timeout: 30_000 }).toBe(2);
  const ids = hook.taken.map(({ headers }) => headers['webhook-id']);
  expect(ids[1]).toBe(ids[0]);
  expect(JSON.parse(hook.taken[0]!.body.toString())).toMatchObject({ type: 'test', data: {} });
  await escapeReturnsTo(page, dialog(page), log);
  await expectAccessible(page);

  const edit = card(page).getByRole('button', { name: 'Edit My chat' });
  await press(page, edit);
  await hasFocus(dialog(page));
  const plants = dialog(page).getByRole('combobox', { name: 'Plants' });
  await tabTo(page, plants);
  await page.keyboard.press('ArrowDown');
  const chosen = page.getByRole('option', { name: 'Chosen plants' });
  await chosen.waitFor();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    const id = await page.evaluate(() => document.activeElement?.getAttribute('aria-activedescendant'));
    expect(id).toBe(await chosen.getAttribute('id'));
  }).toPass({ timeout: 10_000 });
  await page.keyboard.press('Enter');
  await typeInto(page, dialog(page).getByPlaceholder('Add a plant'), 'Hooked');
  await page.getByRole('option', { name: /^Hooked/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Remove Hooked roof' })).toBeVisible();
  await press(page, dialog(page).getByRole('button', { name: 'Save' }));
  await expect(card(page)).toContainText('3 kinds, 1 plant');

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // A long state breaks there: it does not stand over what is beside it.
  await world.sql`update channels set off_at = now(), off_why = 'failures' where user_id = ${owner!.id}`;
  await page.reload();
  const state = await card(page).getByText('Off: nothing was taken for days').boundingBox();
  const beside = await card(page).getByText('3 kinds, 1 plant').boundingBox();
  expect(state!.x + state!.width).toBeLessThanOrEqual(beside!.x);
  await world.sql`update channels set off_at = null, off_why = null where user_id = ${owner!.id}`;
  await page.reload();
  await press(page, edit);
  await press(page, dialog(page).getByRole('button', { name: 'Turn off' }));
  await expect(dialog(page)).toHaveCount(0);
  await expect(card(page).getByText('Off', { exact: true })).toBeVisible();
  await press(page, edit);
  await press(page, dialog(page).getByRole('button', { name: 'Delete' }));
  const sure = page.getByRole('dialog', { name: 'Delete the webhook My chat?' });
  await press(page, sure.getByRole('button', { name: 'Delete' }));
  await expect(card(page)).toContainText('A webhook posts signed messages to a program of yours');
  await hook.close();
});

/**
 * Notices for the worker of this page's browser, as a push service would bring them, and clicks on them. A browser without a
 * screen has no place for notices and opens no windows: what the worker asks of it is written down instead.
 */
async function pushedInto(page: Page, portal: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const registration = new Promise<string>((known) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL === `${portal}/`);
      if (ours) known(ours.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const registrationId = await registration;
  const worker = page
    .context()
    .serviceWorkers()
    .find((each) => new URL(each.url()).origin === portal)!;
  await worker.evaluate(() => {
    const scope = self as unknown as Scope;
    scope.shown = [];
    scope.opened = [];
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push({ title, ...options });
    };
    scope.clients.openWindow = async (url) => {
      scope.opened.push(url);
      return null;
    };
  });
  const shown = () => worker.evaluate(() => (self as unknown as Scope).shown.splice(0));
  const push = async (notice: unknown) => {
    await browser.send('ServiceWorker.deliverPushMessage', {
      ...{ origin: portal, registrationId, data: JSON.stringify(notice) },
    });
    const found: Notice[] = [];
    await expect.poll(async () => found.push(...(await shown()))).toBe(1);
    return found[0]!;
  };
  /** What a click on a notice opens, and whether the notice is gone. */
  const click = (notice: Notice) =>
    worker.evaluate((data) => {
      const scope = self as unknown as Scope;
      let isClosed = false;
      const close = () => {
        isClosed = true;
      };
      const event = new scope.ExtendableEvent('notificationclick');
      scope.dispatchEvent(Object.assign(event, { notification: { data, close } }));
      return { opened: scope.opened.splice(0), isClosed };
    }, notice.data);
  const barn = { title: 'Barn <b>', body: 'A gateway is silent', tag: 'barn', url: '/alerts?state=all' };
  const notice = await push(barn);
  expect(notice).toMatchObject({ title: barn.title, body: barn.body, tag: 'barn' });
  expect(await click(notice)).toEqual({ opened: [`${portal}/alerts?state=all`], isClosed: true });
  for (const [url, path] of [
    ['https://elsewhere.example/pvPlant?sid=1', '/pvPlant?sid=1'],
    ['//elsewhere.example/alerts', '/alerts'],
    ['javascript:alert(1)', '/alert(1)'],
    ['x:.elsewhere.example/alerts', '/.elsewhere.example/alerts'],
    ['https://[', '/'],
    [undefined, '/'],
  ] as const) {
    const { opened } = await click(await push({ ...barn, url }));
    expect(opened, url).toEqual([`${portal}${path}`]);
  }
}

interface Notice {
  title: string;
  body?: string;
  tag?: string;
  data?: { url?: string };
}
/** Of the worker, as far as it is looked into. */
interface Scope {
  shown: Notice[];
  opened: string[];
  registration: { showNotification: (title: string, options: Omit<Notice, 'title'>) => Promise<void> };
  clients: { openWindow: (url: string) => Promise<null> };
  ExtendableEvent: new (type: string) => Event;
  dispatchEvent: (event: Event) => boolean;
}

test('a browser: its worker shows what it is sent, and what cannot be had is said', async ({
  page,
  world,
  context,
}) => {
  await addPerson(world.sql, 'notices@example.com', 'owner');
  await signIn(page, { email: 'notices@example.com' });
  await context.grantPermissions(['notifications']);
  await account(page);
  await card(page).getByRole('button', { name: 'Show notices here' }).click();
  // Its maker's push service is no part of a journey: with it the browser is in the list, without it that is said.
  const isThere = card(page).getByText('This browser', { exact: true });
  const isSaid = page.getByText("its maker's service cannot be reached");
  await expect(isThere.or(isSaid).first()).toBeVisible({ timeout: 30_000 });
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(new URL(scope).pathname).toBe('/');
  await pushedInto(page, world.url);
  // It keeps nothing of ours.
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});
