// The only place where an address of the portal is spelt.

export const PATHS = {
  signIn: '/',
  setup: '/setup',
  privacyPolicy: '/privacyPolicy',
  forbidden: '/403',
  sites: '/pvPlant',
  siteEdit: '/pvPlant/edit',
  siteDetail: '/pvPlant/detail',
  unregistered: '/noRegGatewayList',
  account: '/ucenter/account',
} as const;

/** What `<Link {...links.siteDetail(sid)}>` and `navigate(...)` take. */
export interface Destination {
  to: string;
  search: Record<string, unknown>;
}

const at = (to: string, search: Record<string, unknown> = {}): Destination => ({ to, search });

export const links = {
  /** `redirect`: the address to go to after sign-in. */
  signIn: (redirect?: string | null) => at(PATHS.signIn, redirect ? { redirect } : {}),
  privacyPolicy: () => at(PATHS.privacyPolicy),
  forbidden: () => at(PATHS.forbidden),
  /** The plant list; `search` holds its filters, order and page. */
  sites: (search: Record<string, unknown> = {}) => at(PATHS.sites, search),
  siteCreate: () => at(PATHS.siteEdit),
  siteEdit: (sid: string) => at(PATHS.siteEdit, { sid }),
  siteDetail: (sid: string, view?: string) => at(PATHS.siteDetail, view ? { sid, view } : { sid }),
  unregistered: () => at(PATHS.unregistered),
  account: () => at(PATHS.account),
};

/** Where a mail client opens. */
export const mailTo = (address: string): string => `mailto:${address}`;

/** Whether a menu entry leads to a page that exists. */
export const isPage = (path: string): boolean => (Object.values(PATHS) as string[]).includes(path);
