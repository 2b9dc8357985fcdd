// Arithmetic on calendar days "YYYY-MM-DD", independent of any time zone.

export const DAY_MS = 86_400_000;
export const startMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);
/** Number of days including both ends; less than 1 when `to` is before `from`. */
export const daysBetween = (from: string, to: string): number => Math.round((startMs(to) - startMs(from)) / DAY_MS) + 1;
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const addDays = (day: string, days: number): string => dayOf(startMs(day) + days * DAY_MS);
