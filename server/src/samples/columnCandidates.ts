// Candidate predictions of a column, by its kind and by the columns before it; the caller tries which one is best.
import {
  COUNT,
  COUNT_OF_MEANS,
  FOLLOW,
  FOLLOW_ALL,
  type Known,
  LAST,
  LINE,
  MEAN,
  RATIO,
  type Rule,
  rule,
  SHARE,
  SUM,
  SUM_OF_MEANS,
} from './columnRule.ts';
import { type Expression, FORMS, fittedSum } from './expression.ts';
import type { Kin, Together } from './kin.ts';

export function* candidates(numbers: Float64Array, kin: Kin, known: Known, unit: number): Generator<Rule> {
  const { powerIds, voltageId, counts, flows, sums, ratios } = kin;
  yield rule(LAST);
  const powerId = powerIds.find((id) => known.column(id)) ?? 0;
  const power = powerId === 0 ? undefined : known.column(powerId);
  if (counts) {
    for (const { id, sign } of flows) {
      const column = known.column(id);
      if (!column) continue;
      const flow = column.map((watts) => Math.max(0, sign * watts));
      for (const kind of [COUNT, COUNT_OF_MEANS]) {
        const factor = risePerPower(numbers, flow, known.seconds(), kind === COUNT_OF_MEANS);
        if (factor > 0) yield rule(kind, { top: { form: FORMS.sum, terms: [{ id, factor: sign * factor }] } });
      }
    }
    if (power && flows.length === 0) {
      const refer = { power, powerId };
      for (const kind of [SUM, SUM_OF_MEANS]) {
        const factor = risePerPower(numbers, power, known.seconds(), kind === SUM_OF_MEANS);
        if (factor > 0) yield rule(kind, { ...refer, factor });
      }
    }
    return;
  }
  if (!power) yield rule(LINE);
  for (const slow of [1, 2, 4]) yield rule(MEAN, { slow });
  yield* together(numbers, sums, ratios, known, unit);
  if (!power) return;
  const refer = { power, powerId };
  const voltage = voltageId === 0 ? undefined : known.column(voltageId);
  if (voltage) {
    for (const slow of [2, 4]) yield rule(SHARE, { slow, ...refer, voltage, voltageId });
  } else {
    const factor = Math.fround(slopeOf(numbers, power));
    if (factor !== 0 && Number.isFinite(factor)) {
      for (const slow of [0, 1, 2]) yield rule(FOLLOW, { slow, ...refer, factor });
    }
    yield rule(SHARE, { slow: 3, ...refer });
  }
}

/** Yields predictions from several columns, where all needed ones exist. */
function* together(
  numbers: Float64Array,
  sums: Kin['sums'],
  ratios: Kin['ratios'],
  known: Known,
  unit: number,
): Generator<Rule> {
  for (const ids of sums) {
    const columns = ids.flatMap((id) => {
      const column = known.column(id);
      return column ? [{ id, numbers: column, unit: known.unit(id) / unit }] : [];
    });
    const top = columns.length === 0 ? null : fittedSum(numbers, columns);
    if (top) for (const slow of [1, 3, 6]) yield rule(FOLLOW_ALL, { slow, top });
  }
  for (const { top, bottom } of ratios) {
    if (![...top.ids, ...bottom.ids].every((id) => known.column(id))) continue;
    const inUnits = ({ form, ids }: Together): Expression => ({
      form,
      terms: ids.map((id) => ({ id, factor: Math.fround(known.unit(id) / known.unit(ids[0]!)) })),
    });
    for (const slow of [3, 6]) yield rule(RATIO, { slow, top: inUnits(top), bottom: inUnits(bottom) });
  }
}

/** Returns the least-squares slope of a column's steps over those of the power, while there is power. */
function slopeOf(numbers: Float64Array, power: Float64Array): number {
  let both = 0;
  let square = 0;
  for (let index = 1; index < numbers.length; index++) {
    if (power[index]! <= 0 || power[index - 1]! <= 0) continue;
    const step = power[index]! - power[index - 1]!;
    both += (numbers[index]! - numbers[index - 1]!) * step;
    square += step * step;
  }
  return square === 0 ? 0 : both / square;
}

/** Returns the rise of a counter divided by the integral of power over time, without resets. */
function risePerPower(numbers: Float64Array, power: Float64Array, seconds: Float64Array, middle: boolean): number {
  let rise = 0;
  let integral = 0;
  for (let index = 1; index < numbers.length; index++) {
    const step = numbers[index]! - numbers[index - 1]!;
    if (step < 0) continue;
    rise += step;
    const watts = middle ? (power[index]! + power[index - 1]!) / 2 : power[index]!;
    integral += watts * (seconds[index]! - seconds[index - 1]!);
  }
  const factor = Math.fround(rise / integral);
  return Number.isFinite(factor) ? factor : 0;
}
