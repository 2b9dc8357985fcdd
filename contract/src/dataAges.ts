// How old the newest data of a plant are, in words that a list filters by: each up to so many seconds, and then the next one.

const MINUTE = 60;
const DAY = 86_400;

/** Youngest first; `longer` has no end, and of `never` nothing was heard yet. */
export const DATA_AGE_ENDS_S = {
  quarterHour: 15 * MINUTE,
  hour: 60 * MINUTE,
  day: DAY,
  week: 7 * DAY,
  quarter: 90 * DAY,
  longer: null,
  never: null,
} as const;

export type DataAge = keyof typeof DATA_AGE_ENDS_S;
export const DATA_AGES = Object.keys(DATA_AGE_ENDS_S) as [DataAge, ...DataAge[]];
