// What a document's file is by its bytes, and its text: of a PDF by pages, of others in parts; bounded by pages, letters and unpacked bytes.
import type { DocumentType } from '@heliograph/contract/documents.ts';
import type { SaxesParser } from 'saxes';
import { getDocumentProxy } from 'unpdf';
import { local, newParser, openParts, parsePart } from '../../platform/files/readXlsx.ts';

export interface Order {
  /** What its name says. */
  type: DocumentType;
  /** Of the file. */
  bytes: number;
  pagesMost: number;
  /** Of all parts together, and of one. */
  lettersMost: number;
  lettersEach: number;
  /** Of what is packed in it. */
  unpackedBytes: number;
}

export interface DocumentTexts {
  /** Of a PDF. */
  pages: number | null;
  parts: string[];
  /** False: there is more of it. */
  isWhole: boolean;
}
/** `type`: it is something else than its name says; `unreadable`: it is that, and broken, or closed by a password. */
export type DocumentAnswer = DocumentTexts | { refused: 'type' | 'unreadable' };

const begins = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, text.length)).toString('latin1') === text;

export async function documentTexts(bytes: Uint8Array, order: Order): Promise<DocumentAnswer> {
  const isPdf = begins(bytes, '%PDF-');
  const isPacked = begins(bytes, 'PK\x03\x04');
  try {
    if (order.type === 'pdf') return isPdf ? await pdfTexts(bytes, order) : { refused: 'type' };
    if (order.type === 'docx' || order.type === 'xlsx')
      return isPacked ? await officeTexts(bytes, order) : { refused: 'type' };
    return isPdf || isPacked ? { refused: 'type' } : plainTexts(bytes, order);
  } catch {
    // Of bytes that are not what they begin as, each library says something else.
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

/** What no text has: control characters but those that part lines and pages, and those above ASCII, which old editors leave behind. */
const NO_TEXT = /[\p{Cc}--[\t\n\f\r\x80-\x9f]]/v;

/** Decoded at once: a large file would not be a text of the memory there is. */
const DECODED_BYTES = 1_048_576;

/** Of UTF-8. */
function plainTexts(bytes: Uint8Array, order: Order): DocumentAnswer {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (let at = 0; at < bytes.length; at += DECODED_BYTES) {
    const end = at + DECODED_BYTES;
    const piece = decoder.decode(bytes.subarray(at, end), { stream: end < bytes.length });
    if (NO_TEXT.test(piece)) return { refused: 'type' };
    // One letter more than is searched tells that there is more.
    if (text.length <= order.lettersMost) text += piece.slice(0, order.lettersMost + 1 - text.length);
  }
  return { pages: null, ...inParts(text, order) };
}

/** At ends of lines where there are some. */
function inParts(text: string, { lettersMost, lettersEach }: Order): Pick<DocumentTexts, 'parts' | 'isWhole'> {
  const parts: string[] = [];
  const end = Math.min(text.length, lettersMost);
  for (let at = 0; at < end; ) {
    const furthest = Math.min(at + lettersEach, end);
    const line = furthest < end ? text.lastIndexOf('\n', furthest) : furthest;
    const until = line > at ? line : furthest;
    parts.push(text.slice(at, until));
    at = until;
  }
  return { parts, isWhole: end === text.length };
}

/** Where the texts of each stand; what else is packed in it is left as it is. */
const PLACES = { docx: 'word/document.xml', xlsx: 'xl/workbook.xml' };

async function officeTexts(bytes: Uint8Array, order: Order): Promise<DocumentAnswer> {
  const type = order.type as keyof typeof PLACES;
  const { zip, parts } = await openParts(bytes);
  try {
    if (!parts.has('[Content_Types].xml') || !parts.has(PLACES[type])) return { refused: 'type' };
    // A file with programs in it has another ending by right.
    if ([...parts.keys()].some((name) => /vbaProject\.bin$/i.test(name))) return { refused: 'type' };
    const left = { bytes: order.unpackedBytes };
    const texts: string[] = [];
    const names =
      type === 'docx'
        ? [...parts.keys()].filter((name) => /^word\/(document|header\d*|footer\d*|footnotes)\.xml$/.test(name))
        : [...parts.keys()].filter((name) => /^xl\/(workbook|sharedStrings|worksheets\/sheet\d+)\.xml$/.test(name));
    for (const name of names.slice(0, 200)) await parsePart(zip, parts.get(name)!, textInto(texts, order), left);
    return { pages: null, ...inParts(texts.join(''), order) };
  } finally {
    zip.close();
  }
}

/** What stands in `t`, lines at the ends of paragraphs, rows and cells; and the names of sheets. */
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
