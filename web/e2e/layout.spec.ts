// Measures the layout of every page at six widths, with few and many plants and long names, and what notifications cover.
import { sampled } from '../../server/test/sampling.ts';
import { capturedFrames, postFrame, sentBy } from './devices.ts';
import { AT_SIX_WIDTHS, faultsOf, type Measured, moved, viewport, WIDTHS } from './measure.ts';
import { addKinds, addManyPlants, makePlant, removeManyPlants } from './plants.ts';
import { expect, signIn, test } from './portal.ts';

const SN = '0A0B0C2D';
const SHORT_SN = '0A0B0C2F';
const LONG_NAME = 'Genossenschaftliche Photovoltaikanlage Kindertagesstätte Regenbogenstraße Süd-West';

let withDevice = '';
let withoutDevices = '';
let shortName = '';
let kindAddresses: string[] = [];
test.beforeAll(async ({ portal }) => {
  const [product] = await portal.sql<{ model: number }[]>`select model from products where name = 'BDM-400'`;
  withDevice = await makePlant(portal, 'installer@example.com', LONG_NAME, {
    sn: [{ sn: SN, model: product!.model }],
    remark: 'Ring at the caretaker\u2019s',
  });
  withoutDevices = await makePlant(portal, 'installer@example.com', 'A');
  shortName = await makePlant(portal, 'installer@example.com', 'B', { sn: [{ sn: SHORT_SN, model: product!.model }] });
  await portal.sql`update devices set alias = ${`Wechselrichter am Westgiebel, ${LONG_NAME}`} where sn = ${SN}`;
  for (const frame of capturedFrames('12345678').slice(0, 2)) {
    expect(await postFrame(portal.url, sentBy(SN, frame))).toBe(200);
    expect(await postFrame(portal.url, sentBy(SHORT_SN, frame))).toBe(200);
  }
  const kinds = await makePlant(portal, 'installer@example.com', `Kinds of ${LONG_NAME}`);
  kindAddresses = await addKinds(portal, 'installer@example.com', kinds, 'LAYOUT-OF-A-LONG-');
  await portal.sql`update sites set commissioned_on = current_date - 10 where sid = ${withDevice}`;
  await addManyPlants(portal, withoutDevices);
});

test.afterAll(({ portal }) => removeManyPlants(portal));

const VIEWS_OF_A_PLANT: readonly (readonly [view: string, shown: string])[] = [
  ['', 'main [data-drawn]'],
  ['&view=power', 'main [data-drawn]'],
  [`&view=power&device=${SN}`, 'main [data-drawn]'],
  ['&view=energy', 'main [data-drawn]'],
  ['&view=energy&by=lifetime', 'main [data-drawn]'],
  ['&view=history', 'main tbody tr'],
  ['&view=alerts&state=all', 'main section'],
  ['&view=setUp', 'main section li'],
  ['&view=report', 'main [data-drawn]'],
  ['&view=layout', 'main canvas'],
  ['&view=playback', 'main section'],
];
const VIEWS_OF_AN_EMPTY_PLANT: typeof VIEWS_OF_A_PLANT = [
  ['', 'main section'],
  ['&view=power', 'main [data-drawn]'],
  ['&view=energy', 'main [data-drawn]'],
  ['&view=history', 'main section'],
  ['&view=report', 'main section'],
  ['&view=playback', 'main section'],
  ['&view=setUp', 'main section li'],
];
const WITHOUT_SESSION = 'pages without a session';
// Functions, because the addresses are known only after the plants are created.
const PAGES: Record<string, () => readonly Measured[]> = {
  [WITHOUT_SESSION]: () => [
    ['/', 'h1:has-text("Heliograph")', false],
    ['/privacyPolicy', 'h1:has-text("Privacy policy")', false],
    ['/install', 'h1:has-text("Install")', false],
    ['/403', 'h1:has-text("Not authorized")', false],
    ['/no-such-page', 'h1:has-text("The page does not exist")', false],
  ],
  'lists of plants and single pages': () => [
    ['/pvPlant', 'main tbody tr', true],
    ['/pvPlant?view=cards', 'main li', true],
    [`/pvPlant?q=${LONG_NAME.slice(0, 12)}&view=cards`, 'main li', false],
    // The map's frame has a border, which makes it one pixel narrower than a card's edge.
    ['/pvPlant?view=map', 'main .leaflet-container', false],
    ['/pvPlant/edit', 'main form', false],
    ['/pvPlant/detail?sid=nonsense', 'main section', true],
    ['/alerts?state=all', 'main section', true],
    ['/ucenter/account', 'main form', false],
  ],
  'a plant': () =>
    VIEWS_OF_A_PLANT.map(([view, shown]) => [`/pvPlant/detail?sid=${withDevice}${view}`, shown, true] as const),
  'a plant without devices, and the settings of a plant': () => [
    ...VIEWS_OF_AN_EMPTY_PLANT.map(
      ([view, shown]) => [`/pvPlant/detail?sid=${withoutDevices}${view}`, shown, true] as const,
    ),
    [`/pvPlant/edit?sid=${withDevice}`, 'main form', false],
    [`/pvPlant/reportSetting?sid=${withDevice}`, 'main section', false],
    [`/pvPlant/layout?sid=${withDevice}`, 'main canvas', false],
  ],
  devices: () => [
    ['/devices/index', 'main tbody tr', true],
    ['/devices/index?view=cards', 'main li', true],
    ...kindAddresses.map((address) => [address, 'main [data-drawn]', true] as const),
    [`${kindAddresses[0]}&view=history`, 'main section', true],
    [`${kindAddresses[0]}&view=alerts&state=all`, 'main section', true],
    ['/devices/electricMeter?sid=nonsense', 'main section', true],
    ['/noRegGatewayList', 'main tbody tr', true],
  ],
};

