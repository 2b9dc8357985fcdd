// How roles and menu entries are asked for, the same wherever they are shown.
import { askAhead } from '../../../api/useCall.ts';
import { readWordSearch } from '../search.ts';

/** Roles of companies; more of them are found by a word. */
export const ownRoles = (q: string | undefined) => ({ page: { size: 200, num: 0 }, filters: { keywords: q ?? null } });

/** What a page that shows roles with their rights reads first. */
export const askRoles = (search: Record<string, unknown>): Promise<void>[] => [
  askAhead('auth/role/list/system', {}),
  askAhead('auth/role/list', ownRoles(readWordSearch(search).q)),
  askAhead('auth/menu/list', {}),
];
