// Kinds of reasons for an ownership claim, and the time in which the plant that has the number is asked to answer.

/** `bought`: the claimant bought the device; `installed`: installed it for a customer; `takenOver`: with a plant or a house. */
export const OWNERSHIP_KINDS = ['bought', 'installed', 'takenOver', 'other'] as const;
export type OwnershipKind = (typeof OWNERSHIP_KINDS)[number];

/** Days in which the people of the plant that has the number are asked to answer; administrators may decide earlier. */
export const OWNERSHIP_ANSWER_DAYS = 7;
