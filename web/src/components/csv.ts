// A CSV file made in the browser, and how files reach the reader.
import { type Cell, CSV_BOM, csvLine } from '@heliograph/contract/csv.ts';

export function csvText(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [head, ...rows].map(csvLine).join('\r\n');
}

/** Hands a file made in the browser to the reader. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoking at once would cut the download short in some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export const saveCsv = (name: string, head: readonly string[], rows: readonly (readonly Cell[])[]): void =>
  saveFile(new Blob([`${CSV_BOM}${csvText(head, rows)}\r\n`], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
