// Figures of the energy view: the sums of the range with their money, its best and mean, and the plant's records.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Comparison } from '@heliograph/contract/entities/statistics.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { EnergySlot } from '../../../components/chart/energyOption.ts';
import { EnergyFigure } from '../../../components/EnergyFigure.tsx';
import { InfoTip } from '../../../components/InfoTip.tsx';
import { DoubtfulMark } from '../../../components/plant/Doubtful.tsx';
import { summaryOf } from '../../../components/plant/energySlots.ts';
import classes from '../../../components/plant/plant.module.css';
import { energyLike, money, percent, powerLike, wireNumber } from '../../../format/numbers.ts';
import { dayText, time } from '../../../format/times.ts';
import { usePermission } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { Figure } from '../../../ui/Figure.tsx';
import { FigureSkeleton } from '../../../ui/Skeleton.tsx';
import { siteLike } from '../siteLike.ts';
import { valuationBasisText } from '../valuationBasisText.ts';
import { YearBefore } from './YearBefore.tsx';

type Site = Response<'site/overview'>;

interface Sums {
  slots: readonly EnergySlot[];
  total?: Response<'site/statistics/date'>;
  comparison: Comparison;
}

export function Summary({ slots, total, comparison }: Sums) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const { totalKwh, meanKwh, best, gaps } = summaryOf(slots);
  const basis = total && valuationBasisText(total.worthBasis, total.economicUnit, t);
  return (
    <div className={classes.hero}>
      <EnergyFigure
        size="lg"
        label={t('plant.total')}
        // The server's sum: bars may begin later than the plant.
        energy={total ? total.power : totalKwh}
        provenance={total?.provenance}
        note={<YearBefore comparison={comparison} />}
      />
      {showsMoney && total && (
        <Figure
          label={t('plant.money')}
          mark={
            <>
              {basis && <InfoTip about={t('plant.money')}>{basis}</InfoTip>}
              <DoubtfulMark about={t('plant.money')} figures={['money']} />
            </>
          }
          figure={{ text: money(wireNumber(total.economic), total.economicUnit), unit: '' }}
          note={byHourText(total.money?.byHour ?? null, t)}
        />
      )}
      {showsMoney && total && total.money?.importCost != null && (
        <Figure
          label={t('plant.bought')}
          mark={<DoubtfulMark about={t('plant.bought')} figures={['money']} />}
          figure={{ text: money(total.money.importCost, total.economicUnit), unit: '' }}
        />
      )}
      {showsMoney && total && total.money?.fixedCharge != null && (
        <Figure
          label={t('plant.fixedCharge')}
          figure={{ text: money(total.money.fixedCharge, total.economicUnit), unit: '' }}
          note={t('plant.fixedChargeText')}
        />
      )}
      <Figure
        label={t('plant.best')}
        mark={<DoubtfulMark about={t('plant.best')} figures={['production']} />}
        figure={energyLike(best?.energyKwh, [meanKwh])}
        note={best?.longLabel ?? ''}
      />
      <Figure
        label={t('plant.mean')}
        mark={<DoubtfulMark about={t('plant.mean')} figures={['production']} />}
        figure={energyLike(meanKwh, [best?.energyKwh])}
        note={gaps > 0 ? t('plant.missingPeriods', { count: gaps }) : ''}
      />
    </div>
  );
}

/** Returns the share of energy valued at the price of its own hour; empty where that is all of it. */
function byHourText(byHour: number | null, t: TFunction): string {
  return byHour === null || byHour >= 0.995 ? '' : t('plant.byHour', { share: percent(byHour) });
}

/** The plant's best day and highest power, independent of the range shown. */
export function Records({ site }: { site: Site }) {
  const { t } = useTranslation();
  const { record, recordPeak, timezone } = site;
  if (!record && !recordPeak) return null;
  return (
    <Card title={t('energy.records')}>
      <div className={`${classes.hero} ${classes.flat}`}>
        {record && (
          <EnergyFigure label={t('plant.recordDay')} energy={record.energy} note={<div>{dayText(record.day)}</div>} />
        )}
        {recordPeak && (
          <Figure
            label={t('plant.dayPeak')}
            mark={<DoubtfulMark about={t('plant.dayPeak')} figures={['production', 'hours']} />}
            figure={powerLike(recordPeak.powerW, siteLike(site))}
            note={
              <>
                <div>
                  {t('energy.dayAndTime', { day: dayText(recordPeak.atIso), time: time(recordPeak.atIso, timezone) })}
                </div>
                {recordPeak.since && <div>{t('plant.recordPeakSince', { day: dayText(recordPeak.since) })}</div>}
              </>
            }
          />
        )}
      </div>
    </Card>
  );
}

/** As many placeholders as there will be figures, so that they wrap the same way on a phone. */
export function SummarySkeleton() {
  const showsMoney = usePermission('SiteMoney');
  return (
    <div className={classes.hero}>
      <FigureSkeleton size="lg" />
      {showsMoney && <FigureSkeleton withNote={false} />}
      <FigureSkeleton />
      <FigureSkeleton />
    </div>
  );
}
