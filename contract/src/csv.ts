// Writes CSV for spreadsheets: RFC 4180, a decimal point, and no cell that runs as a formula.

export type Cell = string | number | null;

/** Byte order mark at the start of a file, so that spreadsheets read UTF-8. */
export const CSV_BOM = '\ufeff';

/** Signs that start a formula, in half and full width. */
const BEGINS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** Spreadsheets with a decimal comma end a cell at a semicolon or tab, so a formula may start after one. */
const AFTER_SEPARATOR = /([;\t]\s*)([=+\-@＝＋－＠])/g;

/** Formats a cell; text that would run as a formula is escaped, a gap is an empty field. */
function csvField(value: Cell): string {
  if (value === null) return '';
  // No measurement is finer than a millionth of its unit.
  if (typeof value === 'number') return String(Number(value.toFixed(6)));
  const safe = value.replace(BEGINS_FORMULA, "'$&").replaceAll(AFTER_SEPARATOR, "$1'$2");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Without a line break. */
export const csvLine = (cells: readonly Cell[]): string => cells.map(csvField).join(',');
