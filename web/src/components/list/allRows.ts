// Fetches all rows of a filtered list page by page, each row once.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import type { List, ListPath, ListState, RowOf, SortOf } from './listState.ts';

const PAGE_SIZE = 200;
/** Maximum number of rows for a download from a browser; more is a report. */
export const MAX_ROWS = 20_000;

/** Fields of an answer that report more rows than `total`. */
interface Capped {
  isMore?: boolean;
  hasMore?: boolean;
}

export interface AllRows<Row> {
  rows: Row[];
  /** There are more rows: they are not counted by the server, or exceed one download. */
  isCut: boolean;
}

/** Returns all rows; `progress` is called with the number of rows so far and the total. */
export async function allRows<P extends ListPath, Filter extends string>(
  list: List<P, Filter>,
  state: ListState<SortOf<P>, Filter>,
  keyOf: (row: RowOf<P>) => string,
  fetchPage: (body: Request<P>) => Promise<Response<P>>,
  progress: (done: number, total: number) => void,
): Promise<AllRows<RowOf<P>>> {
  const sort = list.stableSorts.includes(state.sort)
    ? {}
    : { sort: list.stableSorts[0] ?? state.sort, descending: false };
  const byKey = new Map<string, RowOf<P>>();
  let isCut = false;
  for (let page = 0; page * PAGE_SIZE < MAX_ROWS; page++) {
    const answer = await fetchPage(list.requestOf({ ...state, ...sort, size: PAGE_SIZE, page, row: '' }));
    const { list: rows, total, isMore, hasMore } = answer as Response<P> & Capped;
    isCut = total > MAX_ROWS || Boolean(isMore ?? hasMore);
    for (const row of rows as RowOf<P>[]) byKey.set(keyOf(row), row);
    progress(Math.min(total, page * PAGE_SIZE + rows.length), Math.min(total, MAX_ROWS));
    if (rows.length < PAGE_SIZE) break;
  }
  return { rows: [...byKey.values()], isCut };
}
