// Calls that a change of a menu entry invalidates.
import type { Path } from '@heliograph/contract/calls.ts';

export const MENU_LISTS: readonly Path[] = ['auth/menu/list', 'auth/role/list', 'auth/role/list/system'];
