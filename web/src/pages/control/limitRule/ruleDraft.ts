// A limit rule while it is typed: its start, whether it can be saved, and what is sent.
import type { Response } from '@heliograph/contract/calls.ts';
import type { LimitRuleKind } from '@heliograph/contract/limitRules.ts';
import type { Amount } from '../../../components/AmountInput.tsx';

export interface RuleDraft {
  kind: LimitRuleKind;
  most: Amount;
  mostUnit: 'W' | '%';
  byMeter: boolean;
  priceOf: 'bought' | 'sold';
  /** Price of a kWh in the plant's currency. */
  below: Amount;
  limitPercent: Amount;
  safePercent: Amount;
}

/** The feed-in limit that laws of several countries begin with. */
const USUAL_PERCENT = 60;

export const draftOf = (rule: Response<'site/limitRule'>['rule']): RuleDraft => ({
  kind: rule?.kind === 'price' ? 'price' : 'feedIn',
  most: rule?.most ?? USUAL_PERCENT,
  mostUnit: rule?.mostUnit ?? '%',
  byMeter: rule?.byMeter ?? false,
  priceOf: rule?.priceOf ?? 'sold',
  below: rule?.below ?? 0,
  limitPercent: rule?.limitPercent ?? 0,
  safePercent: rule?.safePercent ?? USUAL_PERCENT,
});

/** A whole percentage from 0 to 100. */
export const isShare = (value: Amount): value is number =>
  value !== '' && Number.isInteger(value) && value >= 0 && value <= 100;

export const isMost = ({ most, mostUnit }: RuleDraft): boolean =>
  most !== '' && most >= 0 && (mostUnit === 'W' || most <= 100);

export function isSound(draft: RuleDraft): boolean {
  const { kind, below, limitPercent, safePercent } = draft;
  if (kind === 'none') return true;
  return isShare(safePercent) && (kind === 'feedIn' ? isMost(draft) : below !== '' && isShare(limitPercent));
}

/** The fields of the request that belong to the kind of rule; of a sound draft. */
export function ruleOf(draft: RuleDraft, hasMeter: boolean) {
  const { kind, most, mostUnit, byMeter, priceOf, below, limitPercent, safePercent } = draft;
  const safe = isShare(safePercent) ? { safePercent } : {};
  if (kind === 'feedIn') return { kind, most, mostUnit, byMeter: byMeter && hasMeter, ...safe };
  if (kind === 'price') return { kind, priceOf, below, limitPercent, ...safe };
  return { kind, ...safe };
}
