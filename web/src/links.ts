// Every link of the portal; addresses come from the page table, what they may carry from the routes' searches.
import { PATHS, pageAt } from '@heliograph/contract/pages.ts';
import type { Searches } from './searches.ts';

/** What `<Link {...links.siteDetail(sid)}>` and `navigate(...)` take. */
const at = <Name extends keyof Searches>(name: Name, search: Searches[Name]) => ({ to: PATHS[name], search });

export const links = {
  /** `redirect`: the address to go to after sign-in. */
  signIn: (redirect?: string | null) => at('SignIn', redirect ? { redirect } : {}),
  privacyPolicy: () => at('PrivacyPolicy', {}),
  forbidden: () => at('Forbidden', {}),
  /** The plant list; `search` holds its filters, order and page. */
  sites: (search: Searches['PvPlant'] = {}) => at('PvPlant', search),
  siteCreate: () => at('PvPlantEdit', {}),
  siteEdit: (sid: string) => at('PvPlantEdit', { sid }),
  siteDetail: (sid: string, view: Omit<Searches['PvPlantDetail'], 'sid'> = {}) => at('PvPlantDetail', { ...view, sid }),
  unregistered: (search: Searches['NoRegGatewayList'] = {}) => at('NoRegGatewayList', search),
  account: () => at('Account', {}),
};

export type Destination = ReturnType<(typeof links)[keyof typeof links]>;

/** Where a mail client opens. */
export const mailTo = (address: string): string => `mailto:${address}`;

/** Whether a menu entry leads to a page that exists. */
export const isPage = (path: string): boolean => pageAt(path) !== undefined;
