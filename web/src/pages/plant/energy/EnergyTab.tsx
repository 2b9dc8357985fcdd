// The energy view as bars: days of a range, months of a year compared with the year before, years, and the lifetime by month.
import '../../../ui/panelStyles.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import type { Comparison } from '@heliograph/contract/entities/statistics.ts';
import { MAX_CHART_DAYS } from '@heliograph/contract/limits.ts';
import { SegmentedControl } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../components/Choice.tsx';
import type { EnergySlot } from '../../../components/chart/energyOption.ts';
import { EnergyChart } from '../../../components/EnergyChart.tsx';
import { EnergyFigure } from '../../../components/EnergyFigure.tsx';
import { FlowBars } from '../../../components/FlowBars.tsx';
import { InfoTip } from '../../../components/InfoTip.tsx';
import { DoubtfulFigures, DoubtfulMark } from '../../../components/plant/Doubtful.tsx';
import { fitRange, monthEnd, monthStart, moveRange } from '../../../components/plant/days.ts';
import { summaryOf } from '../../../components/plant/energySlots.ts';
import classes from '../../../components/plant/plant.module.css';
import { DayField, Stepper } from '../../../components/plant/Stepper.tsx';
import { BY, type RangeBars, type SiteSearch } from '../../../components/plant/search.ts';
import { useToday } from '../../../components/plant/useToday.ts';
import { energyLike, money, percent, powerLike, wireNumber } from '../../../format/numbers.ts';
import { dayText, time } from '../../../format/times.ts';
import { usePermission } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { Figure } from '../../../ui/Figure.tsx';
import { FigureSkeleton, Skeleton } from '../../../ui/Skeleton.tsx';
import { siteLike } from '../siteLike.ts';
import { valuationBasisText } from '../valuationBasisText.ts';
import { MAX_RANGE_DAYS, possibleBars } from './anyRange.ts';
import { BalanceTable } from './BalanceTable.tsx';
import { EnergyTable } from './EnergyTable.tsx';
import { MAX_YEARS, useEnergy } from './useEnergy.ts';
import { YearBefore } from './YearBefore.tsx';

const HEIGHT = 300;
const BAR_LABELS = {
  day: 'plant.byDay',
  month: 'plant.byMonth',
  year: 'plant.byYear',
  lifetime: 'plant.byLifetime',
  range: 'energy.byRange',
} as const satisfies Record<(typeof BY)[number], string>;
const RANGE_LABELS = {
  day: 'energy.rangeByDay',
  month: 'energy.rangeByMonth',
  year: 'energy.rangeByYear',
} as const satisfies Record<RangeBars, string>;

type Site = Response<'site/overview'>;

interface Props {
  site: Site | undefined;
  search: SiteSearch;
  change: (changed: Partial<SiteSearch>) => void;
}

interface Sums {
  slots: readonly EnergySlot[];
  total?: Response<'site/statistics/date'>;
  comparison: Comparison;
}

