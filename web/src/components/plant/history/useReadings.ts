// The readings of a device over some days, asked page by page as one scrolls: the newest first, and those that are looked at.
import type { Response } from '@heliograph/contract/calls.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useCall } from '../../../api/useCall.ts';
import type { Rows } from '../../list/DataTable.tsx';
import { REFETCH_MS } from '../useToday.ts';

type Answer = Response<'device/history'>;
export type Reading = Omit<Answer['list'][number], 'values'> & { values: ReadonlyMap<string, number | null> };

/** More rows than are ever seen at once, so that these lie on two pages at most. */
const PAGE_SIZE = 100;
/** Browsers draw nothing higher than some 17 million pixels. */
export const MAX_ROWS = 400_000;
/** While one drags the bar, nothing is asked for what only flies by. */
const RESTS_MS = 80;

interface Of {
  sid: string;
  sn: string;
  start: string;
  end: string;
}

/** Pages know their quantities themselves: a later one may have some that an earlier one lacks. */
function readingsOf(answer: Answer | undefined): readonly Reading[] {
  const { columns = [], list = [] } = answer ?? {};
  return list.map(({ values, ...row }) => ({
    ...row,
    values: new Map(columns.map(({ name }, place) => [name, values[place] ?? null])),
  }));
}

/** A page counted from the oldest; undefined: none is wanted. */
function useOlder(of: Of, num: number | undefined) {
  const page = useCall(
    'device/history',
    { ...of, page: { size: PAGE_SIZE, num: num ?? 0 }, sort: [{ field: 'time', descending: false }] },
    { enabled: num !== undefined },
  );
  const rows = useMemo(() => readingsOf(page.data), [page.data]);
  return { num, rows, error: num === undefined ? null : page.error, refetch: page.refetch };
}

export function useReadings(of: Of, isLive: boolean) {
  const newest = useCall(
    'device/history',
    { ...of, page: { size: PAGE_SIZE, num: 0 } },
    { keepsPrevious: true, ...(isLive ? { refetchIntervalMs: REFETCH_MS } : {}) },
  );
  const total = newest.data?.total ?? 0;
  const [seen, setSeen] = useState({ first: 0, last: 0 });
  const [{ first, last }] = useDebouncedValue(seen, RESTS_MS);
  // Older pages are counted from the oldest reading: what comes in moves none of their rows to another page.
  const pageOf = (row: number): number => Math.floor((total - 1 - row) / PAGE_SIZE);
  const from = Math.max(PAGE_SIZE, first);
  const to = Math.min(total - 1, last);
  const pages = to < from || newest.isPlaceholderData ? [] : [pageOf(from), pageOf(to)];
  const even = useOlder(
    of,
    pages.find((page) => page % 2 === 0),
  );
  const odd = useOlder(
    of,
    pages.find((page) => page % 2 === 1),
  );
  const newestRows = useMemo(() => readingsOf(newest.data), [newest.data]);
  const length = Math.min(total, MAX_ROWS);
  const rows: Rows<Reading> = {
    length,
    at: (row) => {
      if (row < newestRows.length) return newestRows[row];
      const page = pageOf(row);
      const { num, rows: older } = page % 2 === 0 ? even : odd;
      return num === page ? older[(total - 1 - row) % PAGE_SIZE] : undefined;
    },
  };
  const [onSeen] = useState(() => (one: number, other: number) => setSeen({ first: one, last: other }));
  const failed = [even, odd].find(({ error }) => error);
  return { newest, rows, loaded: [newestRows, even.rows, odd.rows], onSeen, failed };
}
