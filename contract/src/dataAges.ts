// Ages of a plant's newest data that lists filter by; each reaches up to so many seconds, where the next begins.

const MINUTE = 60;
const DAY = 86_400;

/** Youngest first; `longer` is unlimited, `never`: no data yet. */
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
