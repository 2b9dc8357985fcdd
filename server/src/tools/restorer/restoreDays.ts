// Restores days of energy whose samples are in no file: what the plant has itself is compared, not replaced.
import type { Context } from '../../context.ts';
import { type DayTotal, importDayTotals } from '../../energy/days/importedDays.ts';
import type { FlowDayOf } from '../../energy/flows/importedFlowDays.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { TableChunk } from '../../platform/files/table.ts';
import { hoursOfRow } from '../exporter/tables.ts';
import type { Plants } from './plantLookup.ts';

export interface DayCounts {
  /** As in the file; most of them were recomputed from their samples. */
  equal: number;
  /** Taken from the file: they have no samples. */
  added: number;
  different: number;
  firstDifferent: string | null;
}

/** Adds days that the plant lacks as totals and compares the others. Counts into `counts`; returns how many days have impossible energies. */
export async function restoreDays(
  context: Pick<Context, 'sql' | 'clock' | 'nudges'>,
  piece: TableChunk,
  plants: Plants,
  counts: DayCounts,
): Promise<number> {
  const sids = await plants.find(piece.cells.sn as string[]);
  const energies = piece.cells.energyWh as Float64Array;
  const peaks = piece.cells.peakW as Float64Array | undefined;
  const days: DayTotal[] = [];
  for (let row = 0; row < piece.rows; row++) {
    const sn = piece.cells.sn![row] as string;
    if (!sids.has(sn)) continue;
    const peakW = peaks?.[row] ?? Number.NaN;
    const day = piece.cells.day![row] as Day;
    const hours = hoursOfRow(piece, row);
    days.push({ sn, day, energyWh: energies[row]!, peakW: Number.isNaN(peakW) ? null : peakW, hours });
    plants.count(sn, 'days', 1);
  }
  const storedDays = new Map(
    (
      await context.sql<{ sn: string; day: Day; energyWh: number }[]>`
        select d.sn, d.day, d.energy_wh from (
          select unnest(${textArray(days.map(({ sn }) => sids.get(sn)!))}::text::text[]) as sid,
            unnest(${textArray(days.map(({ sn }) => sn))}::text::text[]) as sn,
            unnest(${textArray(days.map(({ day }) => day))}::text::date[]) as day
        ) g
        join device_days d on d.sid = g.sid and d.sn = g.sn and d.day = g.day`
    ).map(({ sn, day, energyWh }) => [`${sn} ${day}`, energyWh]),
  );
  for (const { sn, day, energyWh } of days) {
    const stored = storedDays.get(`${sn} ${day}`);
    if (stored === undefined) continue;
    if (stored === energyWh) counts.equal++;
    else {
      counts.different++;
      counts.firstDifferent ??= `${sn} on ${day}: ${energyWh} Wh in the file, ${stored} Wh in the plant`;
    }
  }
  const missing = days.filter(({ sn, day }) => !storedDays.has(`${sn} ${day}`));
  const { taken, impossible } = await importDayTotals(context, missing);
  counts.added += taken;
  return impossible;
}

export function flowDaysOf({ rows, cells }: TableChunk): FlowDayOf[] {
  const text = (name: string, row: number) => (cells[name] as string[])[row]!;
  const number = (name: string, row: number) => (cells[name] as Float64Array)[row]!;
  return Array.from({ length: rows }, (_, row) => ({
    sn: text('sn', row),
    flow: text('flow', row),
    day: text('day', row),
    source: text('source', row),
    energyWh: number('energyWh', row),
    integratedWh: number('integratedWh', row),
    spreadWh: number('spreadWh', row),
    coveredS: number('coveredS', row),
    hours: hoursOfRow({ rows, cells }, row),
  }));
}
