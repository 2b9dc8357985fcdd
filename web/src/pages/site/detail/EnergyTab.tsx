// Energy as bars: days of a range, months of a year beside the year before, years, and the whole life by month.
import '../../../ui/panelStyles.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import type { Comparison } from '@heliograph/contract/entities/statistics.ts';
import { MOST_CHART_DAYS } from '@heliograph/contract/limits.ts';
import { SegmentedControl } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { ChartTable } from '../../../components/chart/ChartTable.tsx';
import type { EnergySlot } from '../../../components/chart/energyOption.ts';
import { EnergyChart } from '../../../components/EnergyChart.tsx';
import { EnergyFigure } from '../../../components/EnergyFigure.tsx';
import { completenessText, sourceText } from '../../../components/provenanceText.ts';
import { DASH, energyOfKwh, fixed, money, percent, wireNumber } from '../../../format/numbers.ts';
import { dayText } from '../../../format/times.ts';
import { usePermission } from '../../../session/session.ts';
import { Bone, FigureBone } from '../../../ui/Bones.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Figure } from '../../../ui/Figure.tsx';
import { fitRange, monthEnd, monthStart, moveRange } from './days.ts';
import classes from './detail.module.css';
import { energySlots, summaryOf } from './energySlots.ts';
import { DayField, Stepper } from './Stepper.tsx';
import { BARS, type Bars, type SiteSearch } from './search.ts';
import { useToday } from './useToday.ts';

const HEIGHT = 300;
const BAR_WORDS = {
  day: 'plant.byDay',
  month: 'plant.byMonth',
  year: 'plant.byYear',
  lifetime: 'plant.byLifetime',
} as const satisfies Record<Bars, string>;

const MONEY_WORDS = {
  worth: 'plant.money',
  importCost: 'plant.bought',
  fixedCharge: 'plant.fixedCharge',
} as const;

type Site = Response<'site/overview'>;

interface Props {
  site: Site | undefined;
  search: SiteSearch;
  change: (changed: Partial<SiteSearch>) => void;
}

/** Whole years of months that the server draws at once. */
const MOST_YEARS = Math.floor(MOST_CHART_DAYS.byMonth / 366);

const yearRange = (year: number) => `${year}-01-01~${year}-12-31`;

/** What is asked for and how it is named. */
function useEnergy(site: Site, search: SiteSearch, today: string) {
  const { sid } = site;
  const by = search.by ?? 'day';
  const year = search.year ?? Number(today.slice(0, 4));
  const asked = search.from ?? monthStart(today);
  const { from, to, isCut } = fitRange({ from: asked, to: search.to ?? monthEnd(asked) }, MOST_CHART_DAYS.byDay, 'to');
  // Years come without a range: the server knows the first one.
  const withMoney = usePermission('SiteMoney');
  const years = useCall(
    'site/statistics/echarts',
    { sid, types: 6, withMoney },
    { enabled: by === 'year' || by === 'lifetime' },
  );
  const firstYear = years.data?.xAxisIso[0]?.slice(0, 4);
  const firstMonths = Math.max(Number(firstYear), Number(today.slice(0, 4)) - MOST_YEARS + 1);
  const ranges = { day: `${from}~${to}`, month: yearRange(year), year: '', lifetime: `${firstMonths}-01-01~${today}` };
  const bars = useCall(
    'site/statistics/echarts',
    { sid, types: by === 'day' ? 3 : 5, rangeDate: ranges[by], withYearBefore: by !== 'lifetime', withMoney },
    { enabled: by === 'day' || by === 'month' || (by === 'lifetime' && firstYear !== undefined) },
  );
  const isWholeMonth = by === 'day' && from === monthStart(from) && (to === monthEnd(from) || to === today);
  const moneyOf = { day: isWholeMonth ? 2 : null, month: 3, year: 4, lifetime: 4 } as const;
  const total = useCall(
    'site/statistics/date',
    { sid, types: moneyOf[by] ?? 1, date: by === 'day' ? from : by === 'month' ? `${year}-01-01` : today },
    { enabled: moneyOf[by] !== null },
  );
  const answer = by === 'year' ? years : by === 'lifetime' && years.error ? years : bars;
  const slots = answer.data ? energySlots(answer.data, by, today) : undefined;
  const range = {
    day: `${dayText(from)} – ${dayText(to)}`,
    month: String(year),
    year: firstYear ? `${firstYear} – ${today.slice(0, 4)}` : '',
    lifetime: firstYear ? `${firstYear} – ${today.slice(0, 4)}` : '',
  }[by];
  return {
    by,
    year,
    from,
    to,
    isCut: by === 'day' && isCut,
    firstShown: by === 'lifetime' && firstMonths > Number(firstYear) ? firstMonths : null,
    range,
    asked: answer,
    slots,
    comparison: answer.data?.yearBefore?.all ?? null,
    total: moneyOf[by] === null ? undefined : total.data,
  };
}

