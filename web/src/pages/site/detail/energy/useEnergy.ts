// What the energy view asks for: bars, their sums over the whole range, and how the range is named.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { MOST_CHART_DAYS } from '@heliograph/contract/limits.ts';
import { useCall } from '../../../../api/useCall.ts';
import { dayText } from '../../../../format/times.ts';
import { usePermission } from '../../../../session/session.ts';
import { fitRange, monthEnd, monthStart } from '../days.ts';
import { energySlots } from '../energySlots.ts';
import { flowLines } from '../flowLines.ts';
import type { Bars, SiteSearch } from '../search.ts';

type Site = Response<'site/overview'>;

/** Whole years of months that the server draws at once. */
export const MOST_YEARS = Math.floor(MOST_CHART_DAYS.byMonth / 366);

const yearRange = (year: number) => `${year}-01-01~${year}-12-31`;

/** What is asked for and how it is named. */
export function useEnergy(site: Site, search: SiteSearch, today: string) {
  const { sid } = site;
  const by = search.by ?? 'day';
  const year = search.year ?? Number(today.slice(0, 4));
  const asked = search.from ?? monthStart(today);
  const { from, to, isCut } = fitRange({ from: asked, to: search.to ?? monthEnd(asked) }, MOST_CHART_DAYS.byDay, 'to');
  // Years come without a range: the server knows the first one.
  const withMoney = usePermission('SiteMoney');
  const years = useCall(
    'site/statistics/echarts',
    { sid, types: 6, withMoney, withFlowProvenance: true },
    { enabled: by === 'year' || by === 'lifetime' },
  );
  const firstYear = years.data?.xAxisIso[0]?.slice(0, 4);
  const firstMonths = Math.max(Number(firstYear), Number(today.slice(0, 4)) - MOST_YEARS + 1);
  const ranges = { day: `${from}~${to}`, month: yearRange(year), year: '', lifetime: `${firstMonths}-01-01~${today}` };
  const bars = useCall(
    'site/statistics/echarts',
    {
      sid,
      types: by === 'day' ? 3 : 5,
      rangeDate: ranges[by],
      withYearBefore: by !== 'lifetime',
      withMoney,
      withFlowProvenance: true,
    },
    { enabled: by === 'day' || by === 'month' || (by === 'lifetime' && firstYear !== undefined) },
  );
  const periods = {
    day: { types: 1, rangeDate: `${from}~${to}` },
    month: { types: 3, date: `${year}-01-01` },
    year: { types: 4 },
    lifetime: { types: 4 },
  } as const satisfies Record<Bars, Omit<Request<'site/statistics/date'>, 'sid'>>;
  const total = useCall('site/statistics/date', { sid, ...periods[by], withBalance: true });
  const answer = by === 'year' ? years : by === 'lifetime' && years.error ? years : bars;
  const since = useCall('site/detail', { sid }).data?.commissionDay;
  const slots = answer.data ? energySlots(answer.data, by, today, since) : undefined;
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
    total: total.data,
    flows: answer.data && answer.data.series.length > 1 ? flowLines(answer.data, by, today, since) : null,
  };
}
