// What the address of each page may carry; whatever a page does not understand is left out.
import type { PageName } from '@heliograph/contract/pages.ts';
import { unregisteredList } from './pages/device/unregistered/unregisteredList.ts';
import { readSearch } from './pages/site/detail/search.ts';
import { siteList } from './pages/site/list/siteList.ts';

type Raw = Record<string, unknown>;
/** Nothing that is read by the router. */
// biome-ignore lint/complexity/noBannedTypes: the router takes an empty object for "no search"
const nothing = (_: Raw): {} => ({});

export const searches = {
  SignIn: ({ redirect }: Raw): { redirect?: string } => (typeof redirect === 'string' ? { redirect } : {}),
  // Its secret is read from the address as it is: the router would take one of digits for a number.
  Setup: nothing,
  PrivacyPolicy: nothing,
  Forbidden: nothing,
  PvPlant: siteList.search,
  /** Without `sid`: a new plant. */
  PvPlantEdit: ({ sid }: Raw): { sid?: string } => (sid === undefined ? {} : { sid: String(sid) }),
  PvPlantDetail: readSearch,
  NoRegGatewayList: unregisteredList.search,
  Account: nothing,
} satisfies Record<PageName, (raw: Raw) => object>;

export type Searches = { [Name in PageName]: ReturnType<(typeof searches)[Name]> };
