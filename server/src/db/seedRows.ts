// What every Heliograph starts with: products, roles, menu entries, and which role owns which entry.
import { BUTTONS, MENU_MODE, PAGE_MODULES, type Permission } from '@heliograph/contract/permissions.ts';

/** `frameProfile` is a key of families/bdm/frame.ts; it is the product's name. */
export const PRODUCTS = [
  { model: 400, name: 'BDM-400', inputs: 1, phases: 1, ratedPowerW: 400 },
  { model: 800, name: 'BDM-800', inputs: 2, phases: 1, ratedPowerW: 800 },
  { model: 2250, name: 'BDM-2250', inputs: 4, phases: 3, ratedPowerW: 2250 },
  { model: 1200, name: 'BDM-1200-LV', inputs: 3, phases: 1, ratedPowerW: 1200 },
] as const;

type MenuRow = {
  name: Permission;
  parent: Permission | null;
  mode: 1 | 2 | 3;
  title: string;
  titleLocale: string;
  /** A Tabler icon's name. */
  icon: string;
  path: string;
};

const page = (name: Permission, title: string, icon: string, path: string): MenuRow => ({
  name,
  parent: null,
  mode: MENU_MODE.page,
  title,
  titleLocale: `menu.${name}`,
  icon,
  path,
});

/** "SiteCreate" as "Site create". */
const inWords = (name: string) => name.replace(/(?<=.)([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

const partsOfPvPlant = (names: readonly Permission[], mode: 2 | 3): MenuRow[] =>
  names.map((name) => ({
    name,
    parent: 'PvPlant',
    mode,
    title: inWords(name),
    titleLocale: `menu.${name}`,
    icon: '',
    path: '',
  }));

/** Only pages that exist as screens; parents before their children. */
export const MENUS: readonly MenuRow[] = [
  page('PvPlant', 'PV Plant', 'IconSolarPanel', '/pvPlant'),
  page('NoRegGatewayList', 'No Reg Gateway List', 'IconRouterOff', '/noRegGatewayList'),
  ...partsOfPvPlant(BUTTONS, MENU_MODE.button),
  ...partsOfPvPlant(PAGE_MODULES, MENU_MODE.pageModule),
];

const everything = MENUS.map((menu) => menu.name);
const trade: Permission[] = ['PvPlant', 'NoRegGatewayList', ...BUTTONS, ...PAGE_MODULES];

/** An owner keeps the plant's data right, but neither deletes it nor changes what is registered under it. */
const owner: Permission[] = ['PvPlant', 'SiteUpdate', ...PAGE_MODULES];

/** `grants` are given once, when the role or the entry is new: an operator's later choice stays. */
export const ROLES: readonly { code: string; name: string; scope: 'all' | 'branch' | 'own'; grants: Permission[] }[] = [
  { code: 'administrator', name: 'Administrator', scope: 'all', grants: everything },
  { code: 'manager', name: 'Company manager', scope: 'branch', grants: everything },
  { code: 'distributor', name: 'Distributor', scope: 'branch', grants: trade },
  { code: 'dealer', name: 'Dealer', scope: 'branch', grants: trade },
  { code: 'installer', name: 'Installer', scope: 'branch', grants: trade },
  { code: 'owner', name: 'Owner', scope: 'own', grants: owner },
];
