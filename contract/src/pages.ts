// The table of pages: routes, links, permissions, the seed's menus and the side menu derive from it.

/** Icons of the side menu by their Tabler names, selectable for menu entries. */
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

/** Groups of the side menu; a group exists as soon as a page names it. */
export const MENU_GROUPS = {
  AllDevices: { title: 'Devices', icon: 'IconCpu' },
  AccountSetup: { title: 'Account Setup', icon: 'IconUsers' },
  Tools: { title: 'Tools', icon: 'IconTool' },
  System: { title: 'System Management', icon: 'IconSettings' },
} as const satisfies Record<string, { title: string; icon: MenuIcon }>;
export type MenuGroup = keyof typeof MENU_GROUPS;

/**
 * Roles that hold a page's permission in a new installation: `everyone`; `trade`: distributors, dealers and installers;
 * `companies`: distributors and dealers; `managers`: company managers; `administrators`. Each includes those after it.
 */
export type MenuRoles = 'everyone' | 'trade' | 'companies' | 'managers' | 'administrators';

interface MenuEntry {
  /** English, as specified; pages show it in the reader's language (`menu.<name>` of the catalogue `shell`). */
  title: string;
  icon: MenuIcon;
  group?: MenuGroup;
  /** Left out: `managers`. Administrators change it on the pages of roles. */
  roles?: MenuRoles;
}

export interface PageEntry {
  /** The permission that opens the page; names with "Edit" in them show a round back button. */
  name: string;
  path: string;
  /** `public`: anyone. `signedIn`: any session. Omitted: roles with the permission of the page or its parent. */
  access?: 'public' | 'signedIn';
  /** The page whose permission also opens this one, and the target of its back button. */
  parent?: string;
  /** Another page whose permission opens it: as in the calls, access to plants includes their devices. */
  alsoOf?: string;
  /** Its entry in the side menu; left out: other pages lead to it. */
  menu?: MenuEntry;
  /** Its permission already guards calls; it has no route and no menu entry until its screen exists. */
  isPlanned?: true;
}

