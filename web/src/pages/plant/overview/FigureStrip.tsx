// The plant's production yesterday, and today where the card above shows the home instead, this month, this year, over its lifetime and on its best day, with revenue, and with kWh per kWp where that is meaningful.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { EnergyFigure } from '../../../components/EnergyFigure.tsx';
import { inline, powerLike, specificYield, wireNumber, yieldText } from '../../../format/numbers.ts';
import { isMetered } from '../../../format/shownDay.ts';
import { dayText, time } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';
import { siteLike } from '../siteLike.ts';
import { valuationBasisText } from '../valuationBasisText.ts';

export function FigureStrip({ site, className = '' }: { site: Response<'site/overview'>; className?: string }) {
  const { t } = useTranslation();
  const { statisticsProduction: production, provenance, powerMax, peak, record, recordPeak } = site;
  const currency = production.totalMoneyUnit;
  const basis = valuationBasisText(site.worthBasis, currency, t);
  const worth = (amount: string) => ({ amount, currency, basis });
  const perPeak = (kWh: string) => {
    const perKwp = specificYield(wireNumber(kWh), powerMax);
    return perKwp === null ? undefined : <div>{t('plant.perPeak', { amount: yieldText(perKwp) })}</div>;
  };
  return (
    <Card className={className}>
      {isMetered(site) && (
        <EnergyFigure
          label={t('plant.producedToday')}
          energy={production.today}
          provenance={provenance.today}
          revenue={worth(production.todayMoney)}
          note={
            peak &&
            peak.powerW > 0 && (
              <div>
                {t('plant.peakTodayAt', {
                  power: inline(powerLike(peak.powerW, siteLike(site))),
                  time: time(peak.atIso, site.timezone),
                })}
              </div>
            )
          }
        />
      )}
      <EnergyFigure
        label={t('plant.yesterday')}
        energy={production.yesterday}
        provenance={provenance.yesterday}
        revenue={worth(production.yesterdayMoney)}
        note={perPeak(production.yesterday)}
      />
      <EnergyFigure
        label={t('plant.month')}
        energy={production.month}
        provenance={provenance.month}
        revenue={worth(production.monthMoney)}
        note={perPeak(production.month)}
      />
      <EnergyFigure
        label={t('plant.year')}
        energy={production.year}
        provenance={provenance.year}
        revenue={worth(production.yearMoney)}
        note={perPeak(production.year)}
      />
      <EnergyFigure
        label={t('plant.lifetime')}
        energy={production.total}
        provenance={provenance.total}
        revenue={worth(production.totalMoney)}
      />
      {record && (
        <EnergyFigure
          label={t('plant.recordDay')}
          energy={record.energy}
          note={
            <>
              <div>{dayText(record.day)}</div>
              {recordPeak && (
                <div>
                  {t('plant.recordPeak', {
                    power: inline(powerLike(recordPeak.powerW, siteLike(site))),
                    day: dayText(recordPeak.atIso),
                  })}
                </div>
              )}
              {recordPeak?.since && <div>{t('plant.recordPeakSince', { day: dayText(recordPeak.since) })}</div>}
            </>
          }
        />
      )}
    </Card>
  );
}
