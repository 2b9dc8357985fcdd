// What every Heliograph starts with beside the products of its device families: roles, menu entries, and which role owns which entry.
import { MENU_TITLES } from '@heliograph/contract/menuTitles.ts';
import {
  BUILT_PAGES,
  MENU_GROUPS,
  type MenuGroup,
  type MenuPage,
  type PageEntry,
  type PermittedPage,
} from '@heliograph/contract/pages.ts';
import { BUTTONS, MENU_MODE, PAGE_MODULES, type Permission } from '@heliograph/contract/permissions.ts';

export interface MenuRow {
  /** A permission, or a group of the side menu. */
  name: string;
  parent: string | null;
  mode: 1 | 2 | 3;
  title: string;
  titleLocale: string;
  /** A Tabler icon's name. */
  icon: string;
  path: string;
}

const pageRow = (name: string, parent: string | null, title: string, icon: string, path: string): MenuRow => ({
  name,
  parent,
  mode: MENU_MODE.page,
  title,
  titleLocale: `menu.${name}`,
  icon,
  path,
});

/** The menu entries of pages, each group before the first page that names it. */
export function pageRows(pages: readonly PageEntry[]): MenuRow[] {
  const seen = new Set<MenuGroup>();
  return pages.flatMap(({ name, path, menu }) => {
    if (!menu) return [];
    const { group } = menu;
    const row = pageRow(name, group ?? null, MENU_TITLES[name as MenuPage], menu.icon, path);
    if (!group || seen.has(group)) return [row];
    seen.add(group);
    return [pageRow(group, null, MENU_TITLES[group], MENU_GROUPS[group].icon, ''), row];
  });
}

/** "SiteCreate" as "Site create". */
const inWords = (name: string) => name.replace(/(?<=.)([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** The page on which a button stands; of plants and their devices unless said. */
const PAGE_OF_BUTTON: Partial<Record<Permission, PermittedPage>> = {
  ProductChange: 'Products',
  SnImport: 'SnList',
  UserCreate: 'Users',
  UserUpdate: 'Users',
  UserFreeze: 'Users',
  UserDelete: 'Users',
  CompanyCreate: 'Companies',
  CompanyUpdate: 'Companies',
  CompanyDelete: 'Companies',
  CompanySignIn: 'Companies',
  DocumentChange: 'Documentation',
  OtaChange: 'OtaFile',
};

const partsOfPages = (names: readonly Permission[], mode: 2 | 3): MenuRow[] =>
  names.map((name) => ({
    name,
    parent: PAGE_OF_BUTTON[name] ?? 'PvPlant',
    mode,
    title: inWords(name),
    titleLocale: `menu.${name}`,
    icon: '',
    path: '',
  }));

/** Only pages that exist as screens; parents before their children. */
export const MENUS: readonly MenuRow[] = [
  ...pageRows(BUILT_PAGES),
  ...partsOfPages(BUTTONS, MENU_MODE.button),
  ...partsOfPages(PAGE_MODULES, MENU_MODE.pageModule),
];

/** Who owns a page owns the group it stands in, so that it is shown there. */
export function withGroups(grants: readonly string[], menus: readonly MenuRow[] = MENUS): string[] {
  const groups = menus.filter(({ path, mode }) => mode === MENU_MODE.page && path === '').map(({ name }) => name);
  return [
    ...grants,
    ...groups.filter((group) => menus.some((row) => row.parent === group && grants.includes(row.name))),
  ];
}

const everything = MENUS.map((menu) => menu.name);
/** Numbers of no plant are nobody's but an administrator's; menu entries, and what devices may install, are the same for everybody. */
const FOR_ADMINISTRATORS: readonly string[] = ['DeviceForget', 'Menus', 'OtaChange'] satisfies Permission[];
/** What companies' managers keep for all who work for them. */
const FOR_MANAGERS: readonly string[] = ['ProductChange', 'SnImport', 'DocumentChange'] satisfies Permission[];
/** Who has companies below, besides. */
const COMPANIES: Permission[] = ['Companies', 'CompanyCreate', 'CompanyUpdate', 'CompanyDelete', 'CompanySignIn'];
const forAll = <Name extends string>(names: readonly Name[]) =>
  names.filter((name) => !FOR_ADMINISTRATORS.includes(name));
const trade: Permission[] = [
  ...([
    'Dashboard',
    'PvPlant',
    'Devices',
    'Alerts',
    'NoRegGatewayList',
    'GenerateBDMPassword',
    'Documentation',
    'OtaFile',
    'Products',
    'SnList',
    'InverterConfiguration',
    'Users',
  ] as const),
  ...forAll(BUTTONS).filter((name) => !FOR_MANAGERS.includes(name) && !COMPANIES.includes(name)),
  ...PAGE_MODULES,
];

/** An owner keeps the plant's data right, but neither deletes it nor changes what is registered under it. */
const owner: Permission[] = ['PvPlant', 'Alerts', 'Documentation', 'SiteUpdate', ...PAGE_MODULES];

/** `grants` are given once, when the role or the entry is new: an operator's later choice stays. */
/** Who changes other people: asked for a second factor unless an administrator says otherwise. */
export const NEED_SECOND_FACTOR: readonly string[] = ['administrator', 'manager'];

export const ROLES: readonly { code: string; name: string; scope: 'all' | 'branch' | 'own'; grants: string[] }[] = [
  { code: 'administrator', name: 'Administrator', scope: 'all', grants: everything },
  { code: 'manager', name: 'Company manager', scope: 'branch', grants: forAll(everything) },
  { code: 'distributor', name: 'Distributor', scope: 'branch', grants: withGroups([...trade, ...COMPANIES]) },
  { code: 'dealer', name: 'Dealer', scope: 'branch', grants: withGroups([...trade, ...COMPANIES]) },
  { code: 'installer', name: 'Installer', scope: 'branch', grants: withGroups(trade) },
  { code: 'owner', name: 'Owner', scope: 'own', grants: withGroups(owner) },
];
