// What is pictured of each page: its views, in which amounts of data, and what is opened before.
import type { PageName } from '@heliograph/contract/pages.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import type { Page } from '@playwright/test';
import type { Amount } from './screenWorlds.ts';

export interface View {
  /** Behind the page's name; '' for its only view. */
  name: string;
  /** What the address carries; `device`: the first of a kind in the world, as its address has it; `finding`: a module with which something is wrong. */
  query?: (sid: string, device: (kind: ReportKind) => string, finding: string) => string;
  /** Left out: with any. */
  amounts?: readonly Amount[];
  /** What is opened before. */
  opens?: (page: Page) => Promise<unknown>;
  /** The part of a long page that is taken, by the id of its heading. */
  part?: string;
  /** What was opened lies over the page: taken as it stands. */
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
});
/** An address is sent, and what follows is waited for. */
const mailTo = (address: string) => async (page: Page) => {
  // One that nobody has had a mail to: of each there are few an hour.
  await page.locator('input[name="email"]').fill(address.replace('@', `.${Date.now()}@`));
  await page.locator('button[type="submit"]').click();
  await page.locator('main [role="status"]').first().waitFor();
};
/** A dialog, by the first button with this icon. */
const openFirst = (icon: string) => async (page: Page) => {
  await page.locator(`main button:has(${icon})`).first().click();
  await page.getByRole('dialog').locator('form').waitFor();
  await page.locator('[data-bone]').first().waitFor({ state: 'detached' });
};
/** A dialog of the row that says this, by its first or second button: words of the page itself are of any language. */
const openOf = (row: string, button: 0 | 1) => async (page: Page) => {
  await page.getByRole('listitem').filter({ hasText: row }).getByRole('button').nth(button).click();
  await page.getByRole('dialog').waitFor();
  await page.locator('[data-bone]').first().waitFor({ state: 'detached' });
};
/** A new page is asked for here by the compiler. */
export const VIEWS: Record<PageName, readonly View[]> = {
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
  ParameterSetting: [{ name: '', query: (sid) => `?sid=${sid}`, amounts: ofPlant }],
  Dashboard: [{ name: '' }, { name: 'users', query: () => '?section=users' }],
  PvPlant: [
    { name: '' },
    { name: 'cards', query: () => '?view=cards', amounts: ofPlant },
    { name: 'map', query: () => '?view=map', amounts: ofPlant },
    { name: 'nothing', query: () => '?q=Nowhere', amounts: ['little'] },
  ],
  PvPlantEdit: [
    { name: 'new', amounts: ['none'] },
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
      query: (sid) =>
        `?sid=${sid}&view=power&lines=${encodeURIComponent('["Production","Consumption","Grid Power","Battery Power"]')}`,
      amounts: ['little'],
    },
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
  AllInOneMachine: [...viewsOf('hybrid'), settingsOf('hybrid')],
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
    { name: '', amounts: ['little'] },
    { name: 'role', query: () => '?role=4', amounts: ['little'] },
  ],
  Menus: [{ name: '', amounts: ['little'] }],
  GroupAccess: [{ name: '', amounts: ['little'] }],
  GenerateBDMPassword: [{ name: '', amounts: ['none', 'little'] }],
  Users: [
    { name: '' },
    { name: 'nothing', query: () => '?q=Nowhere', amounts: ['little'] },
    { name: 'person', amounts: ['much'], isDialog: true, opens: openFirst('.tabler-icon-pencil') },
    { name: 'invite', amounts: ['little'], isDialog: true, opens: openFirst('.tabler-icon-mail') },
  ],
  Companies: [
    { name: '' },
    { name: 'new', amounts: ['little'], isDialog: true, opens: openFirst('.tabler-icon-plus') },
    {
      name: 'close',
      query: () => '?q=Installer',
      amounts: ['much'],
      isDialog: true,
      opens: async (page) => {
        await page.locator('main button:has(.tabler-icon-dots)').first().click();
        await page.getByRole('menuitem').first().click();
        await page.getByRole('dialog').waitFor();
      },
    },
  ],
  AuditLog: [{ name: '', amounts: ['none', 'little'] }],
  Unsubscribe: [{ name: '' }],
  Account: [
    { name: '', amounts: ['none', 'little'] },
    {
      name: 'channels',
      amounts: ['little'],
      opens: (page) => page.getByRole('listitem').filter({ hasText: 'The ticket' }).scrollIntoViewIfNeeded(),
      isDialog: true,
    },
    { name: 'webhook', amounts: ['little'], opens: openOf('Chat', 1), isDialog: true },
    { name: 'log', amounts: ['little'], opens: openOf('The ticket', 0), isDialog: true },
  ],
  Documentation: [
    { name: '', amounts: ['none', 'little'] },
    { name: 'found', query: () => '?q=0001', amounts: ['little'] },
  ],
  DocumentationEdit: [
    { name: 'new', amounts: ['none'] },
    { name: 'edit', query: () => '?id=2', amounts: ['little'] },
  ],
  OtaFile: [{ name: '', amounts: ['none', 'little'] }],
  OtaFileEdit: [
    { name: 'new', amounts: ['none'] },
    { name: 'edit', query: () => '?id=1', amounts: ['little'] },
  ],
  Products: [{ name: '', amounts: ['none'] }],
  InverterConfiguration: [
    { name: '', amounts: ['none'] },
    { name: 'group', query: () => '?model=10001', amounts: ['little'] },
  ],
  SnList: [{ name: '', amounts: ['none', 'little', 'much'] }],
  ProductEdit: [
    { name: 'new', amounts: ['none'] },
    { name: 'edit', query: () => '?model=2250', amounts: ['none'] },
  ],
};
