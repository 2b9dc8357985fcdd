// Kinds of companies, highest first, and states of their members.

/** `manager` runs the portal; a subsidiary must be of a lower kind than its parent. */
export const COMPANY_KINDS = ['manager', 'distributor', 'dealer', 'installer'] as const;
export type CompanyKind = (typeof COMPANY_KINDS)[number];
/** Kinds that can be created; the manager exists from the start. */
export const MADE_KINDS = ['distributor', 'dealer', 'installer'] as const satisfies readonly CompanyKind[];

/** `invited`: has not joined yet. */
export const PERSON_STATES = ['active', 'frozen', 'invited'] as const;
export type PersonState = (typeof PERSON_STATES)[number];
/** Filters of lists; `joined`: everybody but the invited, as sums over accounts count them. */
export const PERSON_FILTERS = [...PERSON_STATES, 'joined'] as const;

/** Validity of an invitation into a company. */
export const INVITATION_DAYS = 14;
