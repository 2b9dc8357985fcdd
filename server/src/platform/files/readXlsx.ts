// Reads the first sheet of a workbook (.xlsx, ECMA-376) as rows of texts, streaming; limited in rows, cells and decompressed bytes, whatever sizes the file declares.
import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

export interface SheetLimits {
  /** Maximum number of non-empty rows, including the header. */
  rows: number;
  /** Maximum decompressed size of the parts that are read. */
  unpackedBytes: number;
}

export interface SheetRow {
  /** Row number of the spreadsheet, from 1. */
  row: number;
  /** Texts by column, from 0; an empty cell is ''. */
  cells: string[];
  /** Columns whose cell contains a formula. */
  formulas: number[];
}

/** Reason why a file is not read: it is no valid workbook, or exceeds the limits. */
export class SheetError extends Error {
  readonly reason: 'unreadable' | 'tooLarge';
  constructor(reason: 'unreadable' | 'tooLarge') {
    super(reason);
    this.reason = reason;
  }
}

/** Maximum number of columns read; further ones are ignored. */
const MAX_COLUMNS = 50;
/** Maximum number of parts of a workbook; one with more was not written by a spreadsheet program. */
const MAX_PARTS = 500;
const MAX_CELL_LENGTH = 2000;

export async function readSheet(bytes: Uint8Array, limits: SheetLimits): Promise<SheetRow[]> {
  try {
    return await readParts(bytes, limits);
  } catch (error) {
    // Each library throws other errors for malformed content.
    throw error instanceof SheetError ? error : new SheetError('unreadable');
  }
}

async function readParts(bytes: Uint8Array, limits: SheetLimits): Promise<SheetRow[]> {
  const { zip, parts } = await openParts(bytes);
  try {
    const budget = { bytes: limits.unpackedBytes };
    const read = async (name: string, parser: SaxesParser<object>): Promise<void> => {
      const part = parts.get(name);
      if (part) await parsePart(zip, part, parser, budget);
    };
    const name = await firstSheet(read);
    if (!parts.has(name)) throw new SheetError('unreadable');
    const shared: string[] = [];
    await read('xl/sharedStrings.xml', textsInto(shared, limits.rows * MAX_COLUMNS));
    const rows: SheetRow[] = [];
    await read(name, rowsInto(rows, shared, limits.rows));
    return rows;
  } finally {
    zip.close();
  }
}

/** Opens a zip file and returns its parts by name. */
export async function openParts(bytes: Uint8Array): Promise<{ zip: ZipFile; parts: Map<string, Entry> }> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    );
  });
  const parts = new Map<string, Entry>();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      parts.set(entry.fileName, entry);
      if (parts.size > MAX_PARTS) reject(new SheetError('tooLarge'));
      else zip.readEntry();
    });
    zip.readEntry();
  });
  return { zip, parts };
}

/** Parses a part. Bytes are counted as they are decompressed, against `budget`, as the declared size is not trusted. Throws SheetError. */
export async function parsePart(zip: ZipFile, part: Entry, parser: SaxesParser<object>, budget: { bytes: number }) {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(part, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  parser.on('error', (error) => {
    throw error;
  });
  // A declared entity could expand to gigabytes; spreadsheets declare none.
  parser.on('doctype', () => {
    throw new SheetError('unreadable');
  });
  const decoder = new TextDecoder();
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      budget.bytes -= piece.length;
      if (budget.bytes < 0) throw new SheetError('tooLarge');
      parser.write(decoder.decode(piece, { stream: true }));
    }
    parser.write(decoder.decode()).close();
  } finally {
    stream.destroy();
  }
}

type PartReader = (name: string, parser: SaxesParser<object>) => Promise<void>;
export const newParser = (): SaxesParser<object> => new SaxesParser({}) as SaxesParser<object>;
/** Removes the namespace prefix, which differs between writers. */
export const local = (name: string): string => name.slice(name.indexOf(':') + 1);
const attributesOf = (tag: { attributes: object }): Record<string, string> =>
  Object.fromEntries(Object.entries(tag.attributes).map(([name, value]) => [local(name), String(value)]));

