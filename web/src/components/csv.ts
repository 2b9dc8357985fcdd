// A CSV file as spreadsheets read it: RFC 4180, a point as decimal sign, nothing that runs as a formula.

export type Cell = string | number | null;

/** Text that a spreadsheet would run as a formula is made harmless; a gap is an empty field. */
export function csvField(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvText(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [head, ...rows].map((row) => row.map(csvField).join(',')).join('\r\n');
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

/** The mark in front tells spreadsheets that it is UTF-8. */
export const saveCsv = (name: string, head: readonly string[], rows: readonly (readonly Cell[])[]): void =>
  saveFile(new Blob([`\ufeff${csvText(head, rows)}\r\n`], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
