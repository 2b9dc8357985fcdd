// Chooses the error bit to show where there is space for only one.
import { ERROR_CODES, type ErrorCode } from '@heliograph/contract/statuses.ts';

/** Dangers first, then errors that need a repair, then those caused by grid or light. */
const ORDER: readonly ErrorCode[] = ['2000', '4000', '1000', '0800', '8000'];
const BY_WEIGHT: readonly ErrorCode[] = [...ORDER, ...ERROR_CODES.filter((code) => !ORDER.includes(code))];
const BITS: readonly number[] = BY_WEIGHT.map((code) => Number.parseInt(code, 16));

export function mainError(bits: number): ErrorCode | null {
  return BY_WEIGHT[BITS.findIndex((bit) => (bits & bit) !== 0)] ?? null;
}

/** Returns the rank of a code; lower ranks are shown first. */
export const weightOf = (code: ErrorCode): number => BY_WEIGHT.indexOf(code);
