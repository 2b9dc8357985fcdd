// The readings of a device over a range of days, fetched page by page during scrolling: the newest page, and the visible ones.
import type { Response } from '@heliograph/contract/calls.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useCall } from '../../../api/useCall.ts';
import type { Rows } from '../../list/DataTable.tsx';
import { REFETCH_MS } from '../useToday.ts';

type Answer = Response<'device/history'>;
export type Reading = Omit<Answer['list'][number], 'values'> & { values: ReadonlyMap<string, number | null> };

/** More rows than are ever visible at once, so that visible rows are on two pages at most. */
const PAGE_SIZE = 100;
/** Maximum number of rows: browsers render nothing higher than some 17 million pixels. */
export const MAX_ROWS = 400_000;
/** Debounce time, so that nothing is fetched for rows that only pass by while the scroll bar is dragged. */
const DEBOUNCE_MS = 80;

interface DeviceDays {
  sid: string;
  sn: string;
  start: string;
  end: string;
}

/** Returns the readings with values by quantity, because each page has its own list of quantities. */
function readingsOf(answer: Answer | undefined): readonly Reading[] {
  const { columns = [], list = [] } = answer ?? {};
  return list.map(({ values, ...row }) => ({
    ...row,
    values: new Map(columns.map(({ name }, index) => [name, values[index] ?? null])),
  }));
}

/** Returns a page counted from the oldest reading; nothing is fetched when `num` is undefined. */
function useOlder(device: DeviceDays, num: number | undefined) {
  const page = useCall(
    'device/history',
    { ...device, page: { size: PAGE_SIZE, num: num ?? 0 }, sort: [{ field: 'time', descending: false }] },
    { enabled: num !== undefined },
  );
  const rows = useMemo(() => readingsOf(page.data), [page.data]);
  return { num, rows, error: num === undefined ? null : page.error, refetch: page.refetch };
}

/** Reads the newest page, with the number of all readings. */
export const useNewest = (device: DeviceDays, isLive: boolean) =>
  useCall(
    'device/history',
    { ...device, page: { size: PAGE_SIZE, num: 0 } },
    { keepsPrevious: true, ...(isLive ? { refetchIntervalMs: REFETCH_MS } : {}) },
  );

export function useReadings(device: DeviceDays, isLive: boolean) {
  const newest = useNewest(device, isLive);
  const total = newest.data?.total ?? 0;
  const [visible, setVisible] = useState({ first: 0, last: 0 });
  const [{ first, last }] = useDebouncedValue(visible, DEBOUNCE_MS);
  // Older pages are counted from the oldest reading, so that new readings move no row to another page.
  const pageOf = (row: number): number => Math.floor((total - 1 - row) / PAGE_SIZE);
  const from = Math.max(PAGE_SIZE, first);
  const to = Math.min(total - 1, last);
  const pages = to < from || newest.isPlaceholderData ? [] : [pageOf(from), pageOf(to)];
  const even = useOlder(
    device,
    pages.find((page) => page % 2 === 0),
  );
  const odd = useOlder(
    device,
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
  const [onVisible] = useState(
    () => (firstRow: number, lastRow: number) => setVisible({ first: firstRow, last: lastRow }),
  );
  const failed = [even, odd].find(({ error }) => error);
  return { newest, rows, loaded: [newestRows, even.rows, odd.rows], onVisible, failed };
}