/** Returns the part of the first sheet in the workbook. */
async function firstSheet(read: PartReader): Promise<string> {
  let id: string | undefined;
  const book = newParser();
  book.on('opentag', (tag) => {
    if (local(tag.name) === 'sheet' && id === undefined)
      id = Object.entries(tag.attributes).find(([name]) => /:id$/.test(name))?.[1] as string | undefined;
  });
  await read('xl/workbook.xml', book);
  let target = 'worksheets/sheet1.xml';
  const relations = newParser();
  relations.on('opentag', (tag) => {
    const { Id, Target } = attributesOf(tag);
    if (local(tag.name) === 'Relationship' && id !== undefined && Id === id && Target) target = Target;
  });
  await read('xl/_rels/workbook.xml.rels', relations);
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** Collects the shared texts, to which cells refer by index. */
function textsInto(shared: string[], maxTexts: number): SaxesParser<object> {
  const parser = newParser();
  let text = '';
  let isText = false;
  let isPhonetic = false;
  parser.on('opentag', ({ name }) => {
    const tag = local(name);
    if (tag === 'si') text = '';
    else if (tag === 't') isText = true;
    // Phonetic guides for Japanese are not part of the text.
    else if (tag === 'rPh') isPhonetic = true;
  });
  parser.on('text', (piece) => {
    if (isText && !isPhonetic && text.length < MAX_CELL_LENGTH) text += piece;
  });
  parser.on('closetag', ({ name }) => {
    const tag = local(name);
    if (tag === 't') isText = false;
    else if (tag === 'rPh') isPhonetic = false;
    else if (tag === 'si') {
      shared.push(text.slice(0, MAX_CELL_LENGTH));
      if (shared.length > maxTexts) throw new SheetError('tooLarge');
    }
  });
  return parser;
}

/** Returns the column index of a cell reference: 27 for "AB12"; -1 without letters. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference.match(/^[A-Z]{1,3}/)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function rowsInto(rows: SheetRow[], shared: readonly string[], maxRows: number): SaxesParser<object> {
  const parser = newParser();
  let current: SheetRow | undefined;
  let number = 0;
  let column = -1;
  let type = '';
  let value = '';
  let isValue = false;
  let isPhonetic = false;
  parser.on('opentag', (tag) => {
    const name = local(tag.name);
    if (name === 'row') {
      const declared = Number(attributesOf(tag).r);
      number = Number.isSafeInteger(declared) && declared > number ? declared : number + 1;
      current = { row: number, cells: [], formulas: [] };
      column = -1;
    } else if (name === 'c') {
      const { r = '', t = '' } = attributesOf(tag);
      const declared = columnOf(r);
      column = declared >= 0 ? declared : column + 1;
      type = t;
      value = '';
    } else if (name === 'f' && column < MAX_COLUMNS) current?.formulas.push(column);
    else if (name === 'v' || name === 't') isValue = true;
    else if (name === 'rPh') isPhonetic = true;
  });
  parser.on('text', (piece) => {
    if (isValue && !isPhonetic && value.length < MAX_CELL_LENGTH) value += piece;
  });
  parser.on('closetag', ({ name: closed }) => {
    const name = local(closed);
    if (name === 'v' || name === 't') isValue = false;
    else if (name === 'rPh') isPhonetic = false;
    else if (name === 'c' && current && column >= 0 && column < MAX_COLUMNS) {
      while (current.cells.length < column) current.cells.push('');
      current.cells[column] = (type === 's' ? (shared[Number(value)] ?? '') : value.slice(0, MAX_CELL_LENGTH)).trim();
    } else if (name === 'row' && current) {
      if (current.cells.some((cell) => cell !== '') || current.formulas.length > 0) rows.push(current);
      if (rows.length > maxRows) throw new SheetError('tooLarge');
      current = undefined;
    }
  });
  return parser;
}
