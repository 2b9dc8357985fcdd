// Reads the first sheet of a workbook (.xlsx, ECMA-376) as rows of texts, as its bytes unpack: bounded by rows, cells and unpacked bytes, whatever the file says of itself.
import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

export interface SheetLimits {
  /** Rows with something in them, the head included. */
  rows: number;
  /** Of the parts that are read, once unpacked. */
  unpackedBytes: number;
}

export interface SheetRow {
  /** As spreadsheets count, from 1. */
  row: number;
  /** By column from 0; an empty cell is ''. */
  cells: string[];
  /** Columns whose cell holds a formula. */
  formulas: number[];
}

/** Why a file is not read: it is none, or a broken one; or it has more than the limits allow. */
export class SheetError extends Error {
  readonly reason: 'unreadable' | 'tooLarge';
  constructor(reason: 'unreadable' | 'tooLarge') {
    super(reason);
    this.reason = reason;
  }
}

/** Columns that are looked at; what stands further right is nobody's. */
const MAX_COLUMNS = 50;
/** Parts of a workbook: one with more was not made by a spreadsheet. */
const MAX_PARTS = 500;
const LONGEST_CELL = 2000;

export async function readSheet(bytes: Uint8Array, limits: SheetLimits): Promise<SheetRow[]> {
  try {
    return await readParts(bytes, limits);
  } catch (error) {
    // Of bytes that lie, each library says something else.
    throw error instanceof SheetError ? error : new SheetError('unreadable');
  }
}

async function readParts(bytes: Uint8Array, limits: SheetLimits): Promise<SheetRow[]> {
  const { zip, parts } = await openParts(bytes);
  try {
    const left = { bytes: limits.unpackedBytes };
    const read = async (name: string, parser: SaxesParser<object>): Promise<void> => {
      const part = parts.get(name);
      if (part) await parsePart(zip, part, parser, left);
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

/** The parts of a packed file by their names. */
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

/** What the directory says of a part's size is not believed: bytes are counted as they come. */
export async function parsePart(zip: ZipFile, part: Entry, parser: SaxesParser<object>, left: { bytes: number }) {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(part, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  parser.on('error', (error) => {
    throw error;
  });
  // An entity of one's own would be a text that unfolds to gigabytes; spreadsheets declare none.
  parser.on('doctype', () => {
    throw new SheetError('unreadable');
  });
  const decoder = new TextDecoder();
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      left.bytes -= piece.length;
      if (left.bytes < 0) throw new SheetError('tooLarge');
      parser.write(decoder.decode(piece, { stream: true }));
    }
    parser.write(decoder.decode()).close();
  } finally {
    stream.destroy();
  }
}

type PartReader = (name: string, parser: SaxesParser<object>) => Promise<void>;
export const newParser = (): SaxesParser<object> => new SaxesParser({}) as SaxesParser<object>;
/** Without its prefix, which each writer chooses. */
export const local = (name: string): string => name.slice(name.indexOf(':') + 1);
const attributesOf = (tag: { attributes: object }): Record<string, string> =>
  Object.fromEntries(Object.entries(tag.attributes).map(([name, value]) => [local(name), String(value)]));

/** The part of the sheet that stands first in the workbook. */
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

/** Texts that cells name by their number. */
function textsInto(shared: string[], most: number): SaxesParser<object> {
  const parser = newParser();
  let text = '';
  let isText = false;
  let isPhonetic = false;
  parser.on('opentag', ({ name }) => {
    const tag = local(name);
    if (tag === 'si') text = '';
    else if (tag === 't') isText = true;
    // How Japanese is read aloud is not what the cell says.
    else if (tag === 'rPh') isPhonetic = true;
  });
  parser.on('text', (piece) => {
    if (isText && !isPhonetic && text.length < LONGEST_CELL) text += piece;
  });
  parser.on('closetag', ({ name }) => {
    const tag = local(name);
    if (tag === 't') isText = false;
    else if (tag === 'rPh') isPhonetic = false;
    else if (tag === 'si') {
      shared.push(text.slice(0, LONGEST_CELL));
      if (shared.length > most) throw new SheetError('tooLarge');
    }
  });
  return parser;
}

/** "AB12" as 27; letters alone say the column. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of place.match(/^[A-Z]{1,3}/)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function rowsInto(rows: SheetRow[], shared: readonly string[], most: number): SaxesParser<object> {
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
      const said = Number(attributesOf(tag).r);
      number = Number.isSafeInteger(said) && said > number ? said : number + 1;
      current = { row: number, cells: [], formulas: [] };
      column = -1;
    } else if (name === 'c') {
      const { r = '', t = '' } = attributesOf(tag);
      const said = columnOf(r);
      column = said >= 0 ? said : column + 1;
      type = t;
      value = '';
    } else if (name === 'f' && column < MAX_COLUMNS) current?.formulas.push(column);
    else if (name === 'v' || name === 't') isValue = true;
    else if (name === 'rPh') isPhonetic = true;
  });
  parser.on('text', (piece) => {
    if (isValue && !isPhonetic && value.length < LONGEST_CELL) value += piece;
  });
  parser.on('closetag', ({ name: closed }) => {
    const name = local(closed);
    if (name === 'v' || name === 't') isValue = false;
    else if (name === 'rPh') isPhonetic = false;
    else if (name === 'c' && current && column >= 0 && column < MAX_COLUMNS) {
      while (current.cells.length < column) current.cells.push('');
      current.cells[column] = (type === 's' ? (shared[Number(value)] ?? '') : value.slice(0, LONGEST_CELL)).trim();
    } else if (name === 'row' && current) {
      if (current.cells.some((cell) => cell !== '') || current.formulas.length > 0) rows.push(current);
      if (rows.length > most) throw new SheetError('tooLarge');
      current = undefined;
    }
  });
  return parser;
}
