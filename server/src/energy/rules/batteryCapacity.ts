// Usable capacity of a battery, from what it gave while its state of charge fell.

/** Least fall of the state of charge of one discharge, and of all together, %: smaller ones drown in the rounding of the reported per cent. */
const MIN_RUN_PERCENT = 10;
const MIN_TOTAL_PERCENT = 40;

/**
 * Returns Wh from 100 % to 0 %; null: it was not discharged far enough. `socPercent` and `powerW` are means of slots of
 * `stepS` seconds; NaN: no value. The sign of the power does not matter: the direction is that of the state of charge.
 */
export function usableCapacityWh(
  socPercent: ArrayLike<number>,
  powerW: ArrayLike<number>,
  stepS: number,
): number | null {
  let [percent, energyWh, start] = [0, 0, 0];
  const isFall = (slot: number): boolean => {
    const [before, soc] = [socPercent[slot - 1] ?? Number.NaN, socPercent[slot] ?? Number.NaN];
    return soc < before && !Number.isNaN(powerW[slot]! + powerW[slot - 1]!);
  };
  for (let slot = 1; slot <= socPercent.length; slot++) {
    if (slot < socPercent.length && isFall(slot)) continue;
    const fell = socPercent[start]! - socPercent[slot - 1]!;
    if (fell >= MIN_RUN_PERCENT) {
      percent += fell;
      // From the middle of the first slot to the middle of the last, as their means are compared.
      for (let at = start + 1; at < slot; at++)
        energyWh += ((Math.abs(powerW[at - 1]!) + Math.abs(powerW[at]!)) / 2) * (stepS / 3_600);
    }
    start = slot;
  }
  return percent >= MIN_TOTAL_PERCENT ? (energyWh / percent) * 100 : null;
}
