// Writes a table as a workbook for spreadsheets (ECMA-376), sheet after sheet as its rows come, so that memory holds some of them.
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface SheetColumn {
  /** With its unit. */
  title: string;
  /** `time`: a clock's, as milliseconds since 1970 on that clock. */
  type: 'text' | 'time' | 'number';
  /** Of numbers: how many are shown, of money; left out: as many as each has. */
  decimals?: number;
}

/** By columns; '' and NaN are empty cells. */
export interface SheetRows {
  rows: number;
  cells: readonly (readonly string[] | Float64Array)[];
}

/** What a sheet holds, its head included. */
const MAX_ROWS = 1_048_576;
/** Of a sheet's name. */
const LONGEST_NAME = 31;
/** Letters of XML that are handed on at once. */
const AT_ONCE = 64 * 1024;
/** Of 1 to 9: the others take up to twice the time for a tenth fewer bytes. */
const COMPRESSION = 1;
const DAY_MS = 86_400_000;
/** 1970-01-01 as spreadsheets count days. */
const DAY_OF_1970 = 25_569;
/** In letters of the font. */
const WIDTHS = { time: 19, least: 10, most: 44 };

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Their places in `cellXfs`. */
const STYLE = { head: 1, time: 2, decimals: 3 };
/** Formats of numbers by how many decimals they show: currencies have none to four. */
const DECIMALS = ['#,##0', '#,##0.0', '#,##0.00', '#,##0.000', '#,##0.0000'];
const FIRST_FORMAT = 165;
const decimalFormats = DECIMALS.map((code, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${code}"/>`);
const decimalStyles = DECIMALS.map((_, at) => `<xf numFmtId="${FIRST_FORMAT + at}" applyNumberFormat="1"/>`);
const STYLES = `${XML}<styleSheet ${MAIN}><numFmts count="${1 + DECIMALS.length}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>${decimalFormats.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${3 + DECIMALS.length}"><xf/><xf fontId="1" applyFont="1" applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf><xf numFmtId="164" applyNumberFormat="1"/>${decimalStyles.join('')}</cellXfs></styleSheet>`;

/** `name` is the first sheet's; the others have their number besides. */
export async function* xlsx(
  name: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<SheetRows>,
  mostRows: number = MAX_ROWS,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const made = zip.outputStream as Readable;
  const sheets: Readable[] = [];
  const coming = rows[Symbol.asyncIterator]();
  /** What of the last rows did not fit on a sheet. */
  let left: { rows: SheetRows; from: number } | null = null;

  const next = async (): Promise<typeof left> => {
    if (left) return left;
    const { value, done } = await coming.next();
    return done ? null : { rows: value, from: 0 };
  };
  async function* sheet(): AsyncGenerator<string> {
    yield headOf(columns);
    let text = '';
    for (let row = 2; ; ) {
      const piece = await next();
      if (!piece) break;
      const to = Math.min(piece.rows.rows, piece.from + mostRows + 1 - row);
      for (let at = piece.from; at < to; at++, row++) {
        text += rowText(columns, piece.rows, at, row);
        if (text.length < AT_ONCE) continue;
        yield text;
        text = '';
      }
      left = to < piece.rows.rows ? { rows: piece.rows, from: to } : null;
      if (left) break;
    }
    yield `${text}</sheetData></worksheet>`;
    if (left) add();
    else finish();
  }
  function add(): void {
    const text = Readable.from(sheet()).on('error', (error) => made.destroy(error));
    sheets.push(text);
    zip.addReadStream(text, `xl/worksheets/sheet${sheets.length}.xml`, { compressionLevel: COMPRESSION });
  }
  /** What names the sheets comes last: only now is it known how many there are. */
  function finish(): void {
    const numbers = sheets.map((_, index) => index + 1);
    for (const [path, text] of Object.entries(partsOf(sheetNames(numbers, name))))
      zip.addBuffer(Buffer.from(text), path);
    zip.end();
  }

  zip.on('error', (error: Error) => made.destroy(error));
  add();
  try {
    for await (const bytes of made) yield bytes as Buffer;
  } finally {
    // Whoever read has gone: what it was made of is closed.
    for (const one of sheets) one.destroy();
    await coming.return?.();
  }
}

export interface Sheet extends SheetRows {
  name: string;
  columns: readonly SheetColumn[];
}

/** A workbook of small sheets of different columns: all of it is in memory. */
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
    const width = Math.max(type === 'time' ? WIDTHS.time : WIDTHS.least, Math.min(WIDTHS.most, title.length + 2));
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
      const isTime = columns[index]!.type === 'time';
      const shown = isTime ? value / DAY_MS + DAY_OF_1970 : value;
      text += `<c r="${letters(index)}${row}"${styleOf(columns[index]!)}><v>${shown}</v></c>`;
    }
  }
  return `${text}</row>`;
}

function styleOf({ type, decimals }: SheetColumn): string {
  if (type === 'time') return ` s="${STYLE.time}"`;
  return decimals === undefined ? '' : ` s="${STYLE.decimals + Math.min(decimals, DECIMALS.length - 1)}"`;
}

/** A text in the cell itself: never a formula, whatever it begins with. */
function textCell(place: string, text: string, style = 0): string {
  const keeps = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${place}" t="inlineStr"${style ? ` s="${style}"` : ''}><is><t${keeps}>${escaped(text)}</t></is></c>`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Control characters, half of a character, and two that are none. */
const UNSPEAKABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;
const SPECIAL = /[&<>"]|[^\P{C}\t\n\r]|[\ufffe\uffff]/u;
function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll(UNSPEAKABLE, '')
    .replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]!);
}

const known: string[] = [];
/** 0 -> A, 26 -> AA. */
function letters(index: number): string {
  const before = known[index];
  if (before !== undefined) return before;
  const last = String.fromCharCode(65 + (index % 26));
  const all = index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
  known[index] = all;
  return all;
}

/** A name that a spreadsheet takes, with room for what is put behind it. */
const nameOf = (name: string, end = ''): string =>
  escaped(name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, LONGEST_NAME - end.length) + end);
const sheetNames = (numbers: readonly number[], name: string): string[] =>
  numbers.map((number) => nameOf(name, number === 1 ? '' : ` (${number})`));

/** By the escaped names of its sheets. */
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
