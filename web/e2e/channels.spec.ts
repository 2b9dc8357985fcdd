// Browser notifications, and the layout of a long webhook state on a phone.
import type { Page } from '@playwright/test';
import { post, tokenOf } from './plants.ts';
import { addPerson, expect, signIn, test } from './portal.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Notifications' });
/**
 * Delivers notifications to the service worker of this page's browser, as a push service would, and clicks on them. A headless
 * browser cannot show notifications or open windows, so the worker's calls are recorded instead.
 */
async function expectPushDelivery(page: Page, portalUrl: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const registration = new Promise<string>((known) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL === `${portalUrl}/`);
      if (ours) known(ours.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const registrationId = await registration;
  const worker = page
    .context()
    .serviceWorkers()
    .find((each) => new URL(each.url()).origin === portalUrl)!;
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
      origin: portalUrl,
      registrationId,
      data: JSON.stringify(notice),
    });
    const notices: Notice[] = [];
    await expect.poll(async () => notices.push(...(await shown()))).toBe(1);
    return notices[0]!;
  };
  /** Clicks on a notification; returns the opened addresses and whether the notification was closed. */
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
  expect(await click(notice)).toEqual({ opened: [`${portalUrl}/alerts?state=all`], isClosed: true });
  for (const [url, path] of [
    ['https://elsewhere.example/pvPlant?sid=1', '/pvPlant?sid=1'],
    ['//elsewhere.example/alerts', '/alerts'],
    ['javascript:alert(1)', '/alert(1)'],
    ['x:.elsewhere.example/alerts', '/.elsewhere.example/alerts'],
    ['https://[', '/'],
    [undefined, '/'],
  ] as const) {
    const { opened } = await click(await push({ ...barn, url }));
    expect(opened, url).toEqual([`${portalUrl}${path}`]);
  }
}

interface Notice {
  title: string;
  body?: string;
  tag?: string;
  data?: { url?: string };
}
/** The parts of the service worker's scope that the test reads or replaces. */
interface Scope {
  shown: Notice[];
  opened: string[];
  registration: { showNotification: (title: string, options: Omit<Notice, 'title'>) => Promise<void> };
  clients: { openWindow: (url: string) => Promise<null> };
  ExtendableEvent: new (type: string) => Event;
  dispatchEvent: (event: Event) => boolean;
}

// For the service worker.
test.use({ serviceWorkers: 'allow' });

test('shows what a push service sends, and reports when none can be reached', async ({ page, portal, context }) => {
  await addPerson(portal.sql, 'notices@example.com', 'owner');
  await context.grantPermissions(['notifications']);
  await signIn(page, { email: 'notices@example.com', to: '/ucenter/account' });
  await card(page).getByRole('button', { name: 'Show notifications here' }).click();
  // A journey does not depend on the browser maker's push service: with it the browser is listed, without it the page reports that it cannot be reached.
  const browserEntry = card(page).getByText('This browser', { exact: true });
  const serviceUnreachable = page.getByText('its push service cannot be reached');
  await expect(browserEntry.or(serviceUnreachable).first()).toBeVisible({ timeout: 30_000 });
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(new URL(scope).pathname).toBe('/');
  await expectPushDelivery(page, portal.url);
});

test('breaks a long state of a webhook on a phone instead of covering the text next to it', async ({
  page,
  portal,
}) => {
  const email = 'hooks@example.com';
  await addPerson(portal.sql, email, 'owner');
  const hook = { name: 'My chat', url: 'http://127.0.0.1:9/hook', events: ['alert.began' as const] };
  await post(portal, 'webhook/create', hook, await tokenOf(portal, email));
  await portal.sql`
    update channels set off_at = now(), off_why = 'failures'
    where user_id = (select id from users where email = ${email})`;
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, { email, to: '/ucenter/account' });
  const state = await card(page).getByText('Off: nothing was accepted for days').boundingBox();
  const neighbour = await card(page).getByText('1 event type, all plants').boundingBox();
  expect(state!.x + state!.width).toBeLessThanOrEqual(neighbour!.x);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
