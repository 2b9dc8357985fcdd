// A calendar day in an address.
import { FIRST_DAY, LAST_DAY } from '@heliograph/contract/limits.ts';

/** Returns the day; undefined when the value is not a calendar day or is outside the range of plants. */
export function searchDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  if (value < FIRST_DAY || value > LAST_DAY) return undefined;
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) ? value : undefined;
}
