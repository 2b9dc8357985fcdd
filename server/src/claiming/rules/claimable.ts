// Whether a plant may claim a serial number: one rule for numbers that a person enters and for those that a gateway announces.

export interface NumberState {
  /** Plant that has it; null: none. */
  sid: string | null;
  restricted: boolean;
  /** Company that has it in stock; null: none. */
  stockOf: number | null;
}

/** `seenBy`: the plant's access index. A number in stock is for plants of that company's branch only. */
export function isClaimable({ sid, restricted, stockOf }: NumberState, seenBy: readonly number[]): boolean {
  return sid === null && !restricted && isInBranch(stockOf, seenBy);
}

/** Whether the plant belongs to the branch of the company that has the number in stock. */
export function isInBranch(stockOf: number | null, seenBy: readonly number[]): boolean {
  return stockOf === null || seenBy.includes(-stockOf);
}

/**
 * Whether a plant gets a number at once when its gateway announces it. A device that reports on a path of its own waits,
 * unless the company that has it in stock answers for the plant.
 */
export function joinsAtOnce(number: NumberState & { reportsElsewhere: boolean }, seenBy: readonly number[]): boolean {
  return isClaimable(number, seenBy) && (!number.reportsElsewhere || number.stockOf !== null);
}
