// Data of the energy view: bars, their sums over the whole range, and the label of the range.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { MAX_CHART_DAYS } from '@heliograph/contract/limits.ts';
import { useCall } from '../../../api/useCall.ts';
import { addMonths, fitRange, monthEnd, monthStart } from '../../../components/plant/days.ts';
import { energySlots } from '../../../components/plant/energySlots.ts';
import { flowLines } from '../../../components/plant/flowLines.ts';
import type { Bars, RangeBars, SiteSearch } from '../../../components/plant/search.ts';
import { dayText } from '../../../format/times.ts';
import { usePermission } from '../../../session/session.ts';
import { barsOfRange, MAX_RANGE_DAYS } from './anyRange.ts';

type Site = Response<'site/overview'>;

/** Whole years of monthly bars that the server returns in one response. */
export const MAX_YEARS = Math.floor(MAX_CHART_DAYS.byMonth / 366);

/** Request type and drawing of each kind of bars; labels of months include the year, as a range may span several. */
const RANGE_TYPES = {
  day: { types: 3, drawn: 'day' },
  month: { types: 5, drawn: 'lifetime' },
  year: { types: 6, drawn: 'year' },
} as const satisfies Record<RangeBars, { types: 3 | 5 | 6; drawn: Bars }>;

const yearRange = (year: number) => `${year}-01-01~${year}-12-31`;

/** Requests the bars and sums that the search parameters select, and labels their range. */
export function useEnergy(site: Site, search: SiteSearch, today: string) {
  const { sid } = site;
  const by = search.by ?? 'day';
  const year = search.year ?? Number(today.slice(0, 4));
  const isRange = by === 'range';
  const start = search.from ?? (isRange ? addMonths(today, -11) : monthStart(today));
  const ends = { from: start, to: search.to ?? (isRange ? today : monthEnd(start)) };
  const { from, to, isCut } = fitRange(ends, isRange ? MAX_RANGE_DAYS : MAX_CHART_DAYS.byDay, 'to');
  const ofRange = barsOfRange(from, to, search.bars);
  const drawn = isRange ? RANGE_TYPES[ofRange].drawn : by;
  // Years are requested without a range: the server knows the first one.
  const withMoney = usePermission('SiteMoney');
  const years = useCall(
    'site/statistics/echarts',
    { sid, types: 6, withMoney, withFlowProvenance: true },
    { enabled: by === 'year' || by === 'lifetime' },
  );
  const firstYear = years.data?.xAxisIso[0]?.slice(0, 4);
  const firstMonthsYear = Math.max(Number(firstYear), Number(today.slice(0, 4)) - MAX_YEARS + 1);
  const ranges = {
    day: `${from}~${to}`,
    range: `${from}~${to}`,
    month: yearRange(year),
    year: '',
    lifetime: `${firstMonthsYear}-01-01~${today}`,
  };
  const bars = useCall(
    'site/statistics/echarts',
    {
      sid,
      types: isRange ? RANGE_TYPES[ofRange].types : by === 'day' ? 3 : 5,
      rangeDate: ranges[by],
      withYearBefore: by !== 'lifetime' && !(isRange && ofRange === 'year'),
      withMoney,
      withFlowProvenance: true,
    },
    { enabled: by === 'day' || by === 'month' || isRange || (by === 'lifetime' && firstYear !== undefined) },
  );
  const periods = {
    day: { types: 1, rangeDate: `${from}~${to}` },
    range: { types: 1, rangeDate: `${from}~${to}` },
    month: { types: 3, date: `${year}-01-01` },
    year: { types: 4 },
    lifetime: { types: 4 },
  } as const satisfies Record<typeof by, Omit<Request<'site/statistics/date'>, 'sid'>>;
  const total = useCall('site/statistics/date', { sid, ...periods[by], withBalance: true });
  const shownCall = by === 'year' ? years : by === 'lifetime' && years.error ? years : bars;
  const since = useCall('site/detail', { sid }).data?.commissionDay;
  const slots = shownCall.data ? energySlots(shownCall.data, drawn, today, since) : undefined;
  const range = {
    day: `${dayText(from)} – ${dayText(to)}`,
    range: `${dayText(from)} – ${dayText(to)}`,
    month: String(year),
    year: firstYear ? `${firstYear} – ${today.slice(0, 4)}` : '',
    lifetime: firstYear ? `${firstYear} – ${today.slice(0, 4)}` : '',
  }[by];
  return {
    by,
    year,
    from,
    to,
    ofRange,
    isCut: (by === 'day' || isRange) && isCut,
    firstShown: by === 'lifetime' && firstMonthsYear > Number(firstYear) ? firstMonthsYear : null,
    range,
    chartCall: shownCall,
    slots,
    comparison: shownCall.data?.yearBefore?.all ?? null,
    total: total.data,
    totalCall: total,
    /** The call for the sums has succeeded or failed: their figures no longer shift the layout. */
    isSummed: !total.isPending,
    flows: shownCall.data && shownCall.data.series.length > 1 ? flowLines(shownCall.data, drawn, today, since) : null,
  };
}
