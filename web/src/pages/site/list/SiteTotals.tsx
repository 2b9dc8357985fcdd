// What the listed plants make together, whatever page one is on.
import { useTranslation } from 'react-i18next';
import { energyOfKwh, inline, peakPower, power } from '../../../format/numbers.ts';
import { useSiteCounts } from './siteCounts.ts';

export function SiteTotals() {
  const { t } = useTranslation();
  const totals = useSiteCounts().data?.totals;
  // A plant alone is its own sum.
  if (!totals || totals.siteCount < 2) return null;
  return (
    <span className="num">
      {t('sites.totals', {
        now: inline(power(totals.now)),
        peak: inline(peakPower(totals.powerMax)),
        today: inline(energyOfKwh(totals.todayPower)),
        total: inline(energyOfKwh(totals.totalPower)),
      })}
    </span>
  );
}
