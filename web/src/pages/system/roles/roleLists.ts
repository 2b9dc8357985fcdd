// Calls that a change of a role invalidates.
import type { Path } from '@heliograph/contract/calls.ts';

export const ROLE_LISTS: readonly Path[] = ['auth/role/list', 'auth/role/list/system', 'auth/menu/list'];
