// Limit rules as text.
import type { Response } from '@heliograph/contract/calls.ts';
import type { TFunction } from 'i18next';
import { DASH, full, inline, peakPower, price, percent as shareText } from '../../../format/numbers.ts';

const percentOf = (value: number): string => shareText(value / 100, 1);
const wattsOf = (value: number): string => `${full(value, 0)} W`;

/** Formats a limit in per cent of each device's rated power; null if nothing may be sent and no limit is computed. */
export const limitText = (t: TFunction, percent: number | null): string => {
  if (percent === null) return DASH;
  return percent >= 100 ? t('limitRule.noLimit') : t('limitRule.ofRated', { percent: percentOf(percent) });
};

export function ruleText(t: TFunction, { rule, installedW, currency }: Response<'site/limitRule'>): string {
  if (rule === null || rule.kind === 'none') return t('limitRule.kinds.none');
  if (rule.kind === 'price')
    return t('limitRule.priceRule', {
      percent: percentOf(rule.limitPercent ?? 0),
      kind: t(`limitRule.kindOf.${rule.priceOf ?? 'sold'}`),
      price: `${price(rule.below, currency)} ${currency}`,
    });
  const limit =
    rule.mostUnit === '%'
      ? t('limitRule.ofInstalled', { percent: percentOf(rule.most ?? 0), power: inline(peakPower(installedW)) })
      : wattsOf(rule.most ?? 0);
  return t(rule.byMeter ? 'limitRule.feedInMeter' : 'limitRule.feedInRule', { most: limit });
}
