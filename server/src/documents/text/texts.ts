// Detects the type of a document by its bytes and extracts its text: of a PDF by pages, of others in parts; limited in pages, characters and decompressed bytes.
import type { DocumentType } from '@heliograph/contract/documents.ts';
import type { SaxesParser } from 'saxes';
import { getDocumentProxy } from 'unpdf';
import { local, newParser, openParts, parsePart } from '../../platform/files/readXlsx.ts';

export interface Order {
  /** Type by the extension of its name. */
  type: DocumentType;
  /** Size of the file. */
  bytes: number;
  pagesMost: number;
  /** Maximum number of characters of all parts together; `lettersEach`: of one part. */
  lettersMost: number;
  lettersEach: number;
  /** Maximum decompressed size of its content. */
  unpackedBytes: number;
}

export interface DocumentTexts {
  /** Number of pages of a PDF; null: other types. */
  pages: number | null;
  parts: string[];
  /** False: the text was truncated. */
  isWhole: boolean;
}
/** The text, or why it is refused. `type`: the content does not match the name; `unreadable`: it does, but is broken or password-protected. */
export type DocumentAnswer = DocumentTexts | { refused: 'type' | 'unreadable' };

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, text.length)).toString('latin1') === text;

export async function documentTexts(bytes: Uint8Array, order: Order): Promise<DocumentAnswer> {
  const isPdf = startsWith(bytes, '%PDF-');
  const isPacked = startsWith(bytes, 'PK\x03\x04');
  try {
    if (order.type === 'pdf') return isPdf ? await pdfTexts(bytes, order) : { refused: 'type' };
    if (order.type === 'docx' || order.type === 'xlsx')
      return isPacked ? await officeTexts(bytes, order) : { refused: 'type' };
    return isPdf || isPacked ? { refused: 'type' } : plainTexts(bytes, order);
  } catch {
    // Each library throws other errors for broken content.
    return { refused: 'unreadable' };
  }
}

async function pdfTexts(bytes: Uint8Array, { pagesMost, lettersMost, lettersEach }: Order): Promise<DocumentAnswer> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 });
  const parts: string[] = [];
  let letters = 0;
  let isWhole = pdf.numPages <= pagesMost;
  for (let number = 1; number <= Math.min(pdf.numPages, pagesMost) && letters < lettersMost; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
    page.cleanup();
    if (text.length > lettersEach) isWhole = false;
    parts.push(text.slice(0, lettersEach));
    letters += Math.min(text.length, lettersEach);
  }
  return { pages: pdf.numPages, parts, isWhole: isWhole && parts.length === pdf.numPages };
}

/** Characters that plain text does not contain: control characters except line and page breaks, and except those above ASCII, which old editors leave behind. */
const BINARY_CHARACTERS = /[\p{Cc}--[\t\n\f\r\x80-\x9f]]/v;

/** Bytes decoded at a time: a large file would not fit the memory as one string. */
const CHUNK_BYTES = 1_048_576;

/** Reads UTF-8 text. */
function plainTexts(bytes: Uint8Array, order: Order): DocumentAnswer {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const end = at + CHUNK_BYTES;
    const piece = decoder.decode(bytes.subarray(at, end), { stream: end < bytes.length });
    if (BINARY_CHARACTERS.test(piece)) return { refused: 'type' };
    // One character beyond the limit shows that the text is longer.
    if (text.length <= order.lettersMost) text += piece.slice(0, order.lettersMost + 1 - text.length);
  }
  return { pages: null, ...splitIntoParts(text, order) };
}

/** Splits a text into parts, at line ends if there are any. */
function splitIntoParts(text: string, { lettersMost, lettersEach }: Order): Pick<DocumentTexts, 'parts' | 'isWhole'> {
  const parts: string[] = [];
  const end = Math.min(text.length, lettersMost);
  for (let at = 0; at < end; ) {
    const maxEnd = Math.min(at + lettersEach, end);
    const line = maxEnd < end ? text.lastIndexOf('\n', maxEnd) : maxEnd;
    const until = line > at ? line : maxEnd;
    parts.push(text.slice(at, until));
    at = until;
  }
  return { parts, isWhole: end === text.length };
}

/** Main part of each package type; the other parts are not read unless listed below. */
const MAIN_PARTS = { docx: 'word/document.xml', xlsx: 'xl/workbook.xml' };

async function officeTexts(bytes: Uint8Array, order: Order): Promise<DocumentAnswer> {
  const type = order.type as keyof typeof MAIN_PARTS;
  const { zip, parts } = await openParts(bytes);
  try {
    if (!parts.has('[Content_Types].xml') || !parts.has(MAIN_PARTS[type])) return { refused: 'type' };
    // A file with macros has another extension by definition.
    if ([...parts.keys()].some((name) => /vbaProject\.bin$/i.test(name))) return { refused: 'type' };
    const budget = { bytes: order.unpackedBytes };
    const texts: string[] = [];
    const names =
      type === 'docx'
        ? [...parts.keys()].filter((name) => /^word\/(document|header\d*|footer\d*|footnotes)\.xml$/.test(name))
        : [...parts.keys()].filter((name) => /^xl\/(workbook|sharedStrings|worksheets\/sheet\d+)\.xml$/.test(name));
    for (const name of names.slice(0, 200)) await parsePart(zip, parts.get(name)!, textInto(texts, order), budget);
    return { pages: null, ...splitIntoParts(texts.join(''), order) };
  } finally {
    zip.close();
  }
}

/** Collects the content of `t` elements, with line breaks at the ends of paragraphs, rows and cells, and the names of sheets. */
function textInto(texts: string[], { lettersMost }: Order): SaxesParser<object> {
  const parser = newParser();
  let isText = false;
  let letters = 0;
  const add = (text: string) => {
    if (letters <= lettersMost) texts.push(text);
    letters += text.length;
  };
  parser.on('opentag', (tag) => {
    const name = local(tag.name);
    if (name === 't') isText = true;
    else if (name === 'tab' || name === 'br') add(' ');
    else if (name === 'sheet') add(`${(tag.attributes as Record<string, string>).name ?? ''}\n`);
  });
  parser.on('text', (text) => {
    if (isText) add(text);
  });
  parser.on('closetag', (tag) => {
    const name = local(tag.name);
    if (name === 't') isText = false;
    else if (['p', 'si', 'is'].includes(name)) add('\n');
  });
  return parser;
}
