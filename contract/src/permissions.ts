// Permissions: names of menu entries that roles have; they guard pages, buttons and calls.
import { PAGE_TABLE, type PermittedPage } from './pages.ts';

/** Mode 1: page entries; the page component titles of spec.md section 6. */
export const PAGES = PAGE_TABLE.filter(({ access }) => access === undefined).map(({ name }) => name as PermittedPage);

/** Mode 2: button permissions. */
export const BUTTONS = [
  'SiteCreate',
  'SiteUpdate',
  'SiteDelete',
  'DeviceRegister',
  'DeviceRemove',
  'DeviceRestrict',
  'DeviceForget',
  'HistoryDelete',
  'ProductChange',
  'SnImport',
  'UserCreate',
  'UserUpdate',
  'UserFreeze',
  'UserDelete',
  'CompanyCreate',
  'CompanyUpdate',
  'CompanyDelete',
  'CompanySignIn',
  'DocumentChange',
  'DeviceControl',
  'OwnBatteryUpdate',
  'ControlApprove',
  'OtaChange',
] as const;

/** Mode 3: page modules, the parts of a page that a role may see. */
export const PAGE_MODULES = ['SiteMoney', 'SiteBenefits', 'SiteDevices'] as const;

export type Page = PermittedPage;
export type Button = (typeof BUTTONS)[number];
export type PageModule = (typeof PAGE_MODULES)[number];
export type Permission = Page | Button | PageModule;

export const MENU_MODE = { page: 1, button: 2, pageModule: 3 } as const;
