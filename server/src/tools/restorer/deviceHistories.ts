// Turns rows of a samples table into one history for each device.
import type { DeviceHistory } from '../../ingest/ingestHistory.ts';
import type { TableChunk } from '../../platform/files/table.ts';
import type { SampleColumns } from '../../samples/samples.ts';
import { QUANTITY_NAMES } from '../exporter/tables.ts';

/** Groups rows by device, in order of time, one per instant. Files of an export are so already. */
export function historiesOf(piece: TableChunk): DeviceHistory[] {
  const { rows, cells } = isInOrder(piece) ? piece : sortRows(piece);
  const sns = cells.sn as string[];
  const histories: DeviceHistory[] = [];
  for (let from = 0; from < rows; ) {
    const sn = sns[from]!;
    let to = from + 1;
    while (to < rows && sns[to] === sn) to++;
    histories.push({ sn, columns: columnsOf(cells as Record<string, Float64Array>, from, to) });
    from = to;
  }
  return histories;
}

function columnsOf(cells: Record<string, Float64Array | undefined>, from: number, to: number): SampleColumns {
  const part = (name: string): Float64Array => cells[name]!.subarray(from, to);
  const values: SampleColumns['values'] = {};
  for (const name of QUANTITY_NAMES) {
    // A quantity that the device never reports is left out, not all NaN.
    if (cells[name] && !part(name).every(Number.isNaN)) values[name] = part(name);
  }
  return {
    atMs: part('at'),
    statusBits: new Int32Array(part('statusBits')),
    mode: new Int16Array(part('mode')),
    imported: new Uint8Array(part('imported')),
    values,
  };
}

function isInOrder({ rows, cells }: TableChunk): boolean {
  const sns = cells.sn as string[];
  const atMs = cells.at as Float64Array;
  const known = new Set<string>(sns.slice(0, 1));
  for (let row = 1; row < rows; row++) {
    if (sns[row] === sns[row - 1]) {
      if (atMs[row]! <= atMs[row - 1]!) return false;
    } else {
      if (known.has(sns[row]!)) return false;
      known.add(sns[row]!);
    }
  }
  return true;
}

/** Of two rows for one instant of a device the first one stays. */
function sortRows({ rows, cells }: TableChunk): TableChunk {
  const sns = cells.sn as string[];
  const atMs = cells.at as Float64Array;
  const order = Array.from({ length: rows }, (_, row) => row)
    .sort((left, right) =>
      sns[left] === sns[right] ? atMs[left]! - atMs[right]! || left - right : sns[left]! < sns[right]! ? -1 : 1,
    )
    .filter((row, index, sorted) => {
      const before = sorted[index - 1];
      return before === undefined || sns[before] !== sns[row] || atMs[before] !== atMs[row];
    });
  const ordered: TableChunk['cells'] = {};
  for (const [name, values] of Object.entries(cells)) {
    if (Array.isArray(values)) ordered[name] = order.map((row) => values[row]!);
    else if (values) ordered[name] = Float64Array.from(order, (row) => values[row]!);
  }
  return { rows: order.length, cells: ordered };
}
