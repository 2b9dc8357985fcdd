// Every page of the portal, said once: routes, links, permissions, the seed's menus, the side menu and its icons derive from it.

/** Icons of the side menu by their Tabler names; a role's menus may name any of them. */
export const MENU_ICONS = [
  'IconBell',
  'IconCpu',
  'IconFileText',
  'IconKey',
  'IconLayoutDashboard',
  'IconRouterOff',
  'IconSettings',
  'IconSolarPanel',
  'IconTool',
  'IconUsers',
] as const;
export type MenuIcon = (typeof MENU_ICONS)[number];

/** Entries of the side menu that only hold others; one is there as soon as a page names it. */
export const MENU_GROUPS = {
  AllDevices: { icon: 'IconCpu' },
  AccountSetup: { icon: 'IconUsers' },
  Tools: { icon: 'IconTool' },
  System: { icon: 'IconSettings' },
} as const satisfies Record<string, { icon: MenuIcon }>;
export type MenuGroup = keyof typeof MENU_GROUPS;

export interface PageEntry {
  /** The permission that opens the page; names with "Edit" in them show a round back button. */
  name: string;
  path: string;
  /** `public`: anyone. `signedIn`: any session. Left out: whose role owns the page or its parent. */
  access?: 'public' | 'signedIn';
  /** The page whose permission opens this one as well, and where its back button leads. */
  parent?: string;
  /** A further one whose permission opens it: who may open plants may read their devices, as the calls say, too. */
  alsoOf?: string;
  /** How it stands in the side menu, by the title of menuTitles.ts; left out: it is reached from other pages only. */
  menu?: { icon: MenuIcon; group?: MenuGroup };
  /** Its permission guards calls already; it has neither route nor menu entry before its screen is there. */
  isPlanned?: true;
}

