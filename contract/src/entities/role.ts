// Roles as calls speak of them: the portal's own, and those that companies make for themselves.
import { z } from 'zod';
import { int, text } from './parts.ts';

/** How long the name of a role or a menu entry may be. */
export const roleName = text(60, 1);
/** What members of an own role see: their company's branch, or only what they own or what is shared with them. */
export const companyRoleScope = z.enum(['branch', 'own']);
/** Moves with each change: the one that was read is sent with the next. */
export const version = int(1);

export const role = z.object({
  id: z.number().int(),
  /** Of the portal's own roles: administrator, manager, distributor, dealer, installer, owner; '' for others. */
  code: z.string(),
  name: z.string(),
  scope: z.enum(['all', 'branch', 'own']),
  /** Whose it is; 0 and '' for the portal's own. */
  companyId: z.number().int(),
  companyName: z.string(),
  /** Accounts in the caller's branch that have it. */
  users: z.number().int(),
  /** Since when nobody gets it any more, UTC; null: it is open. */
  closedIso: z.string().nullable(),
  /** Its members have to show a second factor at sign-in. */
  needsSecondFactor: z.boolean(),
  version: z.number().int(),
  /** Ids of the menu entries that it owns. */
  menus: z.array(z.number().int()),
  rights: z.object({
    /** Rename it, close it. */
    update: z.boolean(),
    /** Say what it may do. */
    distribute: z.boolean(),
  }),
});
export type Role = z.infer<typeof role>;
