// The change of a period's energy against the same days a year earlier, with their dates: ten days are never compared with twenty-one.
import type { Comparison } from '@heliograph/contract/entities/statistics.ts';
import { useTranslation } from 'react-i18next';
import { changeText } from '../../../format/numbers.ts';
import { daysText, oneLine } from '../../../format/times.ts';
import { yearEarlier } from './comparedPeriod.ts';

export function YearBefore({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation();
  if (!comparison || comparison.before <= 0) return null;
  const { energy, before, days, from, to } = comparison;
  const range = oneLine(daysText(yearEarlier(from), yearEarlier(to)));
  return <div>{t('report.yearBeforeDays', { change: changeText(energy / before - 1), count: days, range })}</div>;
}
