// What the plant list shows, as its address says it and as the call is asked: one link reopens one view.
import type { Request } from '@heliograph/contract/calls.ts';
import { type SiteStatus, STATUS } from '@heliograph/contract/statuses.ts';

export const SORTS = [
  'problems',
  'siteName',
  'powerMax',
  'now',
  'nowPerPeak',
  'todayPower',
  'todayPerPeak',
  'totalPower',
  'reporting',
  'lastUpdate',
  'createdAt',
  'commissionDate',
] as const satisfies NonNullable<Request<'site/listWithSN'>['sort']>[number]['field'][];
export type SiteSort = (typeof SORTS)[number];

export const PAGE_SIZES = [20, 50, 100, 200] as const;
const USUAL_SIZE = 20;

export interface Filters {
  /** Name, place, serial number, e-mail. */
  q: string;
  status: SiteStatus | '';
  name: string;
  owner: string;
  installer: string;
  country: string;
  street: string;
  /** Created between these days, "YYYY-MM-DD". */
  from: string;
  to: string;
  commissioned: 'yes' | 'no' | '';
}

export interface ListState extends Filters {
  sort: SiteSort;
  descending: boolean;
  /** From 0; the address counts from 1. */
  page: number;
  size: number;
  view: 'table' | 'cards';
}

export const NO_FILTERS: Filters = {
  q: '',
  status: '',
  name: '',
  owner: '',
  installer: '',
  country: '',
  street: '',
  from: '',
  to: '',
  commissioned: '',
};
/** The filters of the panel; search and status stand beside it. */
export const PANEL_FILTERS = ['name', 'owner', 'installer', 'country', 'street', 'from', 'to', 'commissioned'] as const;

const USUAL: ListState = {
  ...NO_FILTERS,
  sort: 'problems',
  descending: false,
  page: 0,
  size: USUAL_SIZE,
  view: 'table',
};

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 200) : '';
const day = (value: unknown): string => (/^\d{4}-\d{2}-\d{2}$/.test(text(value)) ? text(value) : '');
const oneOf = <const T extends string>(value: unknown, of: readonly T[]): T | '' =>
  of.find((each) => each === value) ?? '';

/** The router's search -> what to show. Whatever is not understood counts as not said. */
export function listStateOf(search: Record<string, unknown>): ListState {
  const order = text(search.sort);
  const page = Number(search.page);
  const size = Number(search.size);
  return {
    q: text(search.q),
    status: oneOf(search.status, Object.keys(STATUS) as SiteStatus[]),
    name: text(search.name),
    owner: text(search.owner),
    installer: text(search.installer),
    country: /^[A-Za-z]{2}$/.test(text(search.country)) ? text(search.country).toUpperCase() : '',
    street: text(search.street),
    from: day(search.from),
    to: day(search.to),
    commissioned: oneOf(search.commissioned, ['yes', 'no']),
    sort: oneOf(order.replace(/^-/, ''), SORTS) || 'problems',
    descending: order.startsWith('-') && oneOf(order.slice(1), SORTS) !== '',
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page - 1 : 0,
    size: PAGE_SIZES.find((each) => each === size) ?? USUAL_SIZE,
    view: search.view === 'cards' ? 'cards' : 'table',
  };
}

/** The shortest address that says it: what is usual is left out. */
export function searchOf(state: ListState): Record<string, unknown> {
  const search: Record<string, unknown> = {};
  for (const key of Object.keys(NO_FILTERS) as (keyof Filters)[]) if (state[key]) search[key] = state[key];
  if (state.sort !== USUAL.sort || state.descending) search.sort = (state.descending ? '-' : '') + state.sort;
  if (state.page > 0) search.page = state.page + 1;
  if (state.size !== USUAL.size) search.size = state.size;
  if (state.view !== USUAL.view) search.view = state.view;
  return search;
}

export function requestOf(state: ListState): Request<'site/listWithSN'> {
  return {
    page: { size: state.size, num: state.page },
    filters: {
      keywords: state.q,
      site_name: state.name,
      user_email: state.owner,
      installer_email: state.installer,
      country_code: state.country,
      street: state.street,
      created_start_date: state.from,
      created_end_date: state.to,
      is_commission: { yes: '1', no: '0', '': '' }[state.commissioned],
      status: state.status === '' ? '' : String(STATUS[state.status]),
    },
    sort: [{ field: state.sort, descending: state.descending }],
  };
}

/** A press on a column's head: first the useful direction, then the other, then problems first again. */
export function nextSort(state: ListState, field: SiteSort): ListState {
  const first = field !== 'siteName';
  if (state.sort !== field) return { ...state, sort: field, descending: first, page: 0 };
  if (state.descending === first) return { ...state, descending: !first, page: 0 };
  return { ...state, sort: 'problems', descending: false, page: 0 };
}

export const isFiltered = (state: ListState): boolean =>
  (Object.keys(NO_FILTERS) as (keyof Filters)[]).some((key) => state[key] !== '');

export const panelFilterCount = (state: ListState): number => PANEL_FILTERS.filter((key) => state[key] !== '').length;
