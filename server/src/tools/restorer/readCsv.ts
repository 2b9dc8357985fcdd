// Reads a table of an export from CSV, many rows at a time; unreadable rows are reported with their line and left out.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Column, isText, type TableChunk } from '../../platform/files/table.ts';
import { StartupError } from '../../platform/startupError.ts';
import { type Reading, readCell, requireColumns } from './cells.ts';

const ROWS_AT_ONCE = 5_000;
/** Far more than a row has: bounds the memory for a file without line breaks. */
const LONGEST_LINE = 64 * 1024;

export async function* readCsv(path: string, columns: readonly Column[], reading: Reading): AsyncGenerator<TableChunk> {
  const { size } = await stat(path);
  const bytes = createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 });
  let header: Column[] | null = null;
  /** In the order of the header. */
  let cells: (string[] | Float64Array)[] = [];
  let count = 0;
  let rest = '';
  let lineNumber = 0;

  const take = (text: string): void => {
    lineNumber++;
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (header === null) {
      const names = fieldsOf(line.replace(/^\uFEFF/, ''));
      requireColumns(path, names, columns);
      header = names.map((name) => columns.find((column) => column.name === name)!);
      cells = header.map((column) => (isText(column) ? [] : new Float64Array(ROWS_AT_ONCE)));
      return;
    }
    if (line === '') return;
    const fields = fieldsOf(line);
    if (fields.length !== header.length) {
      reading.refuse(`it has not the ${header.length} columns of the first line`, lineNumber);
      return;
    }
    for (let index = 0; index < header.length; index++) {
      const value = readCell(header[index]!, fields[index]!, reading.latestMs);
      if (typeof value === 'object') {
        reading.refuse(value.refused, lineNumber);
        return;
      }
      cells[index]![count] = value;
    }
    count++;
  };
  const handOver = (): TableChunk => {
    const piece: TableChunk = { rows: count, cells: {} };
    for (const [index, { name }] of header!.entries()) piece.cells[name] = cells[index]!.slice(0, count);
    count = 0;
    return piece;
  };

  for await (const part of bytes as AsyncIterable<string>) {
    const lines = (rest + part).split('\n');
    rest = lines.pop()!;
    if (rest.length > LONGEST_LINE)
      throw new StartupError(`${path} is no export: line ${lineNumber + lines.length + 1} has no end.`);
    for (const line of lines) {
      take(line);
      if (count === ROWS_AT_ONCE) yield handOver();
    }
    reading.progress(bytes.bytesRead / size);
  }
  if (rest !== '') take(rest);
  if (header === null) throw new StartupError(`${path} is empty.`);
  if (count > 0) yield handOver();
}

/** Splits fields as `quoted` in exporter/csvFile.ts writes them; no field contains a line break. */
function fieldsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
  );
}
