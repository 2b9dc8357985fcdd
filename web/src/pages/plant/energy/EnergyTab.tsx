// The energy view as bars: days of a range, months of a year compared with the year before, years, and the lifetime by month.
import '../../../ui/panelStyles.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { MAX_CHART_DAYS } from '@heliograph/contract/limits.ts';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../components/Choice.tsx';
import { EnergyChart } from '../../../components/EnergyChart.tsx';
import { FlowBars } from '../../../components/FlowBars.tsx';
import { WhatIsThis } from '../../../components/guide/WhatIsThis.tsx';
import { DoubtfulFigures } from '../../../components/plant/Doubtful.tsx';
import { fitRange, monthEnd, monthStart, moveRange } from '../../../components/plant/days.ts';
import classes from '../../../components/plant/plant.module.css';
import { DayField, Stepper } from '../../../components/plant/Stepper.tsx';
import { BY, type RangeBars, type SiteSearch } from '../../../components/plant/search.ts';
import { energyResult } from '../../../components/plant/spokenResult.ts';
import { useToday } from '../../../components/plant/useToday.ts';
import { daysText } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { useAnnounced } from '../../../ui/announcer.ts';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { MAX_RANGE_DAYS, possibleBars } from './anyRange.ts';
import { BalanceTable } from './BalanceTable.tsx';
import { CompareChoice } from './CompareChoice.tsx';
import { Records, Summary, SummarySkeleton } from './EnergySummary.tsx';
import { EnergyTable } from './EnergyTable.tsx';
import { mayCompare, useCompared } from './useCompared.ts';
import { MAX_YEARS, useEnergy } from './useEnergy.ts';

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
  compare: string | undefined;
}

/** Selects the bars, their range, and production or all flows. */
function Filters({ energy, today, days, showsFlows, compare, change }: FiltersProps) {
  const { t } = useTranslation();
  const { by, ofRange, year, from, to, flows } = energy;
  const thisYear = Number(today.slice(0, 4));
  const result = energyResult(energy.totalCall, t);
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
        <Stepper onStep={days.step} isLast={to >= today} text={daysText(from, to)} result={result}>
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
        <Stepper
          onStep={(step) => change({ year: year + step })}
          isLast={year >= thisYear}
          text={String(year)}
          result={result}
        >
          <span className={`${classes.field} num`}>{year}</span>
        </Stepper>
      )}
      {mayCompare(energy) && <CompareChoice by={by} from={from} today={today} compare={compare} change={change} />}
      {flows && (
        <Choice
          aria-label={t('plant.lines')}
          widthPx={300}
          value={showsFlows ? 'flows' : 'production'}
          choices={[
            { value: 'production', label: t('chart.line.production') },
            { value: 'flows', label: t('energy.flows') },
          ]}
          onChange={(selected) => change({ flows: selected === 'flows' ? undefined : false })}
        />
      )}
      <WhatIsThis section="energy" />
    </div>
  );
}

/** The power view of a day. */
const powerOf = (day: string) => ({ view: 'power', day }) as const;

function Loaded({ site, search, change }: Props & { site: Site }) {
  const { t } = useTranslation();
  const today = useToday(site.timezone);
  const energy = useEnergy(site, search, today);
  const { isCut, firstShown, range, chartCall, flows, total, isSummed, comparison } = energy;
  const compared = useCompared({ ...energy, sid: site.sid, today, chart: chartCall.data }, search.compare);
  const slots = compared?.slots ?? energy.slots;
  const showsFlows = flows !== null && search.flows !== false;
  const days = useDays({ ...energy, today, change });
  const drawnByDay = energy.by === 'day' || (energy.by === 'range' && energy.ofRange === 'day');
  const limits = [
    ...(isCut || days.wasCut ? [t('plant.mostDays', { count: days.maxDays })] : []),
    ...(firstShown === null ? [] : [t('plant.mostYears', { count: MAX_YEARS, year: firstShown })]),
  ];
  useAnnounced(limits.join(' '));
  const chart = {
    name: site.siteName,
    range,
    timeZone: site.timezone,
    height: HEIGHT,
    error: chartCall.error,
    onRetry: () => void chartCall.refetch(),
    onPick: drawnByDay
      ? (index: number) => {
          const slot = slots?.[index];
          if (slot && !slot.isOutside) change(powerOf(slot.period));
        }
      : undefined,
  };
  return (
    <DoubtfulFigures sid={site.sid} list={total?.doubtful ?? site.doubtful}>
      <div className={classes.stack}>
        <Card>
          <Filters
            energy={energy}
            today={today}
            days={days}
            showsFlows={showsFlows}
            compare={search.compare}
            change={change}
          />
          {limits.map((limit) => (
            <p key={limit} className={classes.limit}>
              {limit}
            </p>
          ))}
          {slots && isSummed ? (
            <Summary slots={slots} total={total} comparison={comparison} />
          ) : (
            // No skeleton after an error.
            !chartCall.error && <SummarySkeleton />
          )}
          {showsFlows ? (
            <FlowBars lines={flows} compared={compared?.lines} {...chart} />
          ) : (
            <EnergyChart slots={slots} comparedLabel={compared?.label} {...chart} />
          )}
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
            comparison={compared ? null : comparison}
            comparedLabel={compared?.label}
            range={range}
            linkOf={drawnByDay ? (period) => links.siteDetail(site.sid, powerOf(period)) : undefined}
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