function Summary({ slots, total, comparison }: Sums) {
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
function Records({ site }: { site: Site }) {
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
function SummarySkeleton() {
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

type Energy = ReturnType<typeof useEnergy>;

interface DaysOptions extends Pick<Energy, 'by' | 'from' | 'to'>, Pick<Props, 'change'> {
  today: string;
}

/** Returns handlers that change one end of the range or move it as a whole; `wasCut`: the last selection was too long. */
function useDays({ by: bars, from, to, today, change }: DaysOptions) {
  const [wasCut, setWasCut] = useState(false);
  const maxDays = bars === 'range' ? MAX_RANGE_DAYS : MAX_CHART_DAYS.byDay;
  /** Sets both ends, in order; `keep` is the end just selected, which stays if the range has to be cut. */
  const set = (first: string, last: string, keep: 'from' | 'to') => {
    const inOrder = first > last ? { from: last, to: first } : { from: first, to: last };
    const { isCut: isTooLong, ...fitting } = fitRange(inOrder, maxDays, keep);
    setWasCut(isTooLong);
    change(fitting);
  };
  const step = (by: 1 | -1) => {
    const next = moveRange(from, to, by, today);
    setWasCut(false);
    change(bars === 'day' && next.from === monthStart(today) ? { from: undefined, to: undefined } : next);
  };
  return { wasCut, maxDays, set, step, reset: () => setWasCut(false) };
}

interface FiltersProps extends Pick<Props, 'change'> {
  energy: Energy;
  today: string;
  days: ReturnType<typeof useDays>;
  showsFlows: boolean;
}

/** Selects the bars, their range, and production or all flows. */
function Filters({ energy, today, days, showsFlows, change }: FiltersProps) {
  const { t } = useTranslation();
  const { by, ofRange, year, from, to, flows } = energy;
  const thisYear = Number(today.slice(0, 4));
  return (
    <div className={classes.filters}>
      <SegmentedControl
        aria-label={t('plant.by')}
        value={by}
        onChange={(value) => {
          days.reset();
          change({ by: BY.find((other) => other === value && other !== 'day') });
        }}
        data={BY.map((bars) => ({ value: bars, label: t(BAR_LABELS[bars]) }))}
      />
      {(by === 'day' || by === 'range') && (
        <Stepper onStep={days.step} isLast={to >= today}>
          <DayField label={t('plant.from')} day={from} max={today} onDay={(day) => days.set(day, to, 'from')} />
          <DayField
            label={t('plant.to')}
            day={to}
            max={by === 'range' ? today : monthEnd(today)}
            onDay={(day) => days.set(from, day, 'to')}
          />
        </Stepper>
      )}
      {by === 'range' && (
        <Choice
          aria-label={t('energy.bars')}
          widthPx={160}
          value={ofRange}
          choices={possibleBars(from, to).map((bars) => ({ value: bars, label: t(RANGE_LABELS[bars]) }))}
          onChange={(selected) => change({ bars: possibleBars(from, to).find((bars) => bars === selected) })}
        />
      )}
      {by === 'month' && (
        <Stepper onStep={(step) => change({ year: year + step })} isLast={year >= thisYear}>
          <span className={`${classes.field} num`}>{year}</span>
        </Stepper>
      )}
      {flows && (
        <Choice
          aria-label={t('plant.lines')}
          widthPx={300}
          value={showsFlows ? 'flows' : 'production'}
          choices={[
            { value: 'production', label: t('chart.line.production') },
            { value: 'flows', label: t('energy.flows') },
          ]}
          onChange={(selected) => change({ flows: selected === 'flows' || undefined })}
        />
      )}
    </div>
  );
}

function Loaded({ site, search, change }: Props & { site: Site }) {
  const { t } = useTranslation();
  const today = useToday(site.timezone);
  const energy = useEnergy(site, search, today);
  const { isCut, firstShown, range, chartCall, slots, flows, total, isSummed, comparison } = energy;
  const showsFlows = flows !== null && search.flows === true;
  const days = useDays({ ...energy, today, change });
  const chart = {
    name: site.siteName,
    range,
    timeZone: site.timezone,
    height: HEIGHT,
    error: chartCall.error,
    onRetry: () => void chartCall.refetch(),
  };
  return (
    <DoubtfulFigures sid={site.sid} list={total?.doubtful ?? site.doubtful}>
      <div className={classes.stack}>
        <Card>
          <Filters energy={energy} today={today} days={days} showsFlows={showsFlows} change={change} />
          {(isCut || days.wasCut) && (
            <p className={classes.limit} role="status">
              {t('plant.mostDays', { count: days.maxDays })}
            </p>
          )}
          {firstShown !== null && (
            <p className={classes.limit} role="status">
              {t('plant.mostYears', { count: MAX_YEARS, year: firstShown })}
            </p>
          )}
          {slots && isSummed ? (
            <Summary slots={slots} total={total} comparison={comparison} />
          ) : (
            // No skeleton after an error.
            !chartCall.error && <SummarySkeleton />
          )}
          {showsFlows ? <FlowBars lines={flows} {...chart} /> : <EnergyChart slots={slots} {...chart} />}
        </Card>
        {total?.balance && (
          <BalanceTable
            balance={total.balance}
            money={total.money}
            negativePrices={total.negativePrices}
            currency={total.economicUnit}
          />
        )}
        <Records site={site} />
        {slots && (
          <EnergyTable
            slots={slots}
            flows={flows}
            total={total}
            comparison={comparison}
            range={range}
            currency={site.statisticsProduction.totalMoneyUnit}
          />
        )}
      </div>
    </DoubtfulFigures>
  );
}

export function EnergyTab({ site, search, change }: Props) {
  if (site) return <Loaded site={site} search={search} change={change} />;
  return (
    <Card>
      <SummarySkeleton />
      <Skeleton height={HEIGHT + 28} />
    </Card>
  );
}
