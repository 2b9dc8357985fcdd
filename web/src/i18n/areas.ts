// The areas of texts and which of them each page needs; a page loads its own and no other.
import type { PageName } from '@heliograph/contract/pages.ts';
import type account from './catalogues/account/en.json';
import type alerts from './catalogues/alerts/en.json';
import type auth from './catalogues/auth/en.json';
import type edit from './catalogues/edit/en.json';
import type history from './catalogues/history/en.json';
import type list from './catalogues/list/en.json';
import type palette from './catalogues/palette/en.json';
import type plant from './catalogues/plant/en.json';
import type shell from './catalogues/shell/en.json';
import type sites from './catalogues/sites/en.json';
import type start from './catalogues/start/en.json';
import type status from './catalogues/status/en.json';
import type unregistered from './catalogues/unregistered/en.json';

/** A new area is one line here and a folder of catalogues. */
interface Areas {
  /** What every visitor needs: errors, the rules of forms, the frame around pages. */
  start: typeof start;
  auth: typeof auth;
  status: typeof status;
  /** What every signed-in page needs. */
  shell: typeof shell;
  list: typeof list;
  sites: typeof sites;
  plant: typeof plant;
  /** Loaded with the plant page's view of that name. */
  alerts: typeof alerts;
  /** The same. */
  history: typeof history;
  edit: typeof edit;
  unregistered: typeof unregistered;
  account: typeof account;
  /** Loaded with what Ctrl-K opens, whatever the page. */
  palette: typeof palette;
}
export type Area = keyof Areas;
/** All texts in English, from which the keys of `t` are typed. */
export type Texts = typeof start &
  typeof auth &
  typeof status &
  typeof shell &
  typeof list &
  typeof sites &
  typeof plant &
  typeof alerts &
  typeof history &
  typeof edit &
  typeof unregistered &
  typeof account &
  typeof palette;

/** Besides `start`, and besides `shell` for signed-in pages. */
export const PAGE_AREAS: Readonly<Record<PageName, readonly Area[]>> = {
  SignIn: ['auth'],
  Setup: ['auth', 'status', 'shell'],
  PrivacyPolicy: ['status'],
  Forbidden: ['status'],
  PvPlant: ['list', 'sites'],
  PvPlantEdit: ['list', 'edit', 'status'],
  PvPlantDetail: ['plant'],
  NoRegGatewayList: ['list', 'unregistered', 'edit'],
  Account: ['account'],
};
