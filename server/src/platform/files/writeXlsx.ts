// Writes a table as a workbook for spreadsheets (ECMA-376), streaming sheet after sheet, so that only some rows are in memory.
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface SheetColumn {
  /** Title with the unit. */
  title: string;
  /** `time`: local time, in milliseconds since 1970 on that clock; `date`: the same at midnight. */
  type: 'text' | 'time' | 'date' | 'number';
  /** Number of decimals shown, for money; omitted: as many as each number has. */
  decimals?: number;
}

/** Rows by columns; '' and NaN are empty cells. */
export interface SheetRows {
  rows: number;
  cells: readonly (readonly string[] | Float64Array)[];
}

/** Maximum rows of a sheet, including the header. */
const MAX_ROWS = 1_048_576;
/** Maximum length of a sheet's name. */
const MAX_NAME_LENGTH = 31;
/** Characters of XML per chunk. */
const CHUNK_LENGTH = 64 * 1024;
/** Compression level, 1 to 9: higher ones take up to twice the time for a tenth fewer bytes. */
const COMPRESSION = 1;
const DAY_MS = 86_400_000;
/** Day number of 1970-01-01 in spreadsheets. */
const DAY_OF_1970 = 25_569;
/** Column widths in characters. */
const WIDTHS = { time: 19, min: 10, max: 44 };

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Indexes of styles in `cellXfs`. */
const STYLE = { head: 1, time: 2, date: 3, decimals: 4 };
/** Number formats by their number of decimals: currencies have none to four. */
const DECIMALS = ['#,##0', '#,##0.0', '#,##0.00', '#,##0.000', '#,##0.0000'];
const FIRST_FORMAT = 166;
const decimalFormats = DECIMALS.map((code, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${code}"/>`);
const decimalStyles = DECIMALS.map((_, at) => `<xf numFmtId="${FIRST_FORMAT + at}" applyNumberFormat="1"/>`);
const STYLES = `${XML}<styleSheet ${MAIN}><numFmts count="${2 + DECIMALS.length}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/>${decimalFormats.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${4 + DECIMALS.length}"><xf/><xf fontId="1" applyFont="1" applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/>${decimalStyles.join('')}</cellXfs></styleSheet>`;

/** Streams a workbook. `name`: of the first sheet; further ones get a number appended. */
export async function* xlsx(
  name: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<SheetRows>,
  maxRows: number = MAX_ROWS,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const sheets: Readable[] = [];
  const source = rows[Symbol.asyncIterator]();
  /** Rest of the last rows, which did not fit on the sheet. */
  let remainder: { rows: SheetRows; from: number } | null = null;

  const next = async (): Promise<typeof remainder> => {
    if (remainder) return remainder;
    const { value, done } = await source.next();
    return done ? null : { rows: value, from: 0 };
  };
  async function* sheet(): AsyncGenerator<string> {
    yield headOf(columns);
    let text = '';
    for (let row = 2; ; ) {
      const piece = await next();
      if (!piece) break;
      const to = Math.min(piece.rows.rows, piece.from + maxRows + 1 - row);
      for (let at = piece.from; at < to; at++, row++) {
        text += rowText(columns, piece.rows, at, row);
        if (text.length < CHUNK_LENGTH) continue;
        yield text;
        text = '';
      }
      remainder = to < piece.rows.rows ? { rows: piece.rows, from: to } : null;
      if (remainder) break;
    }
    yield `${text}</sheetData></worksheet>`;
    if (remainder) add();
    else finish();
  }
  function add(): void {
    const text = Readable.from(sheet()).on('error', (error) => output.destroy(error));
    sheets.push(text);
    zip.addReadStream(text, `xl/worksheets/sheet${sheets.length}.xml`, { compressionLevel: COMPRESSION });
  }
  /** Adds the parts that name the sheets last, as their number is only known now. */
  function finish(): void {
    const numbers = sheets.map((_, index) => index + 1);
    for (const [path, text] of Object.entries(partsOf(sheetNames(numbers, name))))
      zip.addBuffer(Buffer.from(text), path);
    zip.end();
  }

  zip.on('error', (error: Error) => output.destroy(error));
  add();
  try {
    for await (const bytes of output) yield bytes as Buffer;
  } finally {
    // When the reader stops early, the source must be closed.
    for (const stream of sheets) stream.destroy();
    await source.return?.();
  }
}

export interface Sheet extends SheetRows {
  name: string;
  columns: readonly SheetColumn[];
}

/** Writes a workbook of small sheets with different columns, in memory. */
export function workbook(sheets: readonly Sheet[]): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  for (const [index, { columns, ...rows }] of sheets.entries()) {
    const lines = Array.from({ length: rows.rows }, (_, at) => rowText(columns, rows, at, at + 2));
    const text = `${headOf(columns)}${lines.join('')}</sheetData></worksheet>`;
    zip.addBuffer(Buffer.from(text), `xl/worksheets/sheet${index + 1}.xml`);
  }
  const parts = partsOf(sheets.map(({ name }) => nameOf(name)));
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return zip.outputStream as Readable;
}

function headOf(columns: readonly SheetColumn[]): string {
  const widths = columns.map(({ title, type }, index) => {
    const width = Math.max(type === 'time' ? WIDTHS.time : WIDTHS.min, Math.min(WIDTHS.max, title.length + 2));
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  const cells = columns.map(({ title }, index) => textCell(`${letters(index)}1`, title, STYLE.head));
  return (
    `${XML}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${cells.join('')}</row>`
  );
}

function rowText(columns: readonly SheetColumn[], { cells }: SheetRows, at: number, row: number): string {
  let text = `<row r="${row}">`;
  for (let index = 0; index < columns.length; index++) {
    const value = cells[index]![at]!;
    if (typeof value === 'string') {
      if (value !== '') text += textCell(letters(index) + row, value);
    } else if (!Number.isNaN(value)) {
      const { type } = columns[index]!;
      const shown = type === 'time' || type === 'date' ? value / DAY_MS + DAY_OF_1970 : value;
      text += `<c r="${letters(index)}${row}"${styleOf(columns[index]!)}><v>${shown}</v></c>`;
    }
  }
  return `${text}</row>`;
}

function styleOf({ type, decimals }: SheetColumn): string {
  if (type === 'time' || type === 'date') return ` s="${STYLE[type]}"`;
  return decimals === undefined ? '' : ` s="${STYLE.decimals + Math.min(decimals, DECIMALS.length - 1)}"`;
}

/** Writes a text into the cell itself: never a formula, whatever it begins with. */
function textCell(reference: string, text: string, style = 0): string {
  const keeps = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${reference}" t="inlineStr"${style ? ` s="${style}"` : ''}><is><t${keeps}>${escaped(text)}</t></is></c>`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML does not allow: control characters, lone surrogates and two non-characters. */
const INVALID = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;
const SPECIAL = /[&<>"]|[^\P{C}\t\n\r]|[\ufffe\uffff]/u;
function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll(INVALID, '')
    .replaceAll(/[&<>"]/g, (character) => ESCAPES[character]!);
}

const columnNames: string[] = [];
/** Returns the name of a column: A for 0, AA for 26; cached. */
function letters(index: number): string {
  const cached = columnNames[index];
  if (cached !== undefined) return cached;
  const last = String.fromCharCode(65 + (index % 26));
  const all = index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
  columnNames[index] = all;
  return all;
}

/** Returns a valid sheet name with `end` appended within the maximum length. */
const nameOf = (name: string, end = ''): string =>
  escaped(name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, MAX_NAME_LENGTH - end.length) + end);
const sheetNames = (numbers: readonly number[], name: string): string[] =>
  numbers.map((number) => nameOf(name, number === 1 ? '' : ` (${number})`));

/** Returns the package parts that name the sheets; `names`: escaped names of the sheets. */
function partsOf(names: readonly string[]): Record<string, string> {
  const numbers = names.map((_, index) => index + 1);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (all: string) => `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all}</Relationships>`;
  const override = (path: string, type: string) => `<Override PartName="${path}" ContentType="${TYPE}.${type}+xml"/>`;
  return {
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${numbers
      .map((number) => `<sheet name="${names[number - 1]}" sheetId="${number}" r:id="rId${number}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      numbers.map((number) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`)).join('') +
        relation(`rId${numbers.length + 1}`, 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': STYLES,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${numbers
      .map((number) => override(`/xl/worksheets/sheet${number}.xml`, 'worksheet'))
      .join('')}</Types>`,
  };
}
