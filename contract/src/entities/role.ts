// Roles: built-in ones and those of companies.
import { z } from 'zod';
import { int, text } from './parts.ts';

/** Longest name of a role or menu entry. */
export const roleName = text(60, 1);
/** Scope of a company's own role: the company's branch, or only plants that a member owns or is invited to. */
export const companyRoleScope = z.enum(['branch', 'own']);
/** Increases with each change; a change must send the version that was read. */
export const version = int(1);

export const role = z.object({
  id: z.number().int(),
  /** Code of a built-in role: administrator, manager, distributor, dealer, installer, owner; '' for others. */
  code: z.string(),
  name: z.string(),
  scope: z.enum(['all', 'branch', 'own']),
  /** Owning company; 0 and '' for built-in roles. */
  companyId: z.number().int(),
  companyName: z.string(),
  /** Accounts with the role in the requester's branch. */
  users: z.number().int(),
  /** When it was closed to new members, UTC; null: open. */
  closedIso: z.string().nullable(),
  /** Whether members need a second factor. */
  needsSecondFactor: z.boolean(),
  version: z.number().int(),
  /** Ids of its menu entries. */
  menus: z.array(z.number().int()),
  rights: z.object({
    /** Whether it can be renamed and closed. */
    update: z.boolean(),
    /** Whether its permissions can be changed. */
    distribute: z.boolean(),
  }),
});
export type Role = z.infer<typeof role>;
