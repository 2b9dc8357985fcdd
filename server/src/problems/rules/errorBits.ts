// Which of several open error bits is told where there is room for one.
import { ERROR_CODES, type ErrorCode } from '@heliograph/contract/statuses.ts';

/** Danger first, then what needs a repair, then what the grid or the light did. */
const ORDER: readonly ErrorCode[] = ['2000', '4000', '1000', '0800', '8000'];
const BY_WEIGHT: readonly ErrorCode[] = [...ORDER, ...ERROR_CODES.filter((code) => !ORDER.includes(code))];
const BITS: readonly number[] = BY_WEIGHT.map((code) => Number.parseInt(code, 16));

export function mainError(bits: number): ErrorCode | null {
  return BY_WEIGHT[BITS.findIndex((bit) => (bits & bit) !== 0)] ?? null;
}

/** The less, the sooner it is told. */
export const weightOf = (code: ErrorCode): number => BY_WEIGHT.indexOf(code);
