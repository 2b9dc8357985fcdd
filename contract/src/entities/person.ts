// People of companies, and companies.
import { z } from 'zod';
import { COMPANY_KINDS, PERSON_STATES } from '../companies.ts';
import { country, rowId, text } from './parts.ts';

/** Key of a membership (company and user), or of an invitation. */
export const whichPerson = z.object({
  uid: rowId.optional(),
  companyId: rowId.optional(),
  invitationId: rowId.optional(),
});

/** Key of a membership. */
export const inCompany = { uid: rowId, companyId: rowId };

/** Data of a person; omitted fields stay unchanged or empty. */
export const profile = {
  contactPerson: text(120).optional(),
  contactNumber: text(40).optional(),
  countryCode: country.or(z.literal('')).optional(),
  StateCode: text(10).optional(),
  city: text(120).optional(),
  street: text(200).optional(),
};

/** A membership; a person of two companies has two rows. */
export const person = z.object({
  /** 0: invited, with or without an account. */
  uid: z.number().int(),
  /** 0: has joined. */
  invitationId: z.number().int(),
  email: z.string(),
  contactPerson: z.string(),
  contactNumber: z.string(),
  countryCode: z.string(),
  countryName: z.string(),
  StateCode: z.string(),
  city: z.string(),
  street: z.string(),
  companyId: z.number().int(),
  companyName: z.string(),
  groupId: z.number().int(),
  groupName: z.string(),
  isCompanyOwner: z.boolean(),
  state: z.enum(PERSON_STATES),
  /** Reason of the suspension; '' otherwise. */
  frozenReason: z.string(),
  /** When the person joined or was invited. UTC. */
  createdIso: z.string(),
  /** Expiry of the invitation; null after joining. */
  invitedUntilIso: z.string().nullable(),
  rights: z.object({
    /** Whether the requester may edit, suspend and remove it. */
    change: z.boolean(),
  }),
});
export type Person = z.infer<typeof person>;

export const company = z.object({
  id: z.number().int(),
  companyName: z.string(),
  kind: z.enum(COMPANY_KINDS),
  /** Its manager, or the person invited as manager; '' for none. */
  managerName: z.string(),
  managerEmail: z.string(),
  /** Parent company, if visible to the requester; else 0 and ''. */
  distributorCompanyId: z.number().int(),
  distributorCompany: z.string(),
  /** Members that have joined. */
  users: z.number().int(),
  /** Plants that it services itself. */
  plants: z.number().int(),
  /** Direct subsidiaries. */
  companies: z.number().int(),
  createdIso: z.string(),
  /** Whether all its members need a second factor, independent of their role. */
  needsSecondFactor: z.boolean(),
  /** Its brand; 0: the portal's default. */
  brandId: z.number().int(),
  rights: z.object({ change: z.boolean() }),
});
export type Company = z.infer<typeof company>;

/** Link of an invitation to hand over, where the server sends no mail: works once, until it expires, and is never shown again. Null: it was mailed. */
export const invitationLink = z.string().nullable();
