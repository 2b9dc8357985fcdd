// Views of each page to be pictured, the amounts of data for them, and the steps before.
import type { PageName } from '@heliograph/contract/pages.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import type { Locator, Page } from '@playwright/test';
import type { Amount } from './amounts.ts';
import { congratulations, removeMade, scanDialog, secondStep } from './wizard.ts';

export interface View {
  /** Suffix of the file name after the page's name; '' for its only view. */
  name: string;
  /** Query of the address; `device`: returns that of the first device of a kind; `finding`: that of a module with a finding. */
  query?: (sid: string, device: (kind: ReportKind) => string, finding: string) => string;
  /** All amounts when left out. */
  amounts?: readonly Amount[];
  /** Steps before the picture. */
  opens?: (page: Page) => Promise<unknown>;
  /** Removes afterwards what the steps created. */
  closes?: (page: Page) => Promise<unknown>;
  /** Pictured part of a long page, by the id of its heading. */
  part?: string;
  /** Uses a device that has received a command. */
  isCommanded?: true;
  /** A dialog covers the page: only the viewport is pictured. */
  isDialog?: true;
}

const ofPlant: readonly Amount[] = ['little', 'much', 'bare', 'silent'];
const viewsOf = (kind: ReportKind): readonly View[] => [
  { name: 'overview', query: (_sid, device) => device(kind), amounts: ofPlant },
  { name: 'days', query: (_sid, device) => `${device(kind)}&energies=day`, amounts: ['little'] },
];
const settingsOf = (kind: ReportKind): View => ({
  name: 'settings',
  query: (_sid, device) => `${device(kind)}&view=settings`,
  amounts: ['little'],
  isCommanded: true,
});
/** Submits an address and waits for the next step. */
const mailTo = (address: string) => async (page: Page) => {
  // A new address each time, because mails to one address are limited per hour.
  await page.locator('input[name="email"]').fill(address.replace('@', `.${Date.now()}@`));
  await page.locator('button[type="submit"]').click();
  await page.locator('main [role="status"]').first().waitFor();
};
/** Opens a dialog by the first button with this icon. */
const openFirst = (icon: string) => async (page: Page) => {
  await page.locator(`main button:has(${icon})`).first().click();
  await page.getByRole('dialog').locator('form').waitFor();
  await page.locator('[data-bone]').first().waitFor({ state: 'detached' });
};
/** Opens a dialog of the row with this text by its first or second button, because the page's own words depend on the language. */
const openOf = (row: string, button: 0 | 1) => async (page: Page) => {
  await page.getByRole('listitem').filter({ hasText: row }).getByRole('button').nth(button).click();
  await page.getByRole('dialog').waitFor();
  await page.locator('[data-bone]').first().waitFor({ state: 'detached' });
};
/** Opens a dialog from the menu of the first row by the position of its entry. */
const openMenu = (item: number, row?: string) => async (page: Page) => {
  const rows = row === undefined ? page.locator('main') : page.getByRole('row').filter({ hasText: row });
  await rows.locator('button:has(.tabler-icon-dots)').first().click();
  await page.getByRole('menuitem').first().waitFor();
  if (item < 0) return;
  await page.getByRole('menuitem').nth(item).click();
  await page.getByRole('dialog').waitFor();
  await page.locator('[data-bone]').first().waitFor({ state: 'detached' });
};
/** Changes the first editable value and opens the review of the change. */
const reviewFirst = async (page: Page) => {
  await page.locator('main table input').first().fill('90');
  await page.locator('main table input').first().blur();
  await page.locator('main section:has(table input) button:not([data-variant="default"])').last().click();
  await page.getByRole('dialog').waitFor();
};
/** Opens the form of a new roll-out, or an existing roll-out. */
const newRollout = async (page: Page) => {
  const card = page.locator('main section:has(button[aria-expanded])');
  await card.locator('> div button').first().click();
  await card.locator('form ol').waitFor();
  await toTop(card);
};
const openRollout = (n: number) => async (page: Page) => {
  const line = page.locator('main section li:has(> div > button[aria-expanded])').nth(n);
  await line.locator('button[aria-expanded]').first().click();
  await line.locator('ul li').last().waitFor();
  await toTop(line);
};
const toTop = (part: Locator) => part.evaluate((element: { scrollIntoView(): void }) => element.scrollIntoView());
/** Opens the limit rule of a plant, whose card is the last one with a button in its head. */
const openRule = async (page: Page) => {
  // The list of commands below has buttons, too, but no description list except for the names of devices.
  await page.locator('main section:has(dl):not(:has(li:not(details li))) > div:has(h2) button').last().click();
  await page.getByRole('dialog').locator('form').waitFor();
};
/** Opens the first setup, with the result of each device. */
const openSetup = async (page: Page) => {
  const line = page.locator('main section').last().getByRole('listitem').first();
  await line.locator('button[aria-expanded]').click();
  await line.getByRole('table').waitFor();
  await toTop(line);
};
/** Returns the query of the plant of a device's query. */
export const plantOf = (address: string): string => address.replace(/&sn=[^&]*/, '');