/** A new page is one line here and one in web/src/pageTable.ts, which the compiler requires. */
const table = [
  { name: 'SignIn', path: '/', access: 'public' },
  { name: 'Setup', path: '/setup', access: 'public' },
  { name: 'ForgetPwd', path: '/forgetPwd', access: 'public' },
  { name: 'ResetPwd', path: '/resetPwd', access: 'public' },
  /** Target of the e-mailed links that confirm an account's new address. */
  { name: 'EmailChange', path: '/emailChange', access: 'public' },
  { name: 'Register', path: '/register', access: 'public' },
  { name: 'PrivacyPolicy', path: '/privacyPolicy', access: 'public' },
  /** How to install the portal as an app; target of the codes for phones. */
  { name: 'Install', path: '/install', access: 'public' },
  { name: 'Forbidden', path: '/403', access: 'public' },
  /** Target of the link in a plant's e-mails. */
  { name: 'MailChoice', path: '/mails', access: 'public' },
  /** A plant's figures for a public screen; its secret is in the fragment. */
  { name: 'PublicPlant', path: '/public', access: 'public' },
  { name: 'Dashboard', path: '/dashboard', menu: { title: 'Dashboard', icon: 'IconLayoutDashboard', roles: 'trade' } },
  { name: 'PvPlant', path: '/pvPlant', menu: { title: 'PV Plant', icon: 'IconSolarPanel', roles: 'everyone' } },
  { name: 'PvPlantEdit', path: '/pvPlant/edit', parent: 'PvPlant' },
  { name: 'PvPlantDetail', path: '/pvPlant/detail', parent: 'PvPlant' },
  { name: 'PvPlantLayout', path: '/pvPlant/layout', parent: 'PvPlant' },
  { name: 'ReportSetting', path: '/pvPlant/reportSetting', parent: 'PvPlant' },
  { name: 'ParameterSetting', path: '/pvPlant/parameterSetting', parent: 'PvPlant' },
  {
    name: 'Devices',
    path: '/devices/index',
    menu: { title: 'Device List', icon: 'IconCpu', group: 'AllDevices', roles: 'trade' },
  },
  /** Modules of all plants. */
  { name: 'Panels', path: '/devices/panels', parent: 'Devices', alsoOf: 'PvPlant' },
  { name: 'ElectricMeter', path: '/devices/electricMeter', parent: 'Devices', alsoOf: 'PvPlant' },
  { name: 'AllInOneMachine', path: '/devices/allInOneMachine', parent: 'Devices', alsoOf: 'PvPlant' },
  { name: 'StringMachine', path: '/devices/stringMachine', parent: 'Devices', alsoOf: 'PvPlant' },
  { name: 'Battery', path: '/devices/battery', parent: 'Devices', alsoOf: 'PvPlant' },
  { name: 'Sensor', path: '/devices/sensor', parent: 'Devices', alsoOf: 'PvPlant' },
  { name: 'ModuleDetail', path: '/devices/module/detail', parent: 'Devices', alsoOf: 'PvPlant' },
  { name: 'Gateway', path: '/devices/gateway', parent: 'Devices', alsoOf: 'PvPlant' },
  { name: 'Alerts', path: '/alerts', menu: { title: 'Alerts', icon: 'IconBell', roles: 'everyone' } },
  {
    name: 'NoRegGatewayList',
    path: '/noRegGatewayList',
    menu: { title: 'No Reg Gateway List', icon: 'IconRouterOff', group: 'AllDevices', roles: 'trade' },
  },
  {
    name: 'GenerateBDMPassword',
    path: '/generateBDMPassword',
    menu: { title: 'BDM Password Generation', icon: 'IconKey', group: 'Tools', roles: 'trade' },
  },
  { name: 'Users', path: '/users', menu: { title: 'User', icon: 'IconUsers', group: 'AccountSetup', roles: 'trade' } },
  {
    name: 'Companies',
    path: '/companies',
    menu: { title: 'Companies', icon: 'IconUsers', group: 'AccountSetup', roles: 'companies' },
  },
  {
    name: 'RolesPermission',
    path: '/system/rolesPermission',
    menu: { title: 'Role Permission', icon: 'IconKey', group: 'System' },
  },
  {
    name: 'Menus',
    path: '/system/menus',
    menu: { title: 'Menu Management', icon: 'IconSettings', group: 'System', roles: 'administrators' },
  },
  {
    name: 'GroupAccess',
    path: '/system/groupAccess',
    menu: { title: 'Group access', icon: 'IconLayoutDashboard', group: 'System' },
  },
  {
    name: 'Brands',
    path: '/system/brands',
    menu: { title: 'Brands', icon: 'IconSolarPanel', group: 'System', roles: 'administrators' },
  },
  {
    name: 'Operation',
    path: '/system/operation',
    menu: { title: 'Operation', icon: 'IconTool', group: 'System', roles: 'administrators' },
  },
  { name: 'AuditLog', path: '/system/audit', menu: { title: 'Audit Log', icon: 'IconKey', group: 'System' } },
  {
    name: 'Documentation',
    path: '/documentation',
    menu: { title: 'Documentation', icon: 'IconFileText', roles: 'everyone' },
  },
  { name: 'DocumentationEdit', path: '/documentation/edit', parent: 'Documentation' },
  {
    name: 'InverterConfiguration',
    path: '/hardwareConfig/inverter',
    menu: { title: 'Inverter Configuration', icon: 'IconSettings', group: 'Tools', roles: 'trade' },
  },
  {
    name: 'OtaFile',
    path: '/hardwareConfig/otaFile',
    menu: { title: 'OTA File', icon: 'IconCpu', group: 'Tools', roles: 'trade' },
  },
  { name: 'OtaFileEdit', path: '/hardwareConfig/otaFileEdit', parent: 'OtaFile' },
  { name: 'Products', path: '/products', menu: { title: 'Products', icon: 'IconCpu', group: 'Tools', roles: 'trade' } },
  { name: 'SnList', path: '/snList', menu: { title: 'SN List', icon: 'IconTool', group: 'Tools', roles: 'trade' } },
  { name: 'ProductEdit', path: '/product/edit', parent: 'Products' },
  { name: 'Account', path: '/ucenter/account', access: 'signedIn' },
  /** Short explanations of pages and figures, by role. */
  { name: 'Guide', path: '/guide', access: 'signedIn' },
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
/** Pages that are permissions. */
export type PermittedPage = Exclude<Row, { access: string }>['name'];

/** All pages, including planned ones. */
export const PAGE_TABLE: readonly PageEntry[] = table;
/** Pages with a screen. */
export const BUILT_PAGES: readonly (PageEntry & { name: PageName; path: PagePath })[] = table.filter(
  (page): page is Built => !('isPlanned' in page),
);

export const PATHS = Object.fromEntries(table.map(({ name, path }) => [name, path])) as {
  [R in Built as R['name']]: R['path'];
};

/** Returns the page at a path; undefined for other paths. */
export const pageAt = (path: string) => BUILT_PAGES.find((page) => page.path === path.replace(/(?<=.)\/+$/, ''));

/** Pages that change something show a round back button (spec.md section 2). */
export const isEditPage = ({ name }: Pick<PageEntry, 'name'>): boolean => name.includes('Edit');
