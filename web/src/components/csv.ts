// CSV files generated in the browser, and download of files.
import { type Cell, CSV_BOM, csvLine } from '@heliograph/contract/csv.ts';

export function csvText(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [head, ...rows].map(csvLine).join('\r\n');
}

/** Downloads a file generated in the browser. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoking at once would interrupt the download in some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export const saveCsv = (name: string, head: readonly string[], rows: readonly (readonly Cell[])[]): void =>
  saveFile(new Blob([`${CSV_BOM}${csvText(head, rows)}\r\n`], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
