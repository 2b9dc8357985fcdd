// Which modules are marked: they stay so while one searches and turns pages.
import { useMemo, useRef, useState } from 'react';
import type { ModuleRow } from './ModuleTable.tsx';

export interface Marks {
  count: number;
  has: (row: ModuleRow) => boolean;
  /** `from`: also all between the one that was pressed before and this one. */
  set: (row: ModuleRow, isMarked: boolean, from: boolean) => void;
  /** Whether all rows that are shown are marked. */
  areAll: boolean;
  all: () => void;
  clear: () => void;
  list: () => ModuleRow[];
}

export function useMarks(rows: readonly ModuleRow[]): Marks {
  const [marked, setMarked] = useState<ReadonlyMap<string, ModuleRow>>(new Map());
  const last = useRef<string | null>(null);
  return useMemo(() => {
    const place = (plcSN: string | null) => rows.findIndex((row) => row.plcSN === plcSN);
    return {
      count: marked.size,
      has: ({ plcSN }) => marked.has(plcSN),
      set: (row, isMarked, from) => {
        const to = place(row.plcSN);
        const start = from && place(last.current) >= 0 ? place(last.current) : to;
        const next = new Map(marked);
        for (const each of rows.slice(Math.min(start, to), Math.max(start, to) + 1))
          if (isMarked) next.set(each.plcSN, each);
          else next.delete(each.plcSN);
        last.current = row.plcSN;
        setMarked(next);
      },
      areAll: rows.length > 0 && rows.every(({ plcSN }) => marked.has(plcSN)),
      all: () => setMarked(new Map([...marked, ...rows.map((row) => [row.plcSN, row] as const)])),
      clear: () => setMarked(new Map()),
      list: () => [...marked.values()],
    };
  }, [rows, marked]);
}
