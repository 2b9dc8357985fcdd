// Facts of a balance shared by the energy view and the report: self-sufficiency, savings, earnings and costs.
import type { Response } from '@heliograph/contract/calls.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Fact } from '../../../components/plant/FactList.tsx';
import { full, inline, money, percent, reportEnergy } from '../../../format/numbers.ts';
import { usePermission } from '../../../session/session.ts';

const MONEY_PARTS = ['saved', 'earned', 'importCost', 'fixedCharge'] as const;

/** Returns the facts, without unknown ones, and without money for users who may not see it. */
export function useBalanceFacts({
  balance,
  money: amounts,
  negativePrices,
  currency,
}: Pick<Response<'site/report'>, 'balance' | 'money' | 'negativePrices' | 'currency'>): Fact[] {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const parts = showsMoney && amounts ? MONEY_PARTS.filter((part) => amounts[part] !== null) : [];
  return [
    ...(balance ? [[t('report.autarchy'), percent(balance.autarchy), ['grid', 'home']] as const] : []),
    ...parts.map((part) => [t(`report.${part}`), money(amounts![part], currency), ['money']] as const),
    ...(showsMoney && negativePrices
      ? [[t('report.negativePrices'), negativeText(negativePrices, { currency, t }), ['grid', 'money']] as const]
      : []),
  ];
}

type NegativePrices = NonNullable<Response<'site/report'>['negativePrices']>;

/** Returns the text on hours with negative prices. */
function negativeText(
  { hours, energy, money: amounts, byHour }: NegativePrices,
  { currency, t }: { currency: string; t: TFunction },
): string {
  if (energy === null) return t('report.negativeUnknown', { hours: full(hours, 1) });
  const text = t('report.negativeText', {
    hours: full(hours, 1),
    energy: inline(reportEnergy(energy)),
    money: money(amounts, currency),
  });
  return byHour === null || byHour >= 0.995
    ? text
    : `${text} (${t('report.negativePart', { share: percent(byHour) })})`;
}
