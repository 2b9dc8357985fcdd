// All rows of what is filtered: asked page by page, each row once.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import type { List, ListPath, ListState, RowOf, SortOf } from './listState.ts';

const PAGE = 200;
/** More than this is a report, not a download from a browser. */
export const MOST_ROWS = 20_000;

/** `progress` hears how many rows there are so far, and of how many. */
export async function allRows<P extends ListPath, Filter extends string>(
  list: List<P, Filter>,
  state: ListState<SortOf<P>, Filter>,
  keyOf: (row: RowOf<P>) => string,
  ask: (body: Request<P>) => Promise<Response<P>>,
  progress: (done: number, total: number) => void,
): Promise<RowOf<P>[]> {
  const sort = list.steady.includes(state.sort) ? {} : { sort: list.steady[0] ?? state.sort, descending: false };
  const found = new Map<string, RowOf<P>>();
  for (let page = 0; page * PAGE < MOST_ROWS; page++) {
    const { list: rows, total } = await ask(list.requestOf({ ...state, ...sort, size: PAGE, page, row: '' }));
    for (const row of rows as RowOf<P>[]) found.set(keyOf(row), row);
    progress(Math.min(total, page * PAGE + rows.length), Math.min(total, MOST_ROWS));
    if (rows.length < PAGE) break;
  }
  return [...found.values()];
}
