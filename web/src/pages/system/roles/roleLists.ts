// What is asked again when a role has changed.
import type { Path } from '@heliograph/contract/calls.ts';

export const ROLE_LISTS: readonly Path[] = ['auth/role/list', 'auth/role/list/system', 'auth/menu/list'];
