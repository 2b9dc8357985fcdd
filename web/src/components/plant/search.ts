// What the address of the plant page holds, so that a link reopens the same view; anything odd in it is left out.
import { EVENT_LEVELS } from '@heliograph/contract/events.ts';
import { INPUTS } from '@heliograph/contract/inputs.ts';
import { CHART_STEPS_MIN, SERIAL_NUMBER } from '@heliograph/contract/limits.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { searchDay } from '../../format/searchDay.ts';
import { links } from '../../links.ts';
import { type AlertSearch, codeIn, STATES } from '../alerts/alertSearch.ts';

export const VIEWS = [
  'overview',
  'power',
  'energy',
  'history',
  'alerts',
  'report',
  'playback',
  'layout',
  'setUp',
] as const;
export type View = (typeof VIEWS)[number];
const BARS = ['day', 'month', 'year', 'lifetime'] as const;
export type Bars = (typeof BARS)[number];
/** Of any days besides. */
export const BY = [...BARS, 'range'] as const;
export type RangeBars = Exclude<Bars, 'lifetime'>;
/** What a report is of. */
export const SPANS = ['day', 'week', 'month', 'year', 'range'] as const;
export type Span = (typeof SPANS)[number];
/** What the address says; a type, as the router takes no interface. */
export type SiteSearch = AlertSearch & {
  sid: string;
  /** The overview when left out. */
  view?: View;
  /** The day of the power view, "YYYY-MM-DD"; today when left out. */
  day?: string;
  /** Serial number; the whole plant when left out. */
  device?: string;
  /** Names of the quantities; production when left out. */
  lines?: string[];
  step?: number;
  /** Of the device, which of its modules; all of it when left out. */
  module?: number;
  /** Minutes of the day that are zoomed to, "600-720". */
  zoom?: string;
  /** What the power is compared with: another day, another device of the plant, or another plant. */
  besideDay?: string;
  besideDevice?: string;
  besideSite?: string;
  by?: (typeof BY)[number];
  /** Of a range; as its length suggests when left out. */
  bars?: RangeBars;
  /** Ends of the energy view's range of days, both included. */
  from?: string;
  to?: string;
  /** Minutes of the plant's day that playback stands at. */
  at?: number;
  /** The energy view draws all that is measured, not production alone. */
  flows?: boolean;
  /** Year of the energy view's months. */
  year?: number;
  /** Of the report, around `day` or from `from` to `to`; the month when left out. */
  span?: Span;
};

const oneOf = <T>(list: readonly T[], value: unknown): T | undefined => list.find((entry) => entry === value);
const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;

/** A number or a name; which of them there are the view says. */
function word(value: unknown): string | undefined {
  const given = text(value);
  return given && /^[\w-]{1,40}$/.test(given) ? given : undefined;
}

export function readSearch(raw: Record<string, unknown>): SiteSearch {
  const year = Number(raw.year);
  const page = Number(raw.page);
  const at = Number(raw.at ?? Number.NaN);
  // A serial number of digits alone arrives as a number.
  const device = text(raw.device);
  const search: SiteSearch = {
    sid: text(raw.sid) ?? '',
    view: oneOf(VIEWS, raw.view),
    day: searchDay(raw.day),
    device: device && SERIAL_NUMBER.test(device) ? device : undefined,
    lines: Array.isArray(raw.lines) ? raw.lines.filter((line) => typeof line === 'string').slice(0, 20) : undefined,
    step: oneOf(CHART_STEPS_MIN, raw.step),
    module: oneOf(INPUTS, Number(raw.module)),
    zoom: word(raw.zoom),
    besideDay: searchDay(raw.besideDay),
    besideDevice: word(raw.besideDevice),
    besideSite: word(raw.besideSite),
    by: oneOf(BY, raw.by),
    bars: oneOf(BARS.slice(0, 3) as RangeBars[], raw.bars),
    span: oneOf(SPANS, raw.span),
    flows: raw.flows === true || undefined,
    from: searchDay(raw.from),
    to: searchDay(raw.to),
    state: oneOf(STATES, raw.state),
    level: oneOf(EVENT_LEVELS, raw.level),
    code: codeIn(raw.code),
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : undefined,
    at: Number.isInteger(at) && at >= 0 && at < 1500 ? at : undefined,
    year: Number.isInteger(year) && year > 1970 && year < 2200 ? year : undefined,
  };
  if (search.from && search.to && search.from > search.to) [search.from, search.to] = [search.to, search.from];
  return search;
}

/** The search and how to change parts of it; what is undefined leaves the address. */
export function useSiteSearch(): [SiteSearch, (change: Partial<SiteSearch>) => void] {
  const search = useSearch({ from: '/signedIn/pvPlant/detail' });
  const navigate = useNavigate();
  const change = useCallback(
    (changed: Partial<SiteSearch>) => {
      const { sid, ...view } = { ...search, ...changed };
      void navigate({ ...links.siteDetail(sid, view), replace: true, resetScroll: false });
    },
    [navigate, search],
  );
  return [search, change];
}
