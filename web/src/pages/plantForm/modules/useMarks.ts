// Marked modules, which stay marked while the user searches and pages.
import { useMemo, useRef, useState } from 'react';
import type { ModuleRow } from './ModuleTable.tsx';

export interface Marks {
  count: number;
  has: (row: ModuleRow) => boolean;
  /** Marks or unmarks a row; `isRange`: with all rows between it and the row clicked before. */
  set: (row: ModuleRow, isMarked: boolean, isRange: boolean) => void;
  /** Whether all displayed rows are marked. */
  areAllMarked: boolean;
  markAll: () => void;
  clear: () => void;
  list: () => ModuleRow[];
}

export function useMarks(rows: readonly ModuleRow[]): Marks {
  const [marked, setMarked] = useState<ReadonlyMap<string, ModuleRow>>(new Map());
  const last = useRef<string | null>(null);
  return useMemo(() => {
    const indexOf = (plcSN: string | null) => rows.findIndex((row) => row.plcSN === plcSN);
    return {
      count: marked.size,
      has: ({ plcSN }) => marked.has(plcSN),
      set: (row, isMarked, isRange) => {
        const to = indexOf(row.plcSN);
        const start = isRange && indexOf(last.current) >= 0 ? indexOf(last.current) : to;
        const next = new Map(marked);
        for (const rangeRow of rows.slice(Math.min(start, to), Math.max(start, to) + 1))
          if (isMarked) next.set(rangeRow.plcSN, rangeRow);
          else next.delete(rangeRow.plcSN);
        last.current = row.plcSN;
        setMarked(next);
      },
      areAllMarked: rows.length > 0 && rows.every(({ plcSN }) => marked.has(plcSN)),
      markAll: () => setMarked(new Map([...marked, ...rows.map((row) => [row.plcSN, row] as const)])),
      clear: () => setMarked(new Map()),
      list: () => [...marked.values()],
    };
  }, [rows, marked]);
}
