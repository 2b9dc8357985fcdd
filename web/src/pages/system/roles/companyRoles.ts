// Requests of roles and menu entries, identical on every page that shows them.
import { prefetchCall } from '../../../api/useCall.ts';
import { readWordSearch } from '../search.ts';

/** Request of companies' roles; beyond 200, a keyword finds the others. */
export const companyRoles = (q: string | undefined) => ({
  page: { size: 200, num: 0 },
  filters: { keywords: q ?? null },
});

/** Prefetches the calls of pages that show roles with their rights. */
export const prefetchRoles = (search: Record<string, unknown>): Promise<void>[] => [
  prefetchCall('auth/role/list/system', {}),
  prefetchCall('auth/role/list', companyRoles(readWordSearch(search).q)),
  prefetchCall('auth/menu/list', {}),
];
