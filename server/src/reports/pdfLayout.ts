// Common layout of PDFs: the brand on every page, figures in rows of four, tables across pages, numbered footers.
import { type LanguageCode, localeOf } from '@heliograph/contract/envelope.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import { fontFacesFor } from '../platform/files/fonts.ts';
import { openPdf, PAGE, type Pdf } from '../platform/files/pdf.ts';
import type { EmailBrand } from '../platform/mail/emailTemplate.ts';
import { dayText } from '../platform/texts/localText.ts';
import { type Column, type PresentedFigure, translatorFor } from './reportTexts.ts';

/** Reader of a PDF. */
export interface Reader {
  language: LanguageCode;
  brand: EmailBrand;
  /** Day of creation by the calendar of the (first) plant. */
  madeOn: Day;
}

export interface PdfLayout extends Reader {
  pdf: Pdf;
  /** Name of the brand. */
  name: string;
  color: string;
  /** Header of all pages from the next one on: the document and its plant. */
  header: string;
}

export const INK = {
  text: '#111827',
  muted: '#52606D',
  border: '#D5DBE2',
  production: '#E69F00',
  before: '#AEB8C4',
  fault: '#C62828',
  lines: ['#0072B2', '#8250C4', '#009E73'],
} as const;
export const LEFT_MARGIN = PAGE.margin;
export const WIDTH = PAGE.width - 2 * PAGE.margin;
export const RIGHT = LEFT_MARGIN + WIDTH;
const TOP = 74;
/** Lower end of the content, above the footer. */
export const BOTTOM = PAGE.height - 54;

/** `words`: texts that may use other scripts than the language. */
export async function createPdfLayout(reader: Reader, title: string, words: readonly string[]): Promise<PdfLayout> {
  const { language, brand } = reader;
  const { name } = brand;
  const faces = await fontFacesFor(language, words);
  const pdf = await openPdf({ title, language: localeOf(language), author: name }, faces);
  return { ...reader, pdf, name, color: brand.accentLight, header: '' };
}

/** Begins a page; returns the y coordinate at which the content begins. */
export function newPage({ pdf, name, color, header }: PdfLayout): number {
  pdf.addPage();
  pdf.artifact(() => {
    pdf.box(0, 0, PAGE.width, 6, color);
    pdf.text(name, LEFT_MARGIN, 28, { size: 11, isBold: true, color, width: WIDTH / 3, lines: 1 });
    pdf.text(header, LEFT_MARGIN + WIDTH / 3, 29, {
      size: 8.5,
      color: INK.muted,
      width: (2 * WIDTH) / 3,
      lines: 1,
      align: 'right',
    });
    pdf.line(LEFT_MARGIN, 50, RIGHT, 50, INK.border);
  });
  return TOP - 10;
}

export function writeFigures({ pdf }: PdfLayout, figures: readonly PresentedFigure[], top: number): number {
  const gap = 14;
  const width = (WIDTH - 3 * gap) / 4;
  let y = top;
  for (let first = 0; first < figures.length; first += 4) {
    let height = 0;
    for (const [place, { label, text, note }] of figures.slice(first, first + 4).entries()) {
      const x = LEFT_MARGIN + place * (width + gap);
      const labelHeight = pdf.text(label, x, y, { size: 8, color: INK.muted, width, lines: 1 });
      const size =
        SIZES.find((one) => pdf.heightOf(text, { size: one, isBold: true, width }) < 2 * one) ?? SIZES.at(-1)!;
      const textHeight =
        pdf.text(text, x, y + labelHeight + (15 - size), { size, isBold: true, width, lines: 1 }) + 15 - size;
      const noteHeight =
        note === ''
          ? 0
          : pdf.text(note, x, y + labelHeight + textHeight, { size: 7, color: INK.muted, width, lines: 5 });
      height = Math.max(height, labelHeight + textHeight + noteHeight);
    }
    y += height + 10;
  }
  return y - 10;
}

/** Font sizes of a figure; the largest that fits on one line is used. */
const SIZES = [15, 13, 11.5, 10];

export const LINE = 15;

export type WriteLink = ReturnType<Pdf['reserve']>;

interface Table<Row> {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Columns of links, which are written when their pages are known: called for each of their cells. */
  links?: { columns: readonly Column<Row>[]; add: (row: Row, column: Column<Row>, write: WriteLink) => void };
}

/** Space between columns. */
const GAP = 5;
/** Font sizes of cells and headers, the largest first. */
const FONT_SIZES = [
  [8, 7],
  [7.5, 6.5],
  [7, 6],
  [6.5, 5.5],
  [6, 5],
] as const;

const headOf = <Row>({ label, unit }: Column<Row>): string => (unit === '' ? label : `${label}, ${unit}`);

