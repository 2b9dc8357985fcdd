// Checks every page with axe in light and dark, with a second engine, for names that controls share, and for overflow in width; lists, plants and administration on a phone, too.
import type { Page } from '@playwright/test';
import { isInSample } from '../../server/test/sampling.ts';
import { sharedNames, snifferFindings } from './audits.ts';
import { capturedFrames, postFrame, sentBy } from './devices.ts';
import { addKinds, fillFirstStep, makePlant } from './plants.ts';
import { expect, expectNothingFromAxe, signIn, test } from './portal.ts';

const SN = '0A0B0C0D';
const UNREGISTERED_SN = '0A0B0C0E';
const BDM_400 = 'BDM-400';

/** A plant that produces and a plant with a device of each kind, created once for all tests of this file. */
let sid = '';
let kindAddresses: string[] = [];
test.beforeAll(async ({ portal }) => {
  const [product] = await portal.sql<{ model: number }[]>`select model from products where name = ${BDM_400}`;
  sid = await makePlant(portal, 'installer@example.com', 'Plant to be read', {
    sn: [{ sn: SN, model: product!.model }],
  });
  const [first, second] = capturedFrames('12345678');
  for (const frame of [first!, second!]) expect(await postFrame(portal.url, sentBy(SN, frame))).toBe(200);
  expect(await postFrame(portal.url, sentBy(UNREGISTERED_SN, first!))).toBe(200);
  const kinds = await makePlant(portal, 'installer@example.com', 'Plant of kinds to be read');
  kindAddresses = await addKinds(portal, 'installer@example.com', kinds, 'READ-');
});

/** Address of a page, read after the plants exist; selector of what proves that it is loaded; optional steps before the check. */
type Place = readonly [
  address: () => string,
  readySelector: string,
  prepare?: ((page: Page) => Promise<void>) | undefined,
];

const DESKTOP = 1280;
const PHONE = 390;

const viewOfPlant = (view: string, readySelector: string, prepare?: Place[2]): Place => [
  () => `/pvPlant/detail?sid=${sid}&view=${view}`,
  `main:has(h1:has-text("Plant to be read")) ${readySelector}`,
  prepare,
];
const CHARTS = ['overview', 'power', 'energy'].map((view) => viewOfPlant(view, '[data-drawn]'));
const KINDS = [0, 1, 2, 3, 4].map((kind): Place => [() => kindAddresses[kind]!, 'main [data-drawn] >> nth=1']);
const LIST = [() => '/pvPlant', 'main a:has-text("Plant to be read")'] as const;

async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('option').first()).toBeVisible();
}

/** Presses a button, and waits for the menu, dialog or calendar that it opens. */
const opening =
  (button: string | RegExp, opened: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.locator(opened).first()).toBeVisible();
  };

async function openCalendar(page: Page): Promise<void> {
  await page.getByLabel('Day', { exact: true }).focus();
  await expect(page.locator('.mantine-DateInput-day').first()).toBeVisible();
}

async function openLanguages(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Language' }).click();
  await expect(page.getByRole('option', { name: 'Deutsch' })).toBeVisible();
}

async function skipDevices(page: Page): Promise<void> {
  await fillFirstStep(page, 'Plant without devices');
  await page.getByRole('button', { name: 'Skip and create the plant' }).click();
  await expect(page.getByRole('heading', { name: 'Congratulations!' })).toBeVisible();
}

