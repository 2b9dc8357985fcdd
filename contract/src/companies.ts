// Companies in their tree: what kinds there are, highest first, and what becomes of people in them.

/** `manager` runs the portal; one below may only be of a lower kind than the one above it. */
export const COMPANY_KINDS = ['manager', 'distributor', 'dealer', 'installer'] as const;
export type CompanyKind = (typeof COMPANY_KINDS)[number];
/** Those that are made; the one that runs the portal is there from the start. */
export const MADE_KINDS = ['distributor', 'dealer', 'installer'] as const satisfies readonly CompanyKind[];

/** `invited`: asked, and has not come yet. */
export const PERSON_STATES = ['active', 'frozen', 'invited'] as const;
export type PersonState = (typeof PERSON_STATES)[number];
/** What lists are filtered by; `joined`: whoever has come, as sums over accounts count them. */
export const PERSON_FILTERS = [...PERSON_STATES, 'joined'] as const;

/** How long an invitation into a company is good for. */
export const INVITATION_DAYS = 14;
