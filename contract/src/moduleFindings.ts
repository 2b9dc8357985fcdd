// What the portal finds of modules by comparing them, without a sensor: the kinds and their causes.

/** `dead`: gives nothing while its neighbours do; `weak`: less than four fifths of what they give; `swapped`: its curve is that of another place on the roof, and another one's is that of its own. */
export const FINDING_KINDS = ['dead', 'weak', 'swapped'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/**
 * `dead`: 0 W; `noData`: its device tells of its other inputs and not of this one. Of a weak one: `shade` at the same hours by
 * the sun; `soiling`, all day and slowly more; `allDay`, all day and at once: damage, or dirt that fell in one day; `unclear`.
 * `otherCurve`: of swapped ones. A device that is too small for its modules, or may give no more, is no fault: `clipped` is the
 * state of a day, and no cause.
 */
export const FINDING_CAUSES = ['dead', 'noData', 'shade', 'soiling', 'allDay', 'unclear', 'otherCurve'] as const;
export type FindingCause = (typeof FINDING_CAUSES)[number];

/** What a day says of a module: `clipped`, less than its neighbours while its device gave all it may. */
export const DAY_STATES = ['sound', 'weak', 'clipped', 'dead', 'noData'] as const;
export type DayState = (typeof DAY_STATES)[number];

/** Why a module is not compared: fewer than three alike, or nobody knows how strong it is or where it looks. */
export const LEAST_COMPARED = 3;
/** Of its neighbours' median; less is weak. */
export const WEAK_SHARE = 0.8;
/** Days of days on which it has to be weak, and sound again. */
export const WEAK_DAYS = 3;
/** Only while the sun is higher: lower it is every chimney's hour. */
export const SUN_OVER_DEG = 20;
