// A line of CSV as spreadsheets read it: RFC 4180, a point as decimal sign, nothing that runs as a formula.

export type Cell = string | number | null;

/** In front of a file: tells spreadsheets that it is UTF-8. */
export const CSV_BOM = '\ufeff';

/** Signs of either width. */
const BEGINS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** Where decimals have a comma a spreadsheet takes a semicolon, or a tabulator, for the end of a cell: another one begins behind it. */
const AFTER_SEPARATOR = /([;\t]\s*)([=+\-@＝＋－＠])/g;

/** Text that a spreadsheet would run as a formula is made harmless; a gap is an empty field. */
function csvField(value: Cell): string {
  if (value === null) return '';
  // A millionth of any unit of ours is less than was measured.
  if (typeof value === 'number') return String(Number(value.toFixed(6)));
  const safe = value.replace(BEGINS_FORMULA, "'$&").replaceAll(AFTER_SEPARATOR, "$1'$2");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Without the line's end. */
export const csvLine = (cells: readonly Cell[]): string => cells.map(csvField).join(',');