for (const [index, [name, pages]] of Object.entries(PAGES).entries())
  test(`${name} ${AT_SIX_WIDTHS}`, async ({ page, portal }) => {
    const [frame] = capturedFrames('12345678');
    expect(await postFrame(portal.url, sentBy('0A0B0C2E', frame!))).toBe(200);
    if (name !== WITHOUT_SESSION) await signIn(page, { email: 'admin@example.com', to: '/healthz' });
    const before = Object.values(PAGES).slice(0, index);
    const position = before.reduce((sum, pagesOfOther) => sum + pagesOfOther().length, 0);
    expect(await faultsOf(page, pages(), position)).toEqual([]);
  });

const QUIET_ON_A_PHONE = [
  ['/pvPlant', 'main li'],
  ['/pvPlant/edit', 'main form'],
  ['/devices/index', 'main li'],
  ['/alerts', 'main section'],
  ['/noRegGatewayList', 'main h1'],
  ['/ucenter/account', 'main form'],
] as const;

test('a plant on a phone begins with title, state, figures and chart, also with a long name, and nothing moves', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, { to: '/healthz' });
  // Problems of a plant count once it is commissioned: frames of the day that arrive at night look like a wrong clock.
  await portal.sql`update sites set commissioned_on = null where sid = ${withDevice}`;
  await portal.sql`delete from problems where sid in (${shortName}, ${withDevice})`;
  const top = async (part: string) => (await page.locator(part).first().boundingBox())!.y;
  for (const [sid, maxTop] of [
    // With the offer to commission it.
    [shortName, 360 + 190],
    // Its name wraps, and after midnight a row says that the day has no data yet.
    [withDevice, 360 + 190 + 3 * 28 + 28],
  ] as const) {
    await page.goto(`/pvPlant/detail?sid=${sid}`);
    await expect(page.locator('main [data-drawn]').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
    expect(await moved(page)).toEqual([]);
    expect(await top('main [data-drawn]')).toBeLessThanOrEqual(maxTop);
    // Actions take no row of their own.
    const title = (await page.locator('main h1').boundingBox())!;
    const edit = (await page.getByRole('link', { name: 'Edit' }).boundingBox())!;
    expect(edit.y).toBeLessThan(title.y + title.height);
    expect(edit.x + edit.width).toBeLessThanOrEqual(390 - 16);
  }
  await portal.sql`update sites set commissioned_on = current_date - 10 where sid = ${withDevice}`;
  await page.goto(`/pvPlant/detail?sid=${withoutDevices}`);
  await expect(page.getByRole('link', { name: 'Add devices' })).toBeVisible();
  expect(await moved(page)).toEqual([]);
  // The next step comes first, with nothing empty above it.
  expect(await top('main a:has-text("Add devices")')).toBeLessThanOrEqual(400);
  await expect(page.locator('main [data-drawn]')).toHaveCount(0);
  for (const view of ['power', 'energy']) {
    await page.goto(`/pvPlant/detail?sid=${withoutDevices}&view=${view}`);
    await expect(page.locator('main [data-drawn]').first()).toBeVisible();
    expect(await moved(page)).toEqual([]);
    expect(await top('main [data-drawn]')).toBeLessThanOrEqual(430);
  }
  for (const [address, shown] of sampled(QUIET_ON_A_PHONE, 3)) {
    await page.goto(address);
    await expect(page.locator(shown).first()).toBeVisible();
    expect(await moved(page), address).toEqual([]);
  }
});

