// What a balance comes to, the same in the energy view and in the report: self-sufficiency, and what the period brought and cost.
import type { Response } from '@heliograph/contract/calls.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Fact } from '../../../components/plant/FactList.tsx';
import { energyLike, full, inline, money, percent } from '../../../format/numbers.ts';
import { usePermission } from '../../../session/session.ts';

const MONEY = ['saved', 'earned', 'importCost', 'fixedCharge'] as const;

/** Parts that are not known are left out, and money for those who may not see it. */
export function useBalanceFacts({
  balance,
  money: made,
  negativePrices,
  currency,
}: Pick<Response<'site/report'>, 'balance' | 'money' | 'negativePrices' | 'currency'>): Fact[] {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const parts = showsMoney && made ? MONEY.filter((part) => made[part] !== null) : [];
  return [
    ...(balance ? [[t('report.autarchy'), percent(balance.autarchy)] as const] : []),
    ...parts.map((part) => [t(`report.${part}`), money(made![part], currency)] as const),
    ...(showsMoney && negativePrices
      ? [[t('report.negativePrices'), negativeText(negativePrices, balance?.toGrid.energy, { currency, t })] as const]
      : []),
  ];
}

type NegativePrices = NonNullable<Response<'site/report'>['negativePrices']>;

/** `toGrid`: kWh of all hours, in whose unit those of these hours are told. */
function negativeText(
  { hours, energy, money: made, byHour }: NegativePrices,
  toGrid: number | null | undefined,
  { currency, t }: { currency: string; t: TFunction },
): string {
  if (energy === null) return t('report.negativeUnknown', { hours: full(hours, 1) });
  const told = t('report.negativeText', {
    hours: full(hours, 1),
    energy: inline(energyLike(energy, [toGrid])),
    money: money(made, currency),
  });
  return byHour === null || byHour >= 0.995
    ? told
    : `${told} (${t('report.negativePart', { share: percent(byHour) })})`;
}
