// State of a list, converted to and from its address and to the request of its call, so that a link reopens the same view.
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import { NO_COUNTRY } from '@heliograph/contract/countryFilter.ts';
import { maskText, unmaskText } from './maskText.ts';

type Sorted = { page?: unknown; filters?: unknown; sort?: readonly { field: string }[] | undefined };
/** Paths of calls with pages that the server filters and sorts. */
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

/** A filter in the address and in the request; '' is none. */
export interface FilterSpec {
  /** Name in the request. */
  wire: string;
  /** Parses the value in the address; '' for an invalid one. */
  read: (value: unknown) => string;
  /** Converts the text to the request's value; '' means any there too. */
  send?: (value: string) => string;
  /** Shown next to the search instead of in the panel. */
  isInBar?: true;
}

export type ListView = 'table' | 'cards' | 'map';

export const PAGE_SIZES = [20, 50, 100, 200] as const;
type PageSize = (typeof PAGE_SIZES)[number];

export interface ListSpec<P extends ListPath, Filter extends string> {
  call: P;
  /** Sort fields of the call, each with the direction of the first press on its column header. */
  sorts: Readonly<Record<SortOf<P>, 'up' | 'down'>>;
  defaults: { sort: SortOf<P>; descending?: boolean; size?: PageSize };
  /** Orders in which no row moves to another page while all pages are fetched one after another. */
  stableSorts: readonly SortOf<P>[];
  filters: Readonly<Record<Filter, FilterSpec>>;
  /** Its rows have locations for a map. */
  hasMap?: true;
  /** Further fields of the request, on every page. */
  asks?: Partial<Request<P>>;
  /** Pages by cursor: the call takes the last row of a page as `from`, which is fast for long lists and stable against new rows. */
  usesCursor?: true;
}

export interface ListState<Sort extends string = string, Filter extends string = string> {
  /** Search text; the call's `keywords`. */
  q: string;
  filters: Readonly<Record<Filter, string>>;
  sort: Sort;
  descending: boolean;
  /** Page number from 0; the address counts from 1. */
  page: number;
  /** Cursor of a list that pages by cursor: "after-12" or "before-12", the row next to the page; '' counts from the first row. */
  row: string;
  size: PageSize;
  view: ListView;
  /** Position of the map: "latitude,longitude,zoom"; '' shows all of the list. */
  at: string;
}

/** The list's search parameters in an address, without default values. */
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
  /** Returns the search parameters of a saved view, with texts that the address masks. */
  savedOf: (state: ListState<SortOf<P>, Filter>) => ListSearch<Filter>;
  /** Validates the search parameters of the route; invalid ones are dropped. */
  search: (raw: Record<string, unknown>) => ListSearch<Filter>;
  requestOf: (state: ListState<SortOf<P>, Filter>) => Request<P>;
  nextSort: (state: ListState<SortOf<P>, Filter>, field: SortOf<P>) => ListState<SortOf<P>, Filter>;
  isFiltered: (state: ListState<SortOf<P>, Filter>) => boolean;
  /** Returns the number of set filters in the panel. */
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

const unmasked = (value: unknown): unknown => (typeof value === 'string' ? unmaskText(value) : value);

const cursorOf = (row: string) => {
  const [side, id] = row.split('-');
  return { side, id: Number(id) };
};

export const textFilter = (wire: string): FilterSpec => ({ wire, read: readText });
/** A filter by a day, "YYYY-MM-DD". */
export const dayFilter = (wire: string): FilterSpec => ({ wire, read: readDay });
/** A filter by one of a few choices; `sent` maps each to the request's value. */
export const choiceFilter = (
  wire: string,
  sent: Readonly<Record<string, string>>,
  extra: { isInBar?: true } = {},
): FilterSpec => ({
  wire,
  read: (value) => (typeof value === 'string' && Object.hasOwn(sent, value) ? value : ''),
  send: (value) => sent[value] ?? '',
  ...extra,
});

/** A filter by country: ISO 3166-1 alpha-2, or no country. */
export const countryFilter = (wire: string): FilterSpec => ({
  wire,
  read: (value) => {
    const country = readText(value);
    if (country === NO_COUNTRY) return country;
    return /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : '';
  },
});

/** Builds the address and request functions of a list from its specification. */
export function defineList<P extends ListPath, Filter extends string>(spec: ListSpec<P, Filter>): List<P, Filter> {
  type State = ListState<SortOf<P>, Filter>;
  const names = Object.keys(spec.filters) as Filter[];
  const sorts = Object.keys(spec.sorts) as SortOf<P>[];
  const defaultSize = spec.defaults.size ?? 20;
  const defaultDescends = spec.defaults.descending ?? false;
  const each = (value: (name: Filter) => string) =>
    Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Filter, string>;
  const noFilters = each(() => '');

  const viewOf = (value: unknown): ListView =>
    value === 'cards' || (value === 'map' && spec.hasMap) ? value : 'table';

  const stateOf = (raw: object): State => {
    const search = raw as Record<string, unknown>;
    const order = readText(search.sort);
    const sort = sorts.find((field) => field === order.replace(/^-/, ''));
    const page = Number(search.page);
    return {
      q: unmaskText(readText(search.q)),
      filters: each((name) => spec.filters[name].read(unmasked(search[name]))),
      sort: sort ?? spec.defaults.sort,
      descending: sort === undefined ? defaultDescends : order.startsWith('-'),
      page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page - 1 : 0,
      row: spec.usesCursor ? readRow(search.row) : '',
      size: PAGE_SIZES.find((size) => size === Number(search.size)) ?? defaultSize,
      view: viewOf(search.view),
      at: readAt(search.at),
    };
  };
  const searchBy = (write: (text: string) => string, state: State): ListSearch<Filter> => {
    const search: Record<string, unknown> = {};
    if (state.q) search.q = write(state.q);
    for (const name of names) if (state.filters[name]) search[name] = write(state.filters[name]);
    if (state.sort !== spec.defaults.sort || state.descending !== defaultDescends)
      search.sort = (state.descending ? '-' : '') + state.sort;
    if (state.page > 0) search.page = state.page + 1;
    if (state.page > 0 && state.row) search.row = state.row;
    if (state.size !== defaultSize) search.size = state.size;
    if (state.view !== 'table') search.view = state.view;
    if (state.view === 'map' && state.at) search.at = state.at;
    return search as ListSearch<Filter>;
  };
  const searchOf = (state: State) => searchBy(maskText, state);
  const panel = names.filter((name) => !spec.filters[name].isInBar);
  return {
    ...spec,
    stateOf,
    searchOf,
    savedOf: (state) => searchBy((text) => text, state),
    search: (raw) => searchOf(stateOf(raw)),
    // `ListSpec` requires filters and orders that match the call's own types.
    requestOf: (state) =>
      ({
        page: { size: state.size, num: state.page },
        ...(state.page > 0 && state.row ? { from: cursorOf(state.row) } : {}),
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
    /** Cycles through the useful direction, the opposite one and the default order. */
    nextSort: (state, field) => {
      const first = spec.sorts[field] === 'down';
      if (state.sort !== field) return { ...state, sort: field, descending: first, page: 0, row: '' };
      if (state.descending === first) return { ...state, descending: !first, page: 0, row: '' };
      return { ...state, sort: spec.defaults.sort, descending: defaultDescends, page: 0, row: '' };
    },
    isFiltered: (state) => state.q !== '' || names.some((name) => state.filters[name] !== ''),
    panelCount: (state) => panel.filter((name) => state.filters[name] !== '').length,
    noFilters,
  };
}