test('titles have the same height in all cards, and a table follows the corners of its card', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, { email: 'admin@example.com', to: `/pvPlant/detail?sid=${withDevice}` });
  await expect(page.getByRole('heading', { level: 2, name: 'Devices' })).toBeVisible();
  const titleOffsets = await page
    .locator('main section > div:first-child > h2')
    .evaluateAll((titles) =>
      titles.map((title) =>
        Math.round(title.getBoundingClientRect().y - title.closest('section')!.getBoundingClientRect().y),
      ),
    );
  expect(titleOffsets.length).toBeGreaterThan(1);
  expect(new Set(titleOffsets).size).toBe(1);
  await page.goto(`/pvPlant/detail?sid=${withDevice}&view=energy`);
  // The sticky first column has a background, so its frame has the inner radius of the card's border.
  await expect(page.locator('main table[data-cards]')).toBeVisible();
  const [cardRadius, frameRadius] = await page.locator('main table[data-cards]').evaluate((table) => {
    const frame = table.parentElement!;
    const radius = (part: Element) => Number.parseFloat(getComputedStyle(part).borderBottomLeftRadius);
    return getComputedStyle(frame).overflowX === 'auto'
      ? [radius(frame.parentElement!.closest('section')!), radius(frame)]
      : [];
  });
  expect(cardRadius).toBe(8);
  expect(frameRadius).toBe(7);
});

test('a row of figures on a phone begins with its name and figure, and the rest is below, however short they are', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, { email: 'admin@example.com', to: `/pvPlant/detail?sid=${withDevice}&view=energy` });
  const rows = page.locator('main table[data-cards] tbody tr');
  await expect(rows.first()).toBeVisible();
  const wrong = await rows.evaluateAll((all) =>
    all.flatMap((row) => {
      // Empty cells are not rendered: just after midnight a day has no share of the expected energy.
      const drawn = [...row.children].filter((cell) => cell.getClientRects().length > 0);
      const [name, figure, ...rest] = drawn.map((cell) => cell.getBoundingClientRect());
      const isBelow = rest.every(({ top }) => top >= name!.bottom - 4);
      return figure!.top < name!.bottom && isBelow ? [] : [row.textContent];
    }),
  );
  expect(wrong).toEqual([]);
});

