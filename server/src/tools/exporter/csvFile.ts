// Writes a table as CSV: numbers as the shortest text that reads back unchanged, missing values as empty fields.
import type { Column, TableChunk } from '../../platform/files/table.ts';
import type { UnfinishedFile } from './unfinished.ts';

export interface TableFile {
  /** Resolves when the piece is written or buffered. */
  write(piece: TableChunk): Promise<void>;
  /** Call it once, after the last piece. */
  finish(): Promise<void>;
}

const BUFFER_CHARACTERS = 512 * 1024;

export function csvFile(file: UnfinishedFile, columns: readonly Column[]): TableFile {
  let text = `${columns.map(({ name }) => name).join(',')}\n`;
  const flush = async (): Promise<void> => {
    const part = text;
    text = '';
    await file.write(part);
  };
  return {
    async write({ rows, cells }) {
      const texts = columns.map((column) => cellText(column, cells[column.name]));
      for (let row = 0; row < rows; row++) {
        let line = texts[0]!(row);
        for (let index = 1; index < texts.length; index++) line += `,${texts[index]!(row)}`;
        text += `${line}\n`;
        if (text.length >= BUFFER_CHARACTERS) await flush();
      }
    },
    async finish() {
      await flush();
      await file.finish();
    },
  };
}

function cellText({ type }: Column, values: TableChunk['cells'][string]): (row: number) => string {
  if (!values) return () => '';
  if (type === 'text' || type === 'day') return (row) => quoted(values[row] as string);
  const numbers = values as Float64Array;
  if (type === 'flag') return (row) => (numbers[row] === 1 ? 'true' : 'false');
  if (type === 'instant') {
    return (row) => (Number.isNaN(numbers[row]!) ? '' : new Date(numbers[row]!).toISOString());
  }
  return (row) => {
    const value = numbers[row]!;
    if (Number.isNaN(value)) return '';
    return Object.is(value, -0) ? '-0' : String(value);
  };
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