/** A new page is one line here; the compiler then asks web/src/routes.tsx for its screen. */
const table = [
  { name: 'SignIn', path: '/', access: 'public' },
  { name: 'Setup', path: '/setup', access: 'public' },
  { name: 'ForgetPwd', path: '/forgetPwd', access: 'public' },
  { name: 'ResetPwd', path: '/resetPwd', access: 'public' },
  /** Where the links lead that are mailed when an account gets another address. */
  { name: 'EmailChange', path: '/emailChange', access: 'public' },
  { name: 'Register', path: '/register', access: 'public' },
  { name: 'PrivacyPolicy', path: '/privacyPolicy', access: 'public' },
  { name: 'Forbidden', path: '/403', access: 'public' },
  /** Where the link in a mail leads. */
  { name: 'MailChoice', path: '/mails', access: 'public' },
  /** A plant's figures for a screen; its secret stands behind the #. */
  { name: 'PublicPlant', path: '/public', access: 'public' },
  {
    name: 'Dashboard',
    path: '/dashboard',
    menu: { icon: 'IconLayoutDashboard' },
  },
  { name: 'PvPlant', path: '/pvPlant', menu: { icon: 'IconSolarPanel' } },
  { name: 'PvPlantEdit', path: '/pvPlant/edit', parent: 'PvPlant' },
  { name: 'PvPlantDetail', path: '/pvPlant/detail', parent: 'PvPlant' },
  { name: 'PvPlantLayout', path: '/pvPlant/layout', parent: 'PvPlant' },
  { name: 'ReportSetting', path: '/pvPlant/reportSetting', parent: 'PvPlant' },
  { name: 'ParameterSetting', path: '/pvPlant/parameterSetting', parent: 'PvPlant' },
  { name: 'Devices', path: '/devices/index', menu: { icon: 'IconCpu', group: 'AllDevices' } },
  /** Of all plants. */
  { name: 'Panels', path: '/devices/panels', parent: 'Devices', alsoOf: 'PvPlant' },
  { name: 'ElectricMeter', path: '/devices/electricMeter', parent: 'Devices', alsoOf: 'PvPlant' },
  { name: 'AllInOneMachine', path: '/devices/allInOneMachine', parent: 'Devices', alsoOf: 'PvPlant' },
  { name: 'StringMachine', path: '/devices/stringMachine', parent: 'Devices', alsoOf: 'PvPlant' },
  { name: 'Battery', path: '/devices/battery', parent: 'Devices', alsoOf: 'PvPlant' },
  { name: 'Sensor', path: '/devices/sensor', parent: 'Devices', alsoOf: 'PvPlant' },
  { name: 'ModuleDetail', path: '/devices/module/detail', parent: 'Devices', alsoOf: 'PvPlant' },
  { name: 'Gateway', path: '/devices/gateway', parent: 'Devices', alsoOf: 'PvPlant' },
  { name: 'Alerts', path: '/alerts', menu: { icon: 'IconBell' } },
  {
    name: 'NoRegGatewayList',
    path: '/noRegGatewayList',
    menu: { icon: 'IconRouterOff', group: 'AllDevices' },
  },
  {
    name: 'GenerateBDMPassword',
    path: '/generateBDMPassword',
    menu: { icon: 'IconKey', group: 'Tools' },
  },
  { name: 'Users', path: '/users', menu: { icon: 'IconUsers', group: 'AccountSetup' } },
  { name: 'Companies', path: '/companies', menu: { icon: 'IconUsers', group: 'AccountSetup' } },
  {
    name: 'RolesPermission',
    path: '/system/rolesPermission',
    menu: { icon: 'IconKey', group: 'System' },
  },
  { name: 'Menus', path: '/system/menus', menu: { icon: 'IconSettings', group: 'System' } },
  {
    name: 'GroupAccess',
    path: '/system/groupAccess',
    menu: { icon: 'IconLayoutDashboard', group: 'System' },
  },
  {
    name: 'AuditLog',
    path: '/system/audit',
    menu: { icon: 'IconKey', group: 'System' },
  },
  { name: 'Documentation', path: '/documentation', menu: { icon: 'IconFileText' } },
  { name: 'DocumentationEdit', path: '/documentation/edit', parent: 'Documentation' },
  {
    name: 'InverterConfiguration',
    path: '/hardwareConfig/inverter',
    menu: { icon: 'IconSettings', group: 'Tools' },
  },
  { name: 'OtaFile', path: '/hardwareConfig/otaFile', menu: { icon: 'IconCpu', group: 'Tools' } },
  { name: 'OtaFileEdit', path: '/hardwareConfig/otaFileEdit', parent: 'OtaFile' },
  { name: 'Products', path: '/products', menu: { icon: 'IconCpu', group: 'Tools' } },
  { name: 'SnList', path: '/snList', menu: { icon: 'IconTool', group: 'Tools' } },
  { name: 'ProductEdit', path: '/product/edit', parent: 'Products' },
  { name: 'Account', path: '/ucenter/account', access: 'signedIn' },
  { name: 'Unsubscribe', path: '/ucenter/unsubscribe', access: 'signedIn', parent: 'Account' },
] as const satisfies readonly PageEntry[];

type Row = (typeof table)[number];
/** Pages of the side menu. */
export type MenuPage = Extract<Row, { menu: object }>['name'];
/** Pages with a screen. */
type Built = Exclude<Row, { isPlanned: true }>;
export type PageName = Built['name'];
export type PagePath = Built['path'];
export type PublicPage = Extract<Built, { access: 'public' }>['name'];
export type SignedInPage = Exclude<PageName, PublicPage>;
/** Pages that a role may own. */
export type PermittedPage = Exclude<Row, { access: string }>['name'];

/** All of them, planned ones too. */
export const PAGE_TABLE: readonly PageEntry[] = table;
/** Those with a screen. */
export const BUILT_PAGES: readonly (PageEntry & { name: PageName; path: PagePath })[] = table.filter(
  (page): page is Built => !('isPlanned' in page),
);

export const PATHS = Object.fromEntries(table.map(({ name, path }) => [name, path])) as {
  [R in Built as R['name']]: R['path'];
};

/** The page at an address, without its query; undefined for addresses without a page. */
export const pageAt = (path: string) => BUILT_PAGES.find((page) => page.path === path.replace(/(?<=.)\/+$/, ''));

/** Pages that change something show a round back button (spec.md section 2). */
export const isEditPage = ({ name }: Pick<PageEntry, 'name'>): boolean => name.includes('Edit');
