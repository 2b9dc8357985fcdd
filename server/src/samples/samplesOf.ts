// Samples of a device as objects, out of columns.
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import { FLOW_NAMES, NO_QUANTITIES } from '../energy/rules/flowSamples.ts';
import type { SampleColumns } from './block.ts';
import type { Sample } from './samples.ts';

/** One object per sample; unless `whole`, all but the last tell only what energy, flows and events need, and the last also what the others told (null). */
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

  function quantitiesAt(row: number, wanted: typeof named): Quantities {
    const said: Quantities = {};
    for (const [name, column] of wanted) {
      if (!Number.isNaN(column[row])) said[name] = column[row]!;
      else if (row === atMs.length - 1 && column.some((value) => !Number.isNaN(value))) said[name] = null;
    }
    return said;
  }
}