const changeText = (change: number): string => `${change > 0 ? '+' : ''}${percent(change, 1)}`;

interface Sums {
  slots: readonly EnergySlot[];
  total?: Response<'site/statistics/date'>;
  comparison: Comparison;
}

/** The same days of both years, and which they are: never ten days beside twenty-one. */
function YearBefore({ comparison }: { comparison: NonNullable<Comparison> }) {
  const { t } = useTranslation();
  const { energy, before, days, from, to } = comparison;
  if (before <= 0) return null;
  const range = from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;
  return <div>{t('plant.ofYearBefore', { change: changeText(energy / before - 1), count: days, range })}</div>;
}

function Summary({ slots, total, comparison }: Sums) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const { totalKwh, meanKwh, best, gaps } = summaryOf(slots);
  return (
    <div className={classes.hero}>
      <EnergyFigure
        size="lg"
        label={t('plant.total')}
        // The server's own sum: bars may begin later than the plant.
        energy={total ? total.power : totalKwh}
        provenance={total?.provenance}
        note={comparison && <YearBefore comparison={comparison} />}
      />
      {showsMoney && total && (
        <Figure
          label={t('plant.money')}
          figure={{ text: money(wireNumber(total.economic), total.economicUnit), unit: '' }}
          note={byHourText(total.money?.byHour ?? null, t)}
        />
      )}
      {showsMoney && total && total.money?.importCost != null && (
        <Figure
          label={t('plant.bought')}
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
      <Figure label={t('plant.best')} figure={energyOfKwh(best?.energyKwh)} note={best?.longLabel ?? ''} />
      <Figure
        label={t('plant.mean')}
        figure={energyOfKwh(meanKwh)}
        note={gaps > 0 ? t('plant.missingPeriods', { count: gaps }) : ''}
      />
    </div>
  );
}

/** How much of the energy counted at the price of its own hour, where not all of it did. */
function byHourText(byHour: number | null, t: TFunction): string {
  return byHour === null || byHour >= 0.995 ? '' : t('plant.byHour', { share: percent(byHour) });
}

/** As many as there will be, so that they take the same lines on a phone. */
function SummaryBones() {
  const showsMoney = usePermission('SiteMoney');
  return (
    <div className={classes.hero}>
      <FigureBone size="lg" />
      {showsMoney && <FigureBone withNote={false} />}
      <FigureBone />
      <FigureBone />
    </div>
  );
}

/** One row a bar, newest first; each says how it was obtained and how complete it is. */
function Figures({ slots, range, currency }: { slots: readonly EnergySlot[]; range: string; currency: string }) {
  const { t } = useTranslation();
  const compares = slots.some(({ previousKwh }) => previousKwh !== undefined);
  const shown = (['worth', 'importCost', 'fixedCharge'] as const).filter((part) =>
    slots.some((slot) => (slot.money?.[part] ?? null) !== null),
  );
  const past = slots.filter(({ isFuture }) => !isFuture).toReversed();
  return (
    <Card flush title={t('plant.table')} note={range}>
      <ChartTable
        hasCards
        // Five years of months scroll in their own frame.
        height={past.length > 31 ? 640 : undefined}
        caption={`${t('plant.table')} ${range}`}
        columns={[
          { label: t('chart.period'), isText: true },
          { label: t('chart.line.production'), unit: 'kWh' },
          ...(compares ? [{ label: t('chart.yearBefore'), unit: 'kWh' }, { label: t('plant.change') }] : []),
          ...shown.map((part) => ({ label: t(MONEY_WORDS[part]), unit: currency })),
          { label: t('provenance.completeness') },
          { label: t('provenance.source'), isText: true },
        ]}
        rows={past.map(({ period, longLabel, energyKwh, previousKwh, change, provenance, money: of }) => ({
          key: period,
          cells: [
            longLabel,
            fixed(energyKwh, 2),
            ...(compares
              ? [fixed(previousKwh, 2), change === undefined || change === null ? DASH : changeText(change)]
              : []),
            ...shown.map((part) => fixed(of?.[part], 2)),
            provenance && provenance.source !== 'none' ? completenessText(provenance.completeness) : DASH,
            provenance ? sourceText(provenance.source, t) : DASH,
          ],
        }))}
      />
    </Card>
  );
}

function Loaded({ site, search, change }: Props & { site: Site }) {
  const { t } = useTranslation();
  const today = useToday(site.timezone);
  const { by, year, from, to, isCut, firstShown, range, asked, slots, total, comparison } = useEnergy(
    site,
    search,
    today,
  );
  const [wasCut, setWasCut] = useState(false);
  /** The end that was just chosen stays. */
  const setRange = (first: string, last: string, keep: 'from' | 'to') => {
    const inOrder = first > last ? { from: last, to: first } : { from: first, to: last };
    const { isCut: isTooLong, ...fitting } = fitRange(inOrder, MOST_CHART_DAYS.byDay, keep);
    setWasCut(isTooLong);
    change(fitting);
  };
  const stepRange = (step: 1 | -1) => {
    const next = moveRange(from, to, step, today);
    setWasCut(false);
    change(next.from === monthStart(today) ? { from: undefined, to: undefined } : next);
  };
  const thisYear = Number(today.slice(0, 4));
  return (
    <div className={classes.stack}>
      <Card>
        <div className={classes.filters}>
          <SegmentedControl
            aria-label={t('plant.by')}
            value={by}
            onChange={(value) => change({ by: value === 'day' ? undefined : (value as Bars) })}
            data={BARS.map((bars) => ({ value: bars, label: t(BAR_WORDS[bars]) }))}
          />
          {by === 'day' && (
            <Stepper onStep={stepRange} isLast={to >= today}>
              <DayField label={t('plant.from')} day={from} max={today} onDay={(day) => setRange(day, to, 'from')} />
              <DayField
                label={t('plant.to')}
                day={to}
                max={monthEnd(today)}
                onDay={(day) => setRange(from, day, 'to')}
              />
            </Stepper>
          )}
          {by === 'month' && (
            <Stepper onStep={(step) => change({ year: year + step })} isLast={year >= thisYear}>
              <span className={`${classes.field} num`}>{year}</span>
            </Stepper>
          )}
        </div>
        {(isCut || (wasCut && by === 'day')) && (
          <p className={classes.limit} role="status">
            {t('plant.mostDays', { count: MOST_CHART_DAYS.byDay })}
          </p>
        )}
        {firstShown !== null && (
          <p className={classes.limit} role="status">
            {t('plant.mostYears', { count: MOST_YEARS, year: firstShown })}
          </p>
        )}
        {slots ? <Summary slots={slots} total={total} comparison={comparison} /> : <SummaryBones />}
        <EnergyChart
          slots={slots}
          name={site.siteName}
          range={range}
          timeZone={site.timezone}
          height={HEIGHT}
          error={asked.error}
          onRetry={() => void asked.refetch()}
        />
      </Card>
      {slots && <Figures slots={slots} range={range} currency={site.statisticsProduction.totalMoneyUnit} />}
    </div>
  );
}

export function EnergyTab({ site, search, change }: Props) {
  if (site) return <Loaded site={site} search={search} change={change} />;
  return (
    <Card>
      <SummaryBones />
      <Bone height={HEIGHT + 28} />
    </Card>
  );
}
