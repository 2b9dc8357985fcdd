// People of companies and the companies themselves, as several calls speak of them.
import { z } from 'zod';
import { COMPANY_KINDS, PERSON_STATES } from '../companies.ts';
import { country, rowId, text } from './parts.ts';

/** Who is meant: somebody in a company, by both numbers; else an invitation into one. */
export const whichPerson = z.object({
  uid: rowId.optional(),
  companyId: rowId.optional(),
  invitationId: rowId.optional(),
});

/** Somebody who has a place in a company. */
export const inCompany = { uid: rowId, companyId: rowId };

/** What is kept of a person; left out stays as it is, or empty. */
export const profile = {
  contactPerson: text(120).optional(),
  contactNumber: text(40).optional(),
  countryCode: country.or(z.literal('')).optional(),
  StateCode: text(10).optional(),
  city: text(120).optional(),
  street: text(200).optional(),
};

/** One place in one company: who works in two stands there twice. */
export const person = z.object({
  /** 0: invited, whether or not there is an account. */
  uid: z.number().int(),
  /** 0: has come. */
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
  /** Why the place is frozen; '' otherwise. */
  frozenReason: z.string(),
  /** Since when in the company, or when invited. UTC. */
  createdIso: z.string(),
  /** Until when the invitation is good; null for who has come. */
  invitedUntilIso: z.string().nullable(),
  rights: z.object({
    /** The caller may change, freeze and remove it. */
    change: z.boolean(),
  }),
});
export type Person = z.infer<typeof person>;

export const company = z.object({
  id: z.number().int(),
  companyName: z.string(),
  kind: z.enum(COMPANY_KINDS),
  /** Who manages it, or is invited to; '' for nobody. */
  managerName: z.string(),
  managerEmail: z.string(),
  /** The one above it, as far as the caller sees it; 0 and '' for none. */
  distributorCompanyId: z.number().int(),
  distributorCompany: z.string(),
  /** People in it, who have come. */
  users: z.number().int(),
  /** Plants that it looks after itself. */
  plants: z.number().int(),
  /** Companies directly below it. */
  companies: z.number().int(),
  createdIso: z.string(),
  /** All its people have to show a second factor, whatever their role. */
  needsSecondFactor: z.boolean(),
  rights: z.object({ change: z.boolean() }),
});
export type Company = z.infer<typeof company>;
