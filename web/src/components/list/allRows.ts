// All rows of what is filtered: asked page by page, each row once.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import type { List, ListPath, ListState, RowOf, SortOf } from './listState.ts';

const PAGE = 200;
/** More than this is a report, not a download from a browser. */
export const MAX_ROWS = 20_000;

/** What says that a list goes on behind what is counted of it. */
interface Capped {
  isMore?: boolean;
  hasMore?: boolean;
}

export interface AllRows<Row> {
  rows: Row[];
  /** There are more: no page of them is told, or they are more than one download takes. */
  isCut: boolean;
}

/** `progress` hears how many rows there are so far, and of how many. */
export async function allRows<P extends ListPath, Filter extends string>(
  list: List<P, Filter>,
  state: ListState<SortOf<P>, Filter>,
  keyOf: (row: RowOf<P>) => string,
  ask: (body: Request<P>) => Promise<Response<P>>,
  progress: (done: number, total: number) => void,
): Promise<AllRows<RowOf<P>>> {
  const sort = list.steady.includes(state.sort) ? {} : { sort: list.steady[0] ?? state.sort, descending: false };
  const found = new Map<string, RowOf<P>>();
  let isCut = false;
  for (let page = 0; page * PAGE < MAX_ROWS; page++) {
    const answer = await ask(list.requestOf({ ...state, ...sort, size: PAGE, page, row: '' }));
    const { list: rows, total, isMore, hasMore } = answer as Response<P> & Capped;
    isCut = total > MAX_ROWS || Boolean(isMore ?? hasMore);
    for (const row of rows as RowOf<P>[]) found.set(keyOf(row), row);
    progress(Math.min(total, page * PAGE + rows.length), Math.min(total, MAX_ROWS));
    if (rows.length < PAGE) break;
  }
  return { rows: [...found.values()], isCut };
}