/** Views of pages that have more than one view or need a query; every other page has a single view without one. */
const VIEWS: Partial<Record<PageName, readonly View[]>> = {
  SignIn: [{ name: '', amounts: ['none'] }],
  Setup: [{ name: '', amounts: ['none'] }],
  ForgetPwd: [
    { name: '', amounts: ['none'] },
    { name: 'sent', amounts: ['none'], opens: mailTo('forgetful@example.com') },
  ],
  ResetPwd: [{ name: '', query: () => '#token=none-that-was-mailed', amounts: ['none'] }],
  EmailChange: [{ name: '', query: () => '#token=none-that-was-mailed', amounts: ['none'] }],
  Register: [
    { name: '', amounts: ['none'] },
    { name: 'account', amounts: ['none'], opens: mailTo('new@example.com') },
  ],
  PrivacyPolicy: [{ name: '', amounts: ['none'] }],
  Forbidden: [{ name: '', amounts: ['none'] }],
  MailChoice: [{ name: '', amounts: ['none'] }],
  PublicPlant: [{ name: '', query: (sid) => `#token=${sid}` }],
  ReportSetting: [{ name: '', query: (sid) => `?sid=${sid}`, amounts: ofPlant }],
  ParameterSetting: [
    { name: '', query: (sid) => `?sid=${sid}`, amounts: ['much', 'bare', 'silent'] },
    { name: 'hybrid', query: (_sid, device) => device('hybrid'), amounts: ['little'], isCommanded: true },
    { name: 'inverter', query: (_sid, device) => device('inverter'), amounts: ['little'], isCommanded: true },
    {
      name: 'limit',
      query: (_sid, device) => device('inverter'),
      amounts: ['little'],
      isCommanded: true,
      isDialog: true,
      opens: async (page) => {
        await page.locator('main section:has(dl) button:not(:has(svg))').first().click();
        await page.getByRole('dialog').waitFor();
      },
    },
    { name: 'ruled', query: (_sid, device) => device('microinverter'), amounts: ['little'], isCommanded: true },
    {
      name: 'rule',
      query: (_sid, device) => device('microinverter'),
      amounts: ['little'],
      isCommanded: true,
      isDialog: true,
      opens: openRule,
    },
    {
      name: 'review',
      query: (_sid, device) => device('inverter'),
      amounts: ['little'],
      isCommanded: true,
      isDialog: true,
      opens: reviewFirst,
    },
  ],
  Dashboard: [{ name: '' }, { name: 'users', query: () => '?section=users' }],
  PvPlant: [
    { name: '' },
    { name: 'cards', query: () => '?view=cards', amounts: ofPlant },
    { name: 'map', query: () => '?view=map', amounts: ofPlant },
    { name: 'nothing', query: () => '?q=Nowhere', amounts: ['little'] },
  ],
  PvPlantEdit: [
    { name: 'new', amounts: ['none'] },
    { name: 'devices', amounts: ['none'], opens: secondStep },
    { name: 'scan', amounts: ['none'], isDialog: true, opens: scanDialog },
    { name: 'made', amounts: ['none'], opens: congratulations, closes: removeMade },
    { name: 'edit', query: (sid) => `?sid=${sid}`, amounts: ofPlant },
    { name: 'modules', query: (sid) => `?sid=${sid}`, amounts: ofPlant, part: 'site-modules' },
    { name: 'prices', query: (sid) => `?sid=${sid}`, amounts: ofPlant, part: 'site-prices' },
    { name: 'public', query: (sid) => `?sid=${sid}`, amounts: ofPlant, part: 'site-public' },
    { name: 'access', query: (sid) => `?sid=${sid}`, amounts: ofPlant, part: 'site-access' },
    {
      name: 'map',
      query: (sid) => `?sid=${sid}`,
      amounts: ['little'],
      opens: async (page) => {
        await page.locator('button:has(.tabler-icon-map-2)').last().click();
        await page.locator('.leaflet-container canvas').first().waitFor();
      },
    },
  ],
  PvPlantDetail: [
    { name: 'overview', query: (sid) => `?sid=${sid}`, amounts: ofPlant },
    { name: 'problems', query: (_sid, _device, finding) => finding, amounts: ['little'] },
    { name: 'power', query: (sid) => `?sid=${sid}&view=power`, amounts: ofPlant },
    {
      name: 'powerFlows',
      query: (_sid, device) =>
        `${plantOf(device('hybrid'))}&view=power&lines=${encodeURIComponent('["Production","Consumption","Grid Power","Battery Power"]')}`,
      amounts: ['little'],
    },
    // Of a plant that measures its energy flows.
    { name: 'overviewFlows', query: (_sid, device) => plantOf(device('hybrid')), amounts: ['little'] },
    { name: 'energyFlows', query: (_sid, device) => `${plantOf(device('hybrid'))}&view=energy`, amounts: ['little'] },
    { name: 'reportFlows', query: (_sid, device) => `${plantOf(device('hybrid'))}&view=report`, amounts: ['little'] },
    { name: 'energyRange', query: (sid) => `?sid=${sid}&view=energy&by=range&from=2024-03-10`, amounts: ['little'] },
    { name: 'energy', query: (sid) => `?sid=${sid}&view=energy&by=month`, amounts: ofPlant },
    { name: 'history', query: (sid) => `?sid=${sid}&view=history`, amounts: ofPlant },
    { name: 'historyYear', query: (sid) => `?sid=${sid}&view=history&span=year`, amounts: ['little'] },
    {
      name: 'voltage',
      query: (_sid, device) => `${device('hybrid').replace('sn=', 'device=')}&view=history&span=week`,
      amounts: ['little'],
      isDialog: true,
      opens: async (page) => {
        await page.locator('button:has(.tabler-icon-wave-sine)').click();
        await page.getByRole('dialog').getByRole('table').first().waitFor();
      },
    },
    { name: 'alerts', query: (sid) => `?sid=${sid}&view=alerts&state=all`, amounts: ofPlant },
    { name: 'report', query: (sid) => `?sid=${sid}&view=report`, amounts: ofPlant },
    { name: 'reportYear', query: (sid) => `?sid=${sid}&view=report&span=year`, amounts: ['little'] },
    { name: 'setUp', query: (sid) => `?sid=${sid}&view=setUp`, amounts: ofPlant },
    { name: 'layout', query: (sid) => `?sid=${sid}&view=layout`, amounts: ofPlant },
    { name: 'playback', query: (sid) => `?sid=${sid}&view=playback&at=720`, amounts: ofPlant },
  ],
  PvPlantLayout: [{ name: '', query: (sid) => `?sid=${sid}`, amounts: ofPlant }],
  Devices: [
    { name: '' },
    { name: 'battery', query: () => '?kind=battery', amounts: ['little'] },
    { name: 'nothing', query: () => '?q=Nowhere', amounts: ['little'] },
  ],
  ElectricMeter: [
    ...viewsOf('meter'),
    { name: 'history', query: (_sid, device) => `${device('meter')}&view=history`, amounts: ['little'] },
  ],
  AllInOneMachine: [
    ...viewsOf('hybrid'),
    settingsOf('hybrid'),
    {
      name: 'years',
      query: (_sid, device) => device('hybrid'),
      amounts: ['little'],
      isDialog: true,
      // The last table of the page, which may load late.
      opens: async (page) => {
        const card = page.locator('main section:has(table[data-cards])').last();
        await card.waitFor();
        await toTop(card);
      },
    },
  ],
  StringMachine: viewsOf('inverter'),
  Battery: [...viewsOf('battery'), settingsOf('battery')],
  Sensor: viewsOf('sensor').slice(0, 1),
  ModuleDetail: [
    { name: '', query: (_sid, device) => device('microinverter'), amounts: ofPlant },
    { name: 'finding', query: (_sid, _device, finding) => finding, amounts: ['little'] },
  ],
  Gateway: [{ name: '', query: (_sid, device) => `${device('gateway')}&state=all`, amounts: ofPlant }],
  Alerts: [{ name: '' }, { name: 'all', query: () => '?state=all', amounts: ['little'] }],
  NoRegGatewayList: [{ name: '', amounts: ['none', 'much'] }],
  RolesPermission: [
    { name: '', amounts: ['little', 'much'] },
    { name: 'role', query: () => '?role=4', amounts: ['little', 'much'] },
  ],
  Menus: [{ name: '', amounts: ['little', 'much'] }],
  GroupAccess: [{ name: '', amounts: ['little', 'much'] }],
  Users: [
    { name: '' },
    { name: 'nothing', query: () => '?q=Nowhere', amounts: ['little'] },
    { name: 'person', amounts: ['much'], isDialog: true, opens: openFirst('.tabler-icon-pencil') },
    { name: 'invite', amounts: ['little'], isDialog: true, opens: openFirst('.tabler-icon-mail') },
    { name: 'menu', query: () => '?state=active', amounts: ['little'], isDialog: true, opens: openMenu(-1) },
    { name: 'freeze', query: () => '?state=active', amounts: ['little'], isDialog: true, opens: openMenu(0) },
    { name: 'signOut', query: () => '?state=active', amounts: ['little'], isDialog: true, opens: openMenu(1) },
    { name: 'factor', query: () => '?state=active', amounts: ['little'], isDialog: true, opens: openMenu(2) },
    { name: 'remove', query: () => '?state=active', amounts: ['little'], isDialog: true, opens: openMenu(3) },
  ],
  Companies: [
    { name: '' },
    { name: 'new', amounts: ['little'], isDialog: true, opens: openFirst('.tabler-icon-plus') },
    { name: 'signIn', amounts: ['little'], isDialog: true, opens: openMenu(0) },
    { name: 'factor', amounts: ['little'], isDialog: true, opens: openMenu(1) },
    { name: 'close', query: () => '?q=Ritter', amounts: ['much'], isDialog: true, opens: openMenu(2) },
  ],
  Account: [
    { name: '' },
    {
      name: 'channels',
      amounts: ['little'],
      opens: (page) => page.getByRole('listitem').filter({ hasText: 'The ticket' }).scrollIntoViewIfNeeded(),
      isDialog: true,
    },
    {
      name: 'endSession',
      amounts: ['little'],
      isDialog: true,
      opens: async (page) => {
        // Several sessions exist; the first button there ends all others.
        await page.locator('main section').filter({ hasText: '127.0.0.1' }).getByRole('button').first().click();
        await page.getByRole('dialog').locator('form').waitFor();
      },
    },
    { name: 'webhook', amounts: ['little'], opens: openOf('Chat', 1), isDialog: true },
    { name: 'log', amounts: ['little'], opens: openOf('The ticket', 0), isDialog: true },
  ],
  Documentation: [{ name: '' }, { name: 'found', query: () => '?q=0001', amounts: ['little'] }],
  DocumentationEdit: [
    { name: 'new', amounts: ['none'] },
    { name: 'edit', query: () => '?id=2', amounts: ['little', 'much'] },
  ],
  OtaFileEdit: [
    { name: 'new', amounts: ['none'] },
    { name: 'edit', query: () => '?id=1', amounts: ['little', 'much'] },
    { name: 'rollout', query: () => '?id=1', amounts: ['little'], isDialog: true, opens: newRollout },
    ...['running', 'paused', 'stopped', 'finished'].map(
      (name, n): View => ({ name, query: () => '?id=1', amounts: ['little'], isDialog: true, opens: openRollout(n) }),
    ),
    { name: 'draft', query: () => '?id=3', amounts: ['little'] },
    { name: 'uploading', query: () => '?id=4', amounts: ['little'] },
  ],
  Products: [{ name: '', amounts: ['none'] }],
  InverterConfiguration: [
    { name: '', amounts: ['none'] },
    { name: 'group', query: () => '?model=10001', amounts: ['little', 'much'] },
    { name: 'results', query: () => '?model=10001', amounts: ['much'], isDialog: true, opens: openSetup },
    { name: 'review', query: () => '?model=10001', amounts: ['little'], isDialog: true, opens: reviewFirst },
  ],
  SnList: [{ name: '', amounts: ['none', 'little', 'much'] }],
  ProductEdit: [
    { name: 'new', amounts: ['none'] },
    { name: 'edit', query: () => '?model=2250', amounts: ['none'] },
  ],
};

export const viewsOfPage = (name: PageName): readonly View[] => VIEWS[name] ?? [{ name: '' }];

/** The pictures of the README in docs/images/, named as their files; each shows one screen of 1440 x 900. */
export const DOCS_VIEWS: readonly (View & { page: PageName })[] = [
  { page: 'PvPlantDetail', name: 'overview', query: (_sid, device) => plantOf(device('hybrid')), isDialog: true },
  { page: 'PvPlant', name: 'plants', isDialog: true },
  { page: 'PvPlantDetail', name: 'roof', query: (sid) => `?sid=${sid}&view=layout`, isDialog: true },
];
