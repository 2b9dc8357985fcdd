// Search parameters of the plant page, so that a link reopens the same view; invalid ones are ignored.
import { EVENT_LEVELS } from '@heliograph/contract/events.ts';
import { INPUTS } from '@heliograph/contract/inputs.ts';
import { CHART_STEPS_MIN, SERIAL_NUMBER } from '@heliograph/contract/limits.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { searchDay } from '../../format/searchDay.ts';
import { links } from '../../links.ts';
import { type AlertSearch, codeIn, STATES } from '../alerts/alertSearch.ts';
import { MEASURES, type Measure } from '../roof/measures.ts';

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
/** Choices of the energy view, which include any range of days. */
export const BY = [...BARS, 'range'] as const;
export type RangeBars = Exclude<Bars, 'lifetime'>;
/** Spans of a report. */
export const SPANS = ['day', 'week', 'month', 'year', 'range'] as const;
export type Span = (typeof SPANS)[number];
/** Search parameters of the page; a type, because the router accepts no interface. */
export type SiteSearch = AlertSearch & {
  sid: string;
  /** The overview when omitted. */
  view?: View;
  /** Day of the power view, "YYYY-MM-DD"; today when omitted. */
  day?: string;
  /** Serial number; the whole plant when omitted. */
  device?: string;
  /** Names of the quantities; production when omitted. */
  lines?: string[];
  step?: number;
  /** Module of the device; the whole device when omitted. */
  module?: number;
  /** Zoomed minutes of the day, "600-720". */
  zoom?: string;
  /** Comparison of the power view: another day, another device of the plant, or another plant. */
  besideDay?: string;
  besideDevice?: string;
  besideSite?: string;
  by?: (typeof BY)[number];
  /** Bars of a range; chosen by its length when omitted. */
  bars?: RangeBars;
  /** Ends of the energy view's range of days, both ends included. */
  from?: string;
  to?: string;
  /** Position of the playback in minutes of the plant's day. */
  at?: number;
  /** What colours the layout; chosen by what its modules have produced when omitted. */
  measure?: Measure;
  /** False: the energy view draws production only; otherwise all measured flows. */
  flows?: boolean;
  /** Comparison of the energy view: 'previous', 'yearAgo', or the first day of the other period. */
  compare?: string;
  /** Year of the energy view's months. */
  year?: number;
  /** Span of the report, around `day` or from `from` to `to`; the month when omitted. */
  span?: Span;
};

const oneOf = <T>(list: readonly T[], value: unknown): T | undefined => list.find((entry) => entry === value);
const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;

/** Returns a well-formed number or name; the view checks whether it exists. */
function identifier(value: unknown): string | undefined {
  const candidate = text(value);
  return candidate && /^[\w-]{1,40}$/.test(candidate) ? candidate : undefined;
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
    zoom: identifier(raw.zoom),
    besideDay: searchDay(raw.besideDay),
    besideDevice: identifier(raw.besideDevice),
    besideSite: identifier(raw.besideSite),
    by: oneOf(BY, raw.by),
    bars: oneOf(BARS.slice(0, 3) as RangeBars[], raw.bars),
    span: oneOf(SPANS, raw.span),
    flows: oneOf([true, false], raw.flows),
    compare: oneOf(['previous', 'yearAgo'], raw.compare) ?? searchDay(raw.compare),
    measure: oneOf(MEASURES, raw.measure),
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

/** Returns the search parameters and a function that changes some of them; undefined removes one from the address. */
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
