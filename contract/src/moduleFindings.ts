// Findings about modules from comparing them, without a sensor: kinds and causes.

/** `dead`: no output while its neighbours produce; `weak`: less than four fifths of theirs; `swapped`: its curve fits another module's place on the roof, and that module's curve fits its own. */
export const FINDING_KINDS = ['dead', 'weak', 'swapped'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/**
 * `dead`: 0 W; `noData`: its device reports its other inputs but not this one. Causes of weak modules: `shade`, at the same hours by
 * the sun; `soiling`, all day and slowly increasing; `allDay`, all day and sudden: damage, or dirt that fell in one day; `unclear`.
 * `otherCurve`: swapped modules. A device that is too small for its modules, or limited, is no fault: `clipped` is the
 * state of a day, and no cause.
 */
export const FINDING_CAUSES = ['dead', 'noData', 'shade', 'soiling', 'allDay', 'unclear', 'otherCurve'] as const;
export type FindingCause = (typeof FINDING_CAUSES)[number];

/** Verdicts of a day: `clipped`: less than its neighbours while its device was at its limit. */
export const DAY_STATES = ['sound', 'weak', 'clipped', 'dead', 'noData'] as const;
export type DayState = (typeof DAY_STATES)[number];

/** Reasons why a module is not compared: fewer than three similar ones, or unknown power or orientation. */
export const LEAST_COMPARED = 3;
/** Share of the neighbours' median below which a module is weak. */
export const WEAK_SHARE = 0.8;
/** Weak days within a number of days that open a finding, and sound days that close it. */
export const WEAK_DAYS = 3;
/** Lowest elevation of the sun for comparisons in any light: below it everything casts a shadow, so that only diffuse light counts. */
export const SUN_OVER_DEG = 20;
