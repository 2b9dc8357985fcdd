// The rows of a report as bars of an energy chart, with the same days of the year before.
import type { Response } from '@heliograph/contract/calls.ts';
import { type EnergySlot, isNotDue } from '../../../components/chart/energyOption.ts';
import { periodLabel } from '../../../components/plant/energySlots.ts';

type Report = Response<'site/report'>;

/** Returns the labels of the rows under bars and in tables; months within one year omit the year. */
export function rowLabels({ rowsBy, rows }: Pick<Report, 'rowsBy' | 'rows'>, isLong: boolean): string[] {
  const years = new Set(rows.map(({ from }) => from.slice(0, 4)));
  const bars = rowsBy === 'day' ? 'day' : years.size > 1 ? 'lifetime' : 'month';
  return rows.map(({ from }) => periodLabel(rowsBy === 'day' ? from : from.slice(0, 7), bars, isLong));
}

export function reportSlots(report: Pick<Report, 'rowsBy' | 'rows' | 'yearBefore'>): EnergySlot[] {
  const labels = rowLabels(report, false);
  const longLabels = rowLabels(report, true);
  return report.rows.map(({ from, energy, provenance, yearBefore }, index) => ({
    period: from,
    label: labels[index]!,
    longLabel: longLabels[index]!,
    energyKwh: energy,
    provenance,
    ...(report.yearBefore
      ? {
          previousKwh: yearBefore?.before ?? null,
          change: yearBefore && yearBefore.before > 0 ? yearBefore.energy / yearBefore.before - 1 : null,
        }
      : {}),
    isOutside: isNotDue({ energyKwh: energy, provenance }),
  }));
}
