// Totals of power and energy over all listed plants, not only those on the current page.
import { useTranslation } from 'react-i18next';
import { energyOfKwh, inline, peakPower, power, powerLike } from '../../format/numbers.ts';
import classes from './SiteList.module.css';
import { useSiteCounts } from './siteCounts.ts';

export function SiteTotals() {
  const { t } = useTranslation();
  const totals = useSiteCounts().data?.totals;
  if (!totals) {
    // Reserves the space of the totals, so that nothing below shifts.
    const [kw, kwh] = [inline(power(10_000)), inline(energyOfKwh(100))];
    return (
      <span className={classes.totals} style={{ visibility: 'hidden' }} aria-hidden>
        {t('sites.totals', { now: kw, peak: kw, today: kwh, total: kwh })}
      </span>
    );
  }
  // No totals for a single plant.
  if (totals.siteCount < 2) return null;
  return (
    <span className={`${classes.totals} num`}>
      {t('sites.totals', {
        // In the unit of the peak power.
        now: inline(powerLike(totals.now, totals.powerMax)),
        peak: inline(peakPower(totals.powerMax)),
        today: inline(energyOfKwh(totals.todayPower)),
        total: inline(energyOfKwh(totals.totalPower)),
      })}
    </span>
  );
}