const WALKS: readonly { name: string; email?: string; width: number; places: readonly Place[] }[] = [
  {
    name: 'pages without a session',
    width: DESKTOP,
    places: [
      [() => '/', 'h1:has-text("Heliograph")'],
      [() => '/', 'h1:has-text("Heliograph")', openLanguages],
      [() => '/setup#secret=not-the-secret-of-this-server', 'h1:has-text("Set-up")'],
      [() => '/privacyPolicy', 'h1:has-text("Privacy policy")'],
      [() => '/install', 'h1:has-text("Install")'],
      [() => '/403', 'h1:has-text("Not authorized")'],
      [() => '/no-such-page', 'h1:has-text("The page does not exist")'],
    ],
  },
  {
    name: 'pages of an installer: plants, a device of each kind, the search everywhere, the wizard',
    email: 'installer@example.com',
    width: DESKTOP,
    places: [
      LIST,
      [() => '/pvPlant?view=cards', 'main li a:has-text("Plant to be read")'],
      ...CHARTS,
      viewOfPlant('history', 'tbody tr'),
      viewOfPlant('alerts&state=all', 'section'),
      viewOfPlant('setUp', 'section li'),
      [() => `/pvPlant/edit?sid=${sid}`, `main td:has-text("${SN}")`],
      ...KINDS,
      [...LIST, openSearch],
      [...LIST, opening('Filters', '[role=dialog]')],
      [...LIST, opening('Columns', '[role=dialog]')],
      [...LIST, opening('Views', '[role=dialog]')],
      [...LIST, opening(/^Actions for/, '[role=menu]')],
      viewOfPlant('overview', '[data-drawn]', opening('More actions', '[role=menu]')),
      viewOfPlant('power', '[data-drawn]', openCalendar),
      [() => `/pvPlant/edit?sid=${sid}`, `main td:has-text("${SN}")`, opening('Add devices', '[role=dialog]')],
      [
        ...LIST,
        async (page) => {
          await openSearch(page);
          await page.keyboard.type('plant to be');
          await expect(page.getByRole('option', { name: /Plant to be read/ })).toBeVisible();
        },
      ],
      [
        () => '/pvPlant/edit',
        'h1:has-text("New plant")',
        async (page) => {
          await page.getByRole('button', { name: 'Next', exact: true }).click();
          await expect(page.getByText('This Field is required.').first()).toBeVisible();
        },
      ],
      [() => '/pvPlant/edit', 'h1:has-text("New plant")', skipDevices],
      // Last, as it leaves a draft that the wizard continues.
      [() => '/pvPlant/edit', 'h1:has-text("New plant")', (page) => fillFirstStep(page, 'Plant without devices')],
    ],
  },
  {
    name: 'pages of an installer on a phone: plants, a device of each kind',
    email: 'installer@example.com',
    width: PHONE,
    places: [LIST, ...CHARTS, ...KINDS],
  },
  {
    name: 'unregistered devices and the account',
    email: 'admin@example.com',
    width: DESKTOP,
    places: [
      [() => '/noRegGatewayList', `main tr:has-text("${UNREGISTERED_SN}")`],
      [() => '/ucenter/account', ':text("This session")'],
    ],
  },
  {
    name: 'pages of administration on a phone',
    email: 'admin@example.com',
    width: PHONE,
    places: [
      '/dashboard',
      '/dashboard?section=users',
      '/alerts',
      '/users',
      '/companies',
      '/documentation',
      '/products',
      '/product/edit',
      '/hardwareConfig/inverter?model=10000',
      '/hardwareConfig/otaFile',
      '/hardwareConfig/otaFileEdit',
      '/generateBDMPassword',
      '/system/rolesPermission',
      '/system/menus',
      '/system/groupAccess',
      '/system/audit',
      '/devices/index',
      '/devices/panels',
      '/pvPlant/detail?sid=SID&view=layout',
      '/pvPlant/detail?sid=SID&view=report',
      '/pvPlant/layout?sid=SID',
      '/pvPlant/parameterSetting?sid=SID',
      '/ucenter/account',
      '/guide',
    ].map((address): Place => [() => address.replace('SID', sid), 'h1']),
  },
];

/** A sampled run opens one page in this many, counted across all walks. */
const SAMPLE_OF_PLACES = 3;

let position = 0;
for (const { name, email, width, places } of WALKS) {
  const sampledPlaces = places.filter(() => isInSample(position++, SAMPLE_OF_PLACES));
  if (sampledPlaces.length === 0) continue;
  test(name, async ({ page }) => {
    test.setTimeout(60_000 + sampledPlaces.length * 30_000);
    await page.setViewportSize({ width, height: 844 });
    if (email) await signIn(page, { email, to: '/healthz' });
    for (const [address, readySelector, prepare] of sampledPlaces)
      await test.step(address(), async () => {
        await page.goto(address());
        await expect(page.locator(readySelector).first()).toBeVisible();
        await prepare?.(page);
        await expect(page.locator('main [data-bone]')).toHaveCount(0);
        await expectNothingFromAxe(page);
        expect(await snifferFindings(page)).toEqual([]);
        expect(await sharedNames(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      });
  });
}
