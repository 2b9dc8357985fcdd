// What a list shows, as its address says it and as its call is asked: one link reopens one view.
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import { NO_COUNTRY } from '@heliograph/contract/countryFilter.ts';
import { maskText, meantByAddress } from './maskText.ts';

type Sorted = { page?: unknown; filters?: unknown; sort?: readonly { field: string }[] | undefined };
/** Calls that answer page by page, filtered and sorted by the server. */
export type ListPath = {
  [P in Path]: Response<P> extends { list: readonly object[]; total: number }
    ? 'sort' extends keyof Request<P>
      ? Request<P> extends Sorted
        ? P
        : never
      : never
    : never;
}[Path];
export type RowOf<P extends ListPath> = Response<P>['list'][number];
export type SortOf<P extends ListPath> = NonNullable<Extract<Request<P>, Sorted>['sort']>[number]['field'];

/** A filter as the address has it and as the call is asked; '' is none. */
export interface FilterSpec {
  /** What the call names it. */
  wire: string;
  /** The address's value as a text that can be used; '' for what is not understood. */
  read: (value: unknown) => string;
  /** What the call takes instead of the text; '' means any there too. */
  send?: (value: string) => string;
  /** Stands beside the search instead of in the panel. */
  isBeside?: true;
}

export type ListView = 'table' | 'cards' | 'map';

export const PAGE_SIZES = [20, 50, 100, 200] as const;
type PageSize = (typeof PAGE_SIZES)[number];

export interface ListSpec<P extends ListPath, Filter extends string> {
  call: P;
  /** Each field the call sorts by, and which way a first press on its column's head sorts. */
  sorts: Readonly<Record<SortOf<P>, 'up' | 'down'>>;
  usual: { sort: SortOf<P>; descending?: boolean; size?: PageSize };
  /** Orders in which no row moves to another page while all pages are asked one after another. */
  steady: readonly SortOf<P>[];
  filters: Readonly<Record<Filter, FilterSpec>>;
  /** Its rows have a place on a map. */
  hasMap?: true;
  /** What the call is asked besides, on every page. */
  asks?: Partial<Request<P>>;
  /** It goes from page to page by the row where one ends, which the call takes as `from`: however long it is, and whatever comes meanwhile. */
  readsOn?: true;
}

export interface ListState<Sort extends string = string, Filter extends string = string> {
  /** The search at once; the call's `keywords`. */
  q: string;
  filters: Readonly<Record<Filter, string>>;
  sort: Sort;
  descending: boolean;
  /** From 0; the address counts from 1. */
  page: number;
  /** Of a list that reads on: "after-12" or "before-12", beside which row the page begins; '': it is counted from the first. */
  row: string;
  size: PageSize;
  view: ListView;
  /** Where a map looks: "latitude,longitude,zoom"; '': at all of the list. */
  at: string;
}

/** The list's part of an address: the shortest that says it. */
export type ListSearch<Filter extends string = string> = {
  q?: string;
  sort?: string;
  page?: number;
  row?: string;
  size?: number;
  view?: Exclude<ListView, 'table'>;
  at?: string;
} & { [F in Filter]?: string };

export interface List<P extends ListPath, Filter extends string> extends ListSpec<P, Filter> {
  stateOf: (search: object) => ListState<SortOf<P>, Filter>;
  searchOf: (state: ListState<SortOf<P>, Filter>) => ListSearch<Filter>;
  /** The same for a view that is kept: with what the address does not say. */
  savedOf: (state: ListState<SortOf<P>, Filter>) => ListSearch<Filter>;
  /** For the route: whatever is not understood leaves the address. */
  search: (raw: Record<string, unknown>) => ListSearch<Filter>;
  requestOf: (state: ListState<SortOf<P>, Filter>) => Request<P>;
  nextSort: (state: ListState<SortOf<P>, Filter>, field: SortOf<P>) => ListState<SortOf<P>, Filter>;
  isFiltered: (state: ListState<SortOf<P>, Filter>) => boolean;
  /** How many filters of the panel are set. */
  panelCount: (state: ListState<SortOf<P>, Filter>) => number;
  noFilters: Readonly<Record<Filter, string>>;
}

export const readText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 200) : '';
const readAt = (value: unknown): string =>
  /^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?,\d{1,2}$/.test(readText(value)) ? readText(value) : '';
const readRow = (value: unknown): string =>
  /^(after|before)-[1-9]\d{0,14}$/.test(readText(value)) ? readText(value) : '';
const readDay = (value: unknown): string => (/^\d{4}-\d{2}-\d{2}$/.test(readText(value)) ? readText(value) : '');

const meant = (value: unknown): unknown => (typeof value === 'string' ? meantByAddress(value) : value);