/** Returns the largest font sizes and the column widths with which no word of a header and no cell is cut, except names, which get at most their part of the width. */
function fittingColumns<Row>(pdf: Pdf, columns: readonly Column<Row>[], rows: readonly Row[]) {
  const parts = columns.reduce((sum, { part }) => sum + part, 0);
  const needsIn = (size: number, headSize: number): number[] =>
    columns.map((column) => {
      const words = headOf(column).split(/\s+/);
      const head = Math.max(...words.map((word) => pdf.widthOf(word, { size: headSize, isBold: true })));
      const cell = Math.max(...rows.map((row) => pdf.widthOf(column.text(row), { size })));
      const maxWidth = column.isName ? (column.part / parts) * WIDTH - GAP : cell;
      return Math.max(head, Math.min(cell, maxWidth)) + GAP + TOLERANCE;
    });
  for (const [size, headSize] of FONT_SIZES) {
    const needs = needsIn(size, headSize);
    const spare = WIDTH - needs.reduce((sum, need) => sum + need, 0);
    if (spare < 0 && size !== FONT_SIZES.at(-1)![0]) continue;
    const widths = needs.map((need, place) =>
      spare < 0 ? (need * WIDTH) / (WIDTH - spare) : need + (spare * columns[place]!.part) / parts,
    );
    return { size, headSize, widths };
  }
  throw new Error('no font sizes');
}
/** Tolerance, as floating-point error would break a line that is exactly as wide as its column. */
const TOLERANCE = 0.01;

/** Writes the heading of a section, with its bookmark. */
export function writeHeading({ pdf }: PdfLayout, title: string, x: number, y: number, width = WIDTH): void {
  pdf.bookmark(title, 1);
  pdf.text(title, x, y, { size: 10, isBold: true, width, lines: 1, tag: 'H2' });
}

/** Writes a table, repeating its header on every page; returns the y coordinate of its end. */
export function writeTable<Row>(layout: PdfLayout, { title, columns, rows, links }: Table<Row>, top: number): number {
  const { pdf } = layout;
  const { size, headSize, widths } = fittingColumns(pdf, columns, rows);
  const places: { x: number; width: number; align: 'left' | 'right' }[] = [];
  let x = LEFT_MARGIN;
  for (const [place, { unit, value }] of columns.entries()) {
    const isText = unit === '' && typeof value(rows[0]!) === 'string';
    places.push({ x, width: widths[place]! - GAP, align: isText ? 'left' : 'right' });
    x += widths[place]!;
  }
  const heads = columns.map(headOf);
  const headStyle = { size: headSize, color: INK.muted, isBold: true, lines: 5 };
  const headHeight = Math.max(...heads.map((head, place) => pdf.heightOf(head, { ...headStyle, ...places[place]! })));
  const writeHead = (y: number): void => {
    for (const [place, head] of heads.entries()) {
      const at = places[place]!;
      pdf.text(head, at.x, y, { ...headStyle, width: at.width, align: at.align, tag: 'TH' });
    }
    pdf.line(LEFT_MARGIN, y + headHeight + 2, RIGHT, y + headHeight + 2, INK.muted);
  };
  const writeRow = (row: Row, y: number): void => {
    for (const [place, column] of columns.entries()) {
      const { x, width, align } = places[place]!;
      const style = { size, width, align, lines: 1, tag: 'TD' } as const;
      if (links?.columns.includes(column)) links.add(row, column, pdf.reserve(x, y, { ...style, color: layout.color }));
      else pdf.text(column.text(row), x, y, style);
    }
    pdf.line(LEFT_MARGIN, y + LINE - 3.5, RIGHT, y + LINE - 3.5, INK.border);
  };
  let y = top + 18 + headHeight + 3 * LINE > BOTTOM ? newPage(layout) : top;
  writeHeading(layout, title, LEFT_MARGIN, y);
  y += 18;
  return pdf.group('Table', () => {
    pdf.group('TR', () => writeHead(y));
    y += headHeight + 5;
    for (const row of rows) {
      if (y + LINE > BOTTOM) {
        y = newPage(layout);
        // Screen readers read the header once.
        pdf.artifact(() => writeHead(y));
        y += headHeight + 5;
      }
      pdf.group('TR', () => writeRow(row, y));
      y += LINE - 1;
    }
    return y;
  });
}

/** Writes the footers after all pages are complete, as each shows the number of pages. */
export function writeFooters({ pdf, language, name, madeOn }: PdfLayout): void {
  const translate = translatorFor(language);
  const y = PAGE.height - 36;
  const style = { size: 7.5, color: INK.muted, width: WIDTH / 2, lines: 1 };
  for (let page = 0; page < pdf.pages(); page++) {
    pdf.onPage(page);
    pdf.artifact(() => {
      pdf.line(LEFT_MARGIN, y - 6, RIGHT, y - 6, INK.border);
      pdf.text(translate('made', { day: dayText(madeOn, language), brand: name }), LEFT_MARGIN, y, style);
      const number = translate('page', { page: page + 1, pages: pdf.pages() });
      pdf.text(number, LEFT_MARGIN + WIDTH / 2, y, { ...style, align: 'right' });
    });
  }
}
