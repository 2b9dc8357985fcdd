// How roles and menu entries are asked for, the same wherever they are shown.
import { prefetchCall } from '../../../api/useCall.ts';
import { readWordSearch } from '../search.ts';

/** Roles of companies; more of them are found by a word. */
export const companyRoles = (q: string | undefined) => ({
  page: { size: 200, num: 0 },
  filters: { keywords: q ?? null },
});

/** What a page that shows roles with their rights reads first. */
export const prefetchRoles = (search: Record<string, unknown>): Promise<void>[] => [
  prefetchCall('auth/role/list/system', {}),
  prefetchCall('auth/role/list', companyRoles(readWordSearch(search).q)),
  prefetchCall('auth/menu/list', {}),
];