const besideOf = (row: string) => {
  const [side, id] = row.split('-');
  return { side, id: Number(id) };
};

export const textFilter = (wire: string): FilterSpec => ({ wire, read: readText });
/** "YYYY-MM-DD". */
export const dayFilter = (wire: string): FilterSpec => ({ wire, read: readDay });
/** One of a few; `sent` says what the call takes for each. */
export const choiceFilter = (
  wire: string,
  sent: Readonly<Record<string, string>>,
  more: { isBeside?: true } = {},
): FilterSpec => ({
  wire,
  read: (value) => (typeof value === 'string' && Object.hasOwn(sent, value) ? value : ''),
  send: (value) => sent[value] ?? '',
  ...more,
});

/** ISO 3166-1 alpha-2, or that none is said. */
export const countryFilter = (wire: string): FilterSpec => ({
  wire,
  read: (value) => {
    const country = readText(value);
    if (country === NO_COUNTRY) return country;
    return /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : '';
  },
});

/** A list's address and request, made from what is particular to it. */
export function defineList<P extends ListPath, Filter extends string>(spec: ListSpec<P, Filter>): List<P, Filter> {
  type State = ListState<SortOf<P>, Filter>;
  const names = Object.keys(spec.filters) as Filter[];
  const sorts = Object.keys(spec.sorts) as SortOf<P>[];
  const usualSize = spec.usual.size ?? 20;
  const usualDescends = spec.usual.descending ?? false;
  const each = (value: (name: Filter) => string) =>
    Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Filter, string>;
  const noFilters = each(() => '');

  const viewOf = (given: unknown): ListView =>
    given === 'cards' || (given === 'map' && spec.hasMap) ? given : 'table';

  const stateOf = (given: object): State => {
    const search = given as Record<string, unknown>;
    const order = readText(search.sort);
    const sort = sorts.find((field) => field === order.replace(/^-/, ''));
    const page = Number(search.page);
    return {
      q: meantByAddress(readText(search.q)),
      filters: each((name) => spec.filters[name].read(meant(search[name]))),
      sort: sort ?? spec.usual.sort,
      descending: sort === undefined ? usualDescends : order.startsWith('-'),
      page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page - 1 : 0,
      row: spec.readsOn ? readRow(search.row) : '',
      size: PAGE_SIZES.find((size) => size === Number(search.size)) ?? usualSize,
      view: viewOf(search.view),
      at: readAt(search.at),
    };
  };
  const searchBy = (write: (text: string) => string, state: State): ListSearch<Filter> => {
    const search: Record<string, unknown> = {};
    if (state.q) search.q = write(state.q);
    for (const name of names) if (state.filters[name]) search[name] = write(state.filters[name]);
    if (state.sort !== spec.usual.sort || state.descending !== usualDescends)
      search.sort = (state.descending ? '-' : '') + state.sort;
    if (state.page > 0) search.page = state.page + 1;
    if (state.page > 0 && state.row) search.row = state.row;
    if (state.size !== usualSize) search.size = state.size;
    if (state.view !== 'table') search.view = state.view;
    if (state.view === 'map' && state.at) search.at = state.at;
    return search as ListSearch<Filter>;
  };
  const searchOf = (state: State) => searchBy(maskText, state);
  const panel = names.filter((name) => !spec.filters[name].isBeside);
  return {
    ...spec,
    stateOf,
    searchOf,
    savedOf: (state) => searchBy((text) => text, state),
    search: (raw) => searchOf(stateOf(raw)),
    // The call's own type of filters and order; that they are these is what `ListSpec` asks for.
    requestOf: (state) =>
      ({
        page: { size: state.size, num: state.page },
        ...(state.page > 0 && state.row ? { from: besideOf(state.row) } : {}),
        filters: {
          keywords: state.q,
          ...Object.fromEntries(
            names.map((name) => {
              const { wire, send } = spec.filters[name];
              return [wire, send ? send(state.filters[name]) : state.filters[name]];
            }),
          ),
        },
        sort: [{ field: state.sort, descending: state.descending }],
        ...spec.asks,
      }) as Request<P>,
    /** First the useful direction, then the other, then the usual order again. */
    nextSort: (state, field) => {
      const first = spec.sorts[field] === 'down';
      if (state.sort !== field) return { ...state, sort: field, descending: first, page: 0, row: '' };
      if (state.descending === first) return { ...state, descending: !first, page: 0, row: '' };
      return { ...state, sort: spec.usual.sort, descending: usualDescends, page: 0, row: '' };
    },
    isFiltered: (state) => state.q !== '' || names.some((name) => state.filters[name] !== ''),
    panelCount: (state) => panel.filter((name) => state.filters[name] !== '').length,
    noFilters,
  };
}