test('a notification covers no bottom bar, pager, form button or action of the page', async ({ page, portal }) => {
  const sid = await makePlant(portal, 'installer@example.com', 'Layout plant with a message');
  await page.clock.install();
  await signIn(page);
  const notification = page.locator('.mantine-Notification-root');
  const controls =
    'nav[aria-label="Pages"] :is(button, select), nav[aria-label="Main menu"], form button[type="submit"], main header :is(button, a)';
  /** Waits for the notification and stops the page's clock, so that it stays while it is measured. */
  const freezeNotification = async () => {
    await expect(notification).toHaveCSS('opacity', '1');
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 200);
  };
  const covered = async () => {
    const overlaps: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize(viewport(width));
      // Polls by Playwright's own frames: the page's animation frames stop with its clock.
      await page.waitForFunction((target) => window.innerWidth === target, width);
      const coveredParts = await notification.evaluate((element, selector) => {
        const hidden: string[] = [];
        for (const top of [0, 100_000]) {
          window.scrollTo({ top });
          const message = element.getBoundingClientRect();
          for (const part of document.querySelectorAll(selector)) {
            const box = part.getBoundingClientRect();
            const isApart =
              box.width === 0 ||
              box.left >= message.right ||
              box.right <= message.left ||
              box.top >= message.bottom ||
              box.bottom <= message.top;
            if (!isApart) hidden.push(part.textContent ?? '');
          }
        }
        return hidden;
      }, controls);
      overlaps.push(...coveredParts.map((part) => `${part} at ${width}`));
    }
    return overlaps;
  };
  await page.goto(`/pvPlant/edit?sid=${sid}`);
  await page.getByLabel('Plant name').and(page.locator('input')).fill('Layout plant that told something');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await freezeNotification();
  expect(await covered()).toEqual([]);
  await page.clock.resume();

  await page.setViewportSize({ width: 1366, height: 900 });
  await page.goto('/pvPlant?q=something');
  await page.getByRole('button', { name: 'Actions for Layout plant that told something' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const confirmation = page.getByRole('dialog');
  await confirmation.getByLabel(/^Type .* to delete it$/).fill('Layout plant that told something');
  await confirmation.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(confirmation).toHaveCount(0);
  await freezeNotification();
  expect(await covered()).toEqual([]);
});

test('an empty list goes from its skeleton straight to the empty state', async ({ page }) => {
  await signIn(page, { email: 'stranger@example.com' });
  await expect(page.getByText('No plants yet')).toBeVisible();
  let answer = () => {};
  const requested = new Promise<void>((onRequest) => {
    void page.route('**/v2/site/listWithSN', async (route) => {
      onRequest();
      await new Promise<void>((go) => {
        answer = go;
      });
      await route.continue();
    });
  });
  await page.goto('/pvPlant');
  await requested;
  await expect(page.locator('main [data-bone]').first()).toBeVisible();
  // The skeleton alone, without controls that would disappear again.
  await expect(page.locator('main :is(a, button, input, select):not([inert] *)')).toHaveCount(0);
  answer();
  await expect(page.getByText('No plants yet')).toBeVisible();
  await expect(page.locator('main [data-bone]')).toHaveCount(0);
});

test('a phone reaches all views of a plant: their row fades at a hidden end, and the open view is in sight', async ({
  page,
  portal,
}) => {
  const sid = await makePlant(portal, 'installer@example.com', 'Plant with six views');
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}` });
  const views = page.getByRole('navigation', { name: 'Views of the plant' });
  const bar = views.locator('..');
  await expect(bar).toHaveAttribute('data-after', 'true');
  await expect(bar).not.toHaveAttribute('data-before');
  await views.getByRole('link', { name: 'Set-up' }).click();
  await expect(page).toHaveURL(/view=setUp/);
  await expect(bar).toHaveAttribute('data-before', 'true');
  await expect(bar).not.toHaveAttribute('data-after');
  const tab = (await views.getByRole('link', { name: 'Set-up' }).boundingBox())!;
  expect(tab.x + tab.width).toBeLessThanOrEqual(390 - 16 + 1);
  // Also when opened by its address.
  await page.reload();
  await expect(bar).toHaveAttribute('data-before', 'true');
  // The field of the day leaves the button of the next day in sight.
  await page.goto(`/pvPlant/detail?sid=${sid}&view=power&day=2026-06-01`);
  const next = page.getByRole('button', { name: 'Next', exact: true });
  const day = (await page.getByRole('textbox', { name: 'Day' }).boundingBox())!;
  const box = (await next.boundingBox())!;
  expect(box.x + box.width).toBeLessThanOrEqual(390 - 16);
  expect(box.x - (day.x + day.width)).toBeLessThan(12);
  await next.click();
  await expect(page).toHaveURL(/day=2026-06-02/);
});
