// A whole list page: heading, search, filters, columns, saved views, CSV, table or cards, pager; its state is in the address.
import type { Request } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { full } from '../../format/numbers.ts';
import type { Destination } from '../../links.ts';
import { useAnnounced } from '../../ui/announcer.ts';
import { PageHeader } from '../PageHeader.tsx';
import { ColumnsButton } from './ColumnsButton.tsx';
import { type ListColumn, offerOf } from './column.ts';
import { ExportButton } from './ExportButton.tsx';
import bar from './FilterBar.module.css';
import { FiltersButton } from './FiltersButton.tsx';
import type { FilterField } from './filterField.ts';
import { ListBody } from './ListBody.tsx';
import {
  type List,
  type ListPath,
  type ListState,
  type ListView,
  PAGE_SIZES,
  type RowOf,
  type SortOf,
} from './listState.ts';
import { Pager } from './Pager.tsx';
import { SearchBox } from './SearchBox.tsx';
import { useFound } from './useFound.ts';
import { useLastPage } from './useLastPage.ts';
import { type ListSettings, useListSettings } from './useListSettings.ts';
import { ViewSwitch } from './ViewSwitch.tsx';
import { ViewsButton } from './ViewsButton.tsx';

const REFRESH_MS = 30_000;

/** Texts of one list; the others are common to all lists. */
export interface ListTexts {
  title: string;
  /** Below the title. */
  facts?: ReactNode;
  /** Label of the search, with the searched fields. */
  search: string;
  /** Text of an empty list: what it is for and what to do next. */
  empty: { title: string; text: string; icon: ReactNode; action?: ReactNode };
  /** Text when nothing matches search and filters. */
  noMatches: { title: string; text: string };
  /** Name of the CSV file, without its day. */
  file: string;
}

export interface ListPageProps<P extends ListPath, Filter extends string> {
  list: List<P, Filter>;
  columns: readonly ListColumn<RowOf<P>, SortOf<P>>[];
  texts: ListTexts;
  keyOf: (row: RowOf<P>) => string;
  /** The filters of the panel. */
  fields?: readonly FilterField<Filter>[];
  /** Controls next to the search, such as counters that filter. */
  barControls?: (
    state: ListState<SortOf<P>, Filter>,
    set: (filters: Partial<Record<Filter, string>>) => void,
  ) => ReactNode;
  /** Returns the destination of a row. */
  linkOf?: (row: RowOf<P>) => Destination;
  actions?: (row: RowOf<P>) => ReactNode;
  actionsWidthPx?: number;
  /** Number of columns that stay at the left when the table is scrolled sideways. */
  pinnedColumns?: number;
  /** Renders the card of a row; built from the columns by default. */
  card?: (row: RowOf<P>) => ReactNode;
  /** Height of a card, for the skeleton. */
  cardPx?: number;
  /** Renders the map of the rows, for a list with a map; `onAt` is called when the map was moved. */
  map?: (state: ListState<SortOf<P>, Filter>, onAt: (at: string) => void) => ReactNode;
  /** Buttons next to the title. */
  head?: ReactNode;
  /** Message between heading and bar on a completed action. */
  notice?: ReactNode;
  /** Shows the search in an empty list too, because some rows are only shown when searched for. */
  alwaysShowsSearch?: boolean;
}

/** Returns a list's state from the address, and functions that change it. */
function useListState<P extends ListPath, Filter extends string>(list: List<P, Filter>) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const state = useMemo(() => list.stateOf(search), [list, search]);
  const go = (next: typeof state, replace = false) =>
    void navigate({ to: '.', search: list.searchOf(next), replace, resetScroll: false });
  // Removes an e-mail address that a link or bookmark brought into the address.
  useEffect(() => {
    if (!/@|%40/i.test(window.location.search)) return;
    void navigate({ to: '.', search: list.searchOf(state), replace: true, resetScroll: false });
  }, [list, navigate, state]);
  const change = (part: Partial<typeof state>, replace = false) => go({ ...state, page: 0, row: '', ...part }, replace);
  const filterBy = (filters: Partial<Record<Filter, string>>) =>
    change({ filters: { ...state.filters, ...filters } as Record<Filter, string> });
  return { state, go, change, filterBy };
}

/** Returns the rows of the state's page; `onLastPage` is called when that page no longer exists. */
function useListRows<P extends ListPath, Filter extends string>(
  list: List<P, Filter>,
  state: ListState<SortOf<P>, Filter>,
  onLastPage: (page: number) => void,
) {
  const rows = useCall<ListPath>(list.call, list.requestOf(state) as Request<ListPath>, {
    keepsPrevious: true,
    refetchIntervalMs: REFRESH_MS,
  });
  // Many rows are rendered in slices, so that the page stays responsive.
  const data = useDeferredValue(rows.data);
  const isBeyond = useLastPage(rows, state, onLastPage);
  /** Returns the cursor of the next or previous page, at the last or first row of this one; '' for any other page or while loading. */
  const cursorTo = (page: number, keyOf: (row: RowOf<P>) => string): string => {
    const current = rows.isPlaceholderData ? undefined : (rows.data?.list as readonly RowOf<P>[] | undefined);
    const row = page === state.page + 1 ? current?.at(-1) : page === state.page - 1 ? current?.[0] : undefined;
    return list.usesCursor && row ? `${page > state.page ? 'after' : 'before'}-${keyOf(row)}` : '';
  };
  return {
    rows,
    loaded: data?.list as readonly RowOf<P>[] | undefined,
    total: data?.total ?? 0,
    isBeyond,
    cursorTo,
  };
}

