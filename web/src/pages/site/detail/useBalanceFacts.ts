// What a balance comes to, the same in the energy view and in the report: self-sufficiency, and what the period brought and cost.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { money, percent } from '../../../format/numbers.ts';
import { usePermission } from '../../../session/session.ts';
import type { Fact } from './FactList.tsx';

const MONEY = ['saved', 'earned', 'importCost', 'fixedCharge'] as const;

/** Parts that are not known are left out, and money for those who may not see it. */
export function useBalanceFacts({
  balance,
  money: made,
  currency,
}: Pick<Response<'site/report'>, 'balance' | 'money' | 'currency'>): Fact[] {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const parts = showsMoney && made ? MONEY.filter((part) => made[part] !== null) : [];
  return [
    ...(balance ? [[t('report.autarchy'), percent(balance.autarchy)] as const] : []),
    ...parts.map((part) => [t(`report.${part}`), money(made![part], currency)] as const),
  ];
}
