// Converts columns to sample objects.
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import { FLOW_NAMES, NO_QUANTITIES } from '../energy/rules/flowSamples.ts';
import type { SampleColumns } from './block.ts';
import type { Sample } from './samples.ts';

/** Returns one object per sample; unless `whole`, all but the last have only the quantities that energy, flows and events need, and the last has null for those of the others. */
export function samplesOf({ sid, sn }: { sid: string; sn: string }, columns: SampleColumns, whole: boolean): Sample[] {
  const { atMs, statusBits, mode, imported, values } = columns;
  const named = Object.entries(values) as [QuantityName, Float64Array][];
  const flows = named.filter(([name]) => FLOW_NAMES.includes(name));
  const numberOr = (column: Float64Array | undefined, row: number): number | null => {
    const value = column?.[row] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  };
  return Array.from(atMs, (ms, row) => ({
    sid,
    sn,
    atMs: ms,
    statusBits: statusBits[row]!,
    mode: mode[row]!,
    imported: imported[row] === 1,
    powerW: numberOr(values.powerW, row),
    counterWh: numberOr(values.counterWh, row),
    counterDayWh: numberOr(values.counterDayWh, row),
    counterLifeWh: numberOr(values.counterLifeWh, row),
    quantities:
      whole || row === atMs.length - 1
        ? quantitiesAt(row, named)
        : flows.length > 0
          ? quantitiesAt(row, flows)
          : NO_QUANTITIES,
  }));

  function quantitiesAt(row: number, selected: typeof named): Quantities {
    const quantities: Quantities = {};
    for (const [name, column] of selected) {
      if (!Number.isNaN(column[row])) quantities[name] = column[row]!;
      else if (row === atMs.length - 1 && column.some((value) => !Number.isNaN(value))) quantities[name] = null;
    }
    return quantities;
  }
}
