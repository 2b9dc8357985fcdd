// Rows of a new database except for products: roles, menu entries, and the entries granted to each role.
import {
  BUILT_PAGES,
  MENU_GROUPS,
  type MenuGroup,
  type MenuRoles,
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

/** Menu entries of pages, each group before its first page. */
export function pageRows(pages: readonly PageEntry[]): MenuRow[] {
  const addedGroups = new Set<MenuGroup>();
  return pages.flatMap(({ name, path, menu }) => {
    if (!menu) return [];
    const { group } = menu;
    const row = pageRow(name, group ?? null, menu.title, menu.icon, path);
    if (!group || addedGroups.has(group)) return [row];
    addedGroups.add(group);
    return [pageRow(group, null, MENU_GROUPS[group].title, MENU_GROUPS[group].icon, ''), row];
  });
}

/** Converts "SiteCreate" to "Site create". */
const titleOf = (name: string) => name.replace(/(?<=.)([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** Page of each button; buttons not listed belong to the plant list. */
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
    title: titleOf(name),
    titleLocale: `menu.${name}`,
    icon: '',
    path: '',
  }));

/** Menu entries of pages with a screen; parents come before their children. */
export const MENUS: readonly MenuRow[] = [
  ...pageRows(BUILT_PAGES),
  ...partsOfPages(BUTTONS, MENU_MODE.button),
  ...partsOfPages(PAGE_MODULES, MENU_MODE.pageModule),
];

/** Adds the groups of granted pages, because a page is shown only within its group. */
export function withGroups(grants: readonly string[], menus: readonly MenuRow[] = MENUS): string[] {
  const groups = menus.filter(({ path, mode }) => mode === MENU_MODE.page && path === '').map(({ name }) => name);
  return [
    ...grants,
    ...groups.filter((group) => menus.some((row) => row.parent === group && grants.includes(row.name))),
  ];
}

/** Pages of the side menu that a new installation grants to these roles. */
const pagesFor = (...roles: MenuRoles[]): PermittedPage[] =>
  BUILT_PAGES.filter(({ menu }) => menu && roles.includes(menu.roles ?? 'managers')).map(
    ({ name }) => name as PermittedPage,
  );

const allMenus = MENUS.map((menu) => menu.name);
/** Serial numbers without a plant and firmware belong to all companies. */
const FOR_ADMINISTRATORS: readonly string[] = [
  ...pagesFor('administrators'),
  ...(['DeviceForget', 'OtaChange'] satisfies Permission[]),
];
/** Permissions that managers use for everybody in their company. */
const FOR_MANAGERS: readonly string[] = ['ProductChange', 'SnImport', 'DocumentChange'] satisfies Permission[];
const COMPANY_BUTTONS: readonly Permission[] = ['CompanyCreate', 'CompanyUpdate', 'CompanyDelete', 'CompanySignIn'];
const withoutAdministrators = <Name extends string>(names: readonly Name[]) =>
  names.filter((name) => !FOR_ADMINISTRATORS.includes(name));
const trade: Permission[] = [
  ...pagesFor('everyone', 'trade'),
  ...withoutAdministrators(BUTTONS).filter((name) => !FOR_MANAGERS.includes(name) && !COMPANY_BUTTONS.includes(name)),
  ...PAGE_MODULES,
];
const companies: Permission[] = [...trade, ...pagesFor('companies'), ...COMPANY_BUTTONS];

/** An owner makes their own plants, edits them and their devices, and sets their batteries, but deletes no plant. */
const owner: Permission[] = [
  ...pagesFor('everyone'),
  'SiteCreate',
  'SiteUpdate',
  'DeviceRegister',
  'DeviceRemove',
  'OwnBatteryUpdate',
  ...PAGE_MODULES,
];

/** Roles that manage other people need a second factor, unless an administrator decides otherwise. */
export const NEED_SECOND_FACTOR: readonly string[] = ['administrator', 'manager'];

/** The seed applies `grants` once, when the role or the entry is new, so that later changes by administrators persist. */
export const ROLES: readonly { code: string; name: string; scope: 'all' | 'branch' | 'own'; grants: string[] }[] = [
  { code: 'administrator', name: 'Administrator', scope: 'all', grants: allMenus },
  { code: 'manager', name: 'Company manager', scope: 'branch', grants: withoutAdministrators(allMenus) },
  { code: 'distributor', name: 'Distributor', scope: 'branch', grants: withGroups(companies) },
  { code: 'dealer', name: 'Dealer', scope: 'branch', grants: withGroups(companies) },
  { code: 'installer', name: 'Installer', scope: 'branch', grants: withGroups(trade) },
  { code: 'owner', name: 'Owner', scope: 'own', grants: withGroups(owner) },
];
