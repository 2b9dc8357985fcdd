// What the plant has made: yesterday, month, year, lifetime and its best day, each with money and with kWh per kWp where that says something.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { EnergyFigure } from '../../../components/EnergyFigure.tsx';
import { inline, powerLike, specificYield, wireNumber, yieldText } from '../../../format/numbers.ts';
import { dayText } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';
import { siteLike } from '../siteLike.ts';
import { valuationBasisText } from '../valuationBasisText.ts';

export function FigureStrip({ site, className = '' }: { site: Response<'site/overview'>; className?: string }) {
  const { t } = useTranslation();
  const { statisticsProduction: made, provenance, powerMax, record, recordPeak } = site;
  const currency = made.totalMoneyUnit;
  const basis = valuationBasisText(site.worthBasis, currency, t);
  const worth = (amount: string) => ({ amount, currency, basis });
  const perPeak = (kWh: string) => {
    const perKwp = specificYield(wireNumber(kWh), powerMax);
    return perKwp === null ? undefined : <div>{t('plant.perPeak', { amount: yieldText(perKwp) })}</div>;
  };
  return (
    <Card className={className}>
      <EnergyFigure
        label={t('plant.yesterday')}
        energy={made.yesterday}
        provenance={provenance.yesterday}
        worth={worth(made.yesterdayMoney)}
        note={perPeak(made.yesterday)}
      />
      <EnergyFigure
        label={t('plant.month')}
        energy={made.month}
        provenance={provenance.month}
        worth={worth(made.monthMoney)}
        note={perPeak(made.month)}
      />
      <EnergyFigure
        label={t('plant.year')}
        energy={made.year}
        provenance={provenance.year}
        worth={worth(made.yearMoney)}
        note={perPeak(made.year)}
      />
      <EnergyFigure
        label={t('plant.lifetime')}
        energy={made.total}
        provenance={provenance.total}
        worth={worth(made.totalMoney)}
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