export function ListPage<P extends ListPath, Filter extends string>(props: ListPageProps<P, Filter>) {
  const { list, columns, texts } = props;
  const { t } = useTranslation();
  const address = useListState(list);
  const { state, go, change, filterBy } = address;
  const isPhone = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false });
  const offer = useMemo(() => offerOf(columns), [columns]);
  const settings = useListSettings(list.call, offer);
  const { rows, loaded, total, isBeyond, cursorTo } = useListRows(list, state, (page) =>
    go({ ...state, page, row: '' }, true),
  );

  useFound(rows.isPlaceholderData ? undefined : rows.data?.total, JSON.stringify([state.q, state.filters]));
  useAnnouncedOrder(columns, state);

  /** An empty list: only the button for the first row is shown, and the search where it is always shown. */
  const isEmpty = loaded !== undefined && total === 0 && !list.isFiltered(state);
  const isBare = isEmpty && !props.alwaysShowsSearch;
  /** While loading, the bar is inert, so that it does not flash before an empty list. */
  const isWaiting = loaded === undefined && !rows.error && !list.isFiltered(state) && !props.alwaysShowsSearch;
  const asMap = state.view === 'map' && props.map !== undefined;
  const asCards = isPhone || state.view === 'cards';
  const view = isPhone && !asMap ? 'cards' : state.view;
  const views: ListView[] = [...(isPhone ? [] : ['table' as const]), 'cards', ...(props.map ? ['map' as const] : [])];
  const exporting = (
    <ExportButton list={list} state={state} total={total} columns={columns} keyOf={props.keyOf} texts={texts} />
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        count={loaded && !isEmpty ? full(total, 0) : undefined}
        skip={loaded === undefined || isEmpty ? undefined : t('list.skip')}
        facts={texts.facts}
      >
        {!isEmpty && !isWaiting && !isPhone && exporting}
        {!isBare && !isWaiting && props.head}
      </PageHeader>
      {props.notice && <div className={bar.notice}>{props.notice}</div>}
      {!isBare && (
        <div className={bar.bar} inert={isWaiting}>
          <SearchBox value={state.q} label={texts.search} onSearch={(q) => change({ q }, true)} />
          {props.barControls?.(state, filterBy)}
          {!isEmpty && (
            <BarTools
              {...props}
              address={address}
              settings={settings}
              fixed={offer.fixed ?? []}
              total={total}
              views={views}
              view={view}
            >
              {isPhone && exporting}
            </BarTools>
          )}
        </div>
      )}
      {asMap && total > 0 ? (
        props.map?.(state, (at) => go({ ...state, at }, true))
      ) : (
        <ListBody
          {...props}
          state={state}
          // An empty list does not wait for its column settings.
          rows={isBeyond || !(settings.isKnown || total === 0) ? undefined : loaded}
          error={rows.error}
          onRetry={() => void rows.refetch()}
          isWaiting={rows.isPlaceholderData}
          asCards={asCards}
          choice={settings.choice}
          onState={go}
        />
      )}
      {total > 0 && !asMap && (
        <Pager
          page={state.page}
          size={state.size}
          total={total}
          sizes={PAGE_SIZES}
          onPage={(page) => change({ page, row: cursorTo(page, props.keyOf) })}
          onSize={(size) => change({ size: PAGE_SIZES.find((each) => each === size) })}
        />
      )}
    </>
  );
}

/** Speaks the order of the rows when it changes. */
function useAnnouncedOrder(columns: readonly ListColumn<never>[], state: { sort: string; descending: boolean }): void {
  const { t } = useTranslation();
  const column = columns.find(({ sort }) => sort === state.sort)?.title ?? '';
  useAnnounced(t(state.descending ? 'list.sortedDown' : 'list.sortedUp', { column }));
}

interface BarToolsProps<P extends ListPath, Filter extends string>
  extends Pick<ListPageProps<P, Filter>, 'list' | 'columns' | 'fields'> {
  address: ReturnType<typeof useListState<P, Filter>>;
  settings: ListSettings;
  /** Columns that cannot be hidden. */
  fixed: readonly string[];
  total: number;
  /** Available views, and the shown one. */
  views: readonly ListView[];
  view: ListView;
  /** Further tools at the end. */
  children: ReactNode;
}

/** Filters, columns, saved views and the switch of the view, at the end of the bar. */
function BarTools<P extends ListPath, Filter extends string>(props: BarToolsProps<P, Filter>) {
  const { list, columns, fields = [], address, settings, views, view } = props;
  const { state, go, change, filterBy } = address;
  const { t } = useTranslation();
  const titles = useMemo(() => new Map(columns.map(({ id, title }) => [id, title])), [columns]);
  return (
    <div className={bar.side}>
      {props.total > 0 && list.isFiltered(state) && (
        <Button variant="subtle" onClick={() => change({ q: '', filters: list.noFilters })}>
          {t('list.reset')}
        </Button>
      )}
      {fields.length > 0 && (
        <FiltersButton fields={fields} values={state.filters} count={list.panelCount(state)} onChange={filterBy} />
      )}
      {view === 'table' && (
        <ColumnsButton titles={titles} choice={settings.choice} fixed={props.fixed} onChange={settings.changeColumns} />
      )}
      <ViewsButton
        search={list.savedOf({ ...state, page: 0 })}
        views={settings.views}
        onChange={settings.changeViews}
        onOpen={(saved) => go(list.stateOf(saved))}
      />
      {views.length > 1 && (
        <ViewSwitch views={views} value={view} onChange={(chosen) => change({ view: chosen, page: state.page })} />
      )}
      {props.children}
    </div>
  );
}
