// Writes samples of a device or of a plant's devices as CSV, XLSX and Parquet with the same rows and values: heads and texts in the reader's language, in Parquet column names for programs.
import { CSV_BOM } from '@heliograph/contract/csv.ts';
import type { HistoryFormat } from '@heliograph/contract/entities/historyFiles.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import { isoAt } from '../platform/calendar/times.ts';
import { parquetBytes } from '../platform/files/parquet.ts';
import type { Column } from '../platform/files/table.ts';
import { type SheetColumn, type SheetRows, xlsx } from '../platform/files/writeXlsx.ts';
import { messageText } from '../platform/texts/translate.ts';
import { damagedLine, headLine, headsOf, sampleLines } from './historyCsv.ts';
import { type HistoryPart, historyParts, type ReadDays } from './historyParts.ts';
import { clockText, plainNumber, statusTextsIn } from './historyRows.ts';

export interface HistoryTable {
  /** Name of the sheet. */
  title: string;
  /** Serial numbers of the devices, in the order of their rows. */
  devices: readonly string[];
  /** Whether each row has the serial number of its device. */
  withSn: boolean;
  timezone: string;
  language: LanguageCode;
  names: readonly QuantityName[];
  start: Day;
  end: Day;
}

/** Rows of a Parquet row group; packing one blocks the event loop. */
const ROW_GROUP_SIZE = 5_000;

type Parts = AsyncIterable<HistoryPart>;
type Content = AsyncGenerator<string | Uint8Array>;

const WRITERS: Record<HistoryFormat, (table: HistoryTable, parts: Parts) => Content> = {
  csv: asCsv,
  xlsx: (table, parts) => xlsx(table.title, sheetColumns(table), sheetRows(table, parts)),
  parquet: asParquet,
};

/** Yields the file's content in order; calls `read` for days as they are needed. */
export const contentOf = (
  format: HistoryFormat,
  table: HistoryTable,
  read: (sn: string, from: Day, to: Day) => Promise<ReadDays>,
): Content => WRITERS[format](table, historyParts(table, read));

async function* asCsv(table: HistoryTable, parts: Parts): Content {
  const { names } = table;
  yield `${CSV_BOM}${headLine(names, table)}\r\n`;
  for await (const part of parts) {
    const lines = 'damaged' in part ? [damagedLine(part, names, table)] : sampleLines(part.samples, part, names, table);
    yield `${lines.join('\r\n')}\r\n`;
  }
}

function sheetColumns(table: HistoryTable): SheetColumn[] {
  const types = ['text', 'time', ...(table.withSn ? ['text' as const] : []), 'text'] as const;
  return headsOf(table.names, table).map((title, index) => ({ title, type: types[index] ?? 'number' }));
}

async function* sheetRows(table: HistoryTable, parts: Parts): AsyncGenerator<SheetRows> {
  const statusOf = statusTextsIn(table.language);
  const devices = (sn: string, rows: number) => (table.withSn ? [new Array<string>(rows).fill(sn)] : []);
  for await (const part of parts) {
    if ('damaged' in part) {
      const at = Float64Array.of(Date.parse(part.damaged));
      const none = Float64Array.of(Number.NaN);
      const numbers = table.names.map(() => none);
      yield { rows: 1, cells: [[''], at, ...devices(part.sn, 1), [damagedText(table)], ...numbers] };
      continue;
    }
    const isos = isosOf(part, table);
    const clock = Float64Array.from(isos, (iso) => Date.parse(`${iso.slice(0, 19)}Z`));
    const status = Array.from(part.samples.statusBits.subarray(part.from, part.to), statusOf);
    const numbers = table.names.map((name) => numbersOf(part, name));
    yield { rows: isos.length, cells: [isos, clock, ...devices(part.sn, isos.length), status, ...numbers] };
  }
}

async function* asParquet(table: HistoryTable, parts: Parts): Content {
  const { names, language, withSn } = table;
  const column = (name: string, type: Column['type'], needed = false): Column => ({ name, type, needed });
  const bytes = parquetBytes(
    [
      column('at', 'instant'),
      column('localTime', 'text', true),
      ...(withSn ? [column('sn', 'text', true)] : []),
      column('statusBits', 'whole', true),
      column('status', 'text', true),
      ...names.map((name) => column(name, 'number')),
    ],
    ROW_GROUP_SIZE,
  );
  const statusOf = statusTextsIn(language);
  for await (const part of parts) {
    let chunk: Uint8Array;
    if ('damaged' in part) {
      const cells = {
        at: Float64Array.of(Number.NaN),
        localTime: [part.damaged],
        sn: [part.sn],
        statusBits: Int32Array.of(0),
      };
      chunk = await bytes.add({ rows: 1, cells: { ...cells, status: [damagedText(table)] } });
    } else {
      const { sn, samples, from, to } = part;
      const statusBits = samples.statusBits.slice(from, to);
      const values = names.map((name) => [name, samples.values[name] && numbersOf(part, name)] as const);
      chunk = await bytes.add({
        rows: to - from,
        cells: {
          at: samples.atMs.slice(from, to),
          localTime: isosOf(part, table).map(clockText),
          sn: new Array<string>(to - from).fill(sn),
          statusBits,
          status: Array.from(statusBits, statusOf),
          ...Object.fromEntries(values),
        },
      });
    }
    // A copy, as the buffer is overwritten before the consumer has read it.
    if (chunk.length > 0) yield chunk.slice();
  }
  yield (await bytes.finish()).slice();
}

type Samples = Extract<HistoryPart, { samples: unknown }>;

const damagedText = ({ language }: HistoryTable): string => messageText(language, 'history.damaged');

const isosOf = ({ samples, from, to }: Samples, { timezone }: HistoryTable): string[] =>
  Array.from(samples.atMs.subarray(from, to), (ms) => isoAt(ms, timezone));

/** Returns the numbers of a quantity as displayed in tables; NaN for none. */
function numbersOf({ samples, from, to }: Samples, name: QuantityName): Float64Array {
  const values = samples.values[name];
  const numbers = new Float64Array(to - from).fill(Number.NaN);
  if (values) for (let row = from; row < to; row++) numbers[row - from] = plainNumber(values[row]!) ?? Number.NaN;
  return numbers;
}
