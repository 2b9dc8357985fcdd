// Draft of a limit rule: initial values, validity and request.
import type { Response } from '@heliograph/contract/calls.ts';
import type { LimitRuleKind } from '@heliograph/contract/limitRules.ts';
import { type Amount, isAmount } from '../../../format/parseAmount.ts';

export interface RuleDraft {
  kind: LimitRuleKind;
  most: Amount;
  mostUnit: 'W' | '%';
  byMeter: boolean;
  priceOf: 'bought' | 'sold';
  /** Price per kWh in the currency of the plant. */
  below: Amount;
  limitPercent: Amount;
  safePercent: Amount;
}

/** Feed-in limit in the laws of several countries, in per cent. */
const DEFAULT_PERCENT = 60;

export const draftOf = (rule: Response<'site/limitRule'>['rule']): RuleDraft => ({
  kind: rule?.kind === 'price' ? 'price' : 'feedIn',
  most: rule?.most ?? DEFAULT_PERCENT,
  mostUnit: rule?.mostUnit ?? '%',
  byMeter: rule?.byMeter ?? false,
  priceOf: rule?.priceOf ?? 'sold',
  below: rule?.below ?? 0,
  limitPercent: rule?.limitPercent ?? 0,
  safePercent: rule?.safePercent ?? DEFAULT_PERCENT,
});

/** Returns whether the value is a whole percentage from 0 to 100. */
export const isPercentage = (value: Amount): value is number =>
  isAmount(value) && Number.isInteger(value) && value >= 0 && value <= 100;

export const isFeedInLimit = ({ most, mostUnit }: RuleDraft): boolean =>
  isAmount(most) && most >= 0 && (mostUnit === 'W' || most <= 100);

export function isSound(draft: RuleDraft): boolean {
  const { kind, below, limitPercent, safePercent } = draft;
  if (kind === 'none') return true;
  return (
    isPercentage(safePercent) &&
    (kind === 'feedIn' ? isFeedInLimit(draft) : isAmount(below) && isPercentage(limitPercent))
  );
}

/** Returns the request fields of the kind of rule; the draft must be valid. */
export function ruleOf(draft: RuleDraft, hasMeter: boolean) {
  const { kind, most, mostUnit, byMeter, priceOf, below, limitPercent, safePercent } = draft;
  const safe = isPercentage(safePercent) ? { safePercent } : {};
  if (kind === 'feedIn') return { kind, most, mostUnit, byMeter: byMeter && hasMeter, ...safe };
  if (kind === 'price') return { kind, priceOf, below, limitPercent, ...safe };
  return { kind, ...safe };
}
