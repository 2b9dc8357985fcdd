// A4 documents with text in every alphabet, lines, bars, bookmarks and the structure that screen readers follow: a thin layer over pdfkit that chooses the font per character.
import type { FontFace } from './fonts.ts';
import { createStructure, type GroupTag, type TextTag } from './pdfStructure.ts';

export const PAGE = { width: 595.28, height: 841.89, margin: 42 };
/** Replaces a character that no font has. */
const UNKNOWN = '?';

export interface Style {
  size?: number;
  color?: string;
  isBold?: boolean;
  /** Alignment within `width`; default: left. */
  align?: 'left' | 'right' | 'center';
  /** Wider text is wrapped, and cut after `lines` lines. */
  width?: number;
  lines?: number;
  /** Element of the structure; default: a paragraph. */
  tag?: TextTag;
}

export interface Pdf {
  addPage(): void;
  pages(): number;
  /** Continues on an earlier page, for headers and footers of all pages. */
  onPage(page: number): void;
  /** Writes with the upper left corner at (x, y); returns the height used. */
  text(text: string, x: number, y: number, style?: Style): number;
  /** Reserves the place of a link in the structure; the returned function writes it after all pages have been added. */
  reserve(x: number, y: number, style?: Style): (text: string, toPage: number) => void;
  /** Draws inside an element of the structure. */
  group<Result>(tag: GroupTag, draw: () => Result): Result;
  /** Draws a picture; screen readers read its description instead. */
  figure<Result>(description: string, draw: () => Result): Result;
  /** Draws what screen readers skip: headers and footers. Lines and boxes outside of figures are skipped, too. */
  artifact(draw: () => void): void;
  /** Adds a bookmark of the current page, inside the last one of the level above. */
  bookmark(title: string, level: 0 | 1): void;
  heightOf(text: string, style?: Style): number;
  /** Width of a single line. */
  widthOf(text: string, style?: Style): number;
  line(x1: number, y1: number, x2: number, y2: number, color: string, dash?: number): void;
  box(x: number, y: number, width: number, height: number, color: string, opacity?: number): void;
  end(): Promise<Buffer>;
}

interface Run {
  face: FontFace;
  text: string;
  width: number;
}

type Faces = Record<'plain' | 'bold', readonly FontFace[]>;

const SIZE = 9;
const LINE_HEIGHT = 1.36;

/** Opens a document. Loads the library with the first one: it is large, and a server rarely needs it. */
export async function openPdf(
  { title, language, author }: { title: string; language: string; author: string },
  faces: Faces,
): Promise<Pdf> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, Creator: author, Producer: author },
    // No default font: the standard font of PDF readers has no Polish or Chinese characters.
    font: null as unknown as string,
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  const { useFace, runsOf, linesOf } = createTypesetter(document, faces);
  const { group, mark, add, artifact, figure } = createStructure(document);
  let current = -1;
  let lastBookmark = document.outline;

  function write(text: string, x: number, y: number, style: Style): number {
    const { size = SIZE, color = '#111827', align = 'left', width } = style;
    const lines = linesOf(text, style);
    for (const [index, line] of lines.entries()) {
      const runs = runsOf(line, style);
      const spare = width === undefined ? 0 : width - widthOf(runs);
      let at = x + (align === 'right' ? spare : align === 'center' ? spare / 2 : 0);
      // Fonts differ in height: all share the baseline.
      const baseline = y + index * size * LINE_HEIGHT + size * 1.05;
      for (const run of runs) {
        useFace(run.face, size);
        document.fillColor(color).text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
        at += run.width;
      }
    }
    return lines.length * size * LINE_HEIGHT;
  }

  return {
    addPage() {
      document.addPage();
      current = document.bufferedPageRange().count - 1;
    },
    pages: () => document.bufferedPageRange().count,
    onPage(page) {
      document.switchToPage(page);
      current = page;
    },
    widthOf: (text, style = {}) => widthOf(runsOf(text, style)),
    heightOf: (text, style = {}) => linesOf(text, style).length * (style.size ?? SIZE) * LINE_HEIGHT,
    text: (text, x, y, style = {}) => mark(style.tag ?? 'P', () => write(text, x, y, style)),
    reserve(x, y, style = {}) {
      const element = add(style.tag ?? 'P');
      const page = current;
      return (text, toPage) => {
        document.switchToPage(page);
        const link = document.struct('Link');
        element.add(link);
        mark('Link', () => write(text, x, y, style), link);
        const { size = SIZE, width = widthOf(runsOf(text, style)) } = style;
        // The library's types lack links to pages and their elements.
        const target = [toPage, { structParent: link }] as unknown as [url: string];
        document.link(x, y, width, size * LINE_HEIGHT, ...target);
      };
    },
    group,
    figure,
    artifact,
    bookmark(title, level) {
      if (level === 0) lastBookmark = document.outline.addItem(title);
      else lastBookmark.addItem(title);
    },
    line(x1, y1, x2, y2, color, dash) {
      artifact(() => {
        document.save().lineWidth(0.6).strokeColor(color);
        if (dash) document.dash(dash, { space: dash });
        document.moveTo(x1, y1).lineTo(x2, y2).stroke().restore();
      });
    },
    box(x, y, width, height, color, opacity = 1) {
      artifact(() => document.save().fillColor(color, opacity).rect(x, y, width, height).fill().restore());
    },
    async end() {
      document.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

interface Typesetter {
  useFace(face: FontFace, size: number): void;
  /** Parts of a line by their font. */
  runsOf(text: string, style: Style): Run[];
  /** Breaks text between words, and between any two Chinese characters. */
  linesOf(text: string, style: Style): string[];
}

function createTypesetter(document: PDFKit.PDFDocument, faces: Faces): Typesetter {
  const registered = new Set<string>();

  function useFace({ name, bytes }: FontFace, size: number): void {
    if (!registered.has(name)) document.registerFont(name, bytes as unknown as string);
    registered.add(name);
    document.font(name).fontSize(size);
  }

  function runsOf(text: string, { isBold = false, size = SIZE }: Style): Run[] {
    // Chinese has only one weight, so other characters in the same text use it, too.
    const runs = splitByFace(text, faces[isBold && !/[\u2e80-\uffef]/.test(text) ? 'bold' : 'plain']);
    return runs.map(({ face, text: part }) => {
      useFace(face, size);
      return { face, text: part, width: document.widthOfString(part) };
    });
  }

  function linesOf(text: string, style: Style): string[] {
    const { width = Number.POSITIVE_INFINITY, lines: maxLines = Number.POSITIVE_INFINITY } = style;
    const lines: string[] = [];
    let line = '';
    for (const part of text.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/g) ?? []) {
      const longer = line + part;
      if (line === '' || widthOf(runsOf(longer.trimEnd(), style)) <= width) line = longer;
      else {
        lines.push(line.trimEnd());
        line = part;
      }
    }
    lines.push(line.trimEnd());
    const shown = lines.slice(0, maxLines);
    const isCut = lines.length > shown.length;
    return shown.map((each, index) => shorten(isCut && index === shown.length - 1 ? `${each}…` : each, style, width));
  }

  function shorten(line: string, style: Style, width: number): string {
    let shown = line;
    while (shown.length > 1 && widthOf(runsOf(shown, style)) > width) shown = `${[...shown].slice(0, -2).join('')}…`;
    return shown;
  }

  return { useFace, runsOf, linesOf };
}

const widthOf = (runs: readonly Run[]): number => runs.reduce((sum, { width }) => sum + width, 0);

/** Splits text where the font changes: each character uses the first of `fonts` that has it. */
export function splitByFace(text: string, fonts: readonly FontFace[]): { face: FontFace; text: string }[] {
  const [first] = fonts;
  if (!first) throw new Error('no font given');
  const runs: { face: FontFace; text: string }[] = [];
  for (const letter of replaceUnwritable(text, fonts)) {
    const codePoint = letter.codePointAt(0) ?? 0;
    const last = runs.at(-1);
    // Digits and spaces are in every font and continue the run before them.
    const same = last?.face.has(codePoint) && codePoint < 0x3000 ? last.face : undefined;
    const face = same ?? fonts.find((each) => each.has(codePoint));
    const shown = face ? letter : UNKNOWN;
    const chosen = face ?? first;
    if (last?.face === chosen) last.text += shown;
    else runs.push({ face: chosen, text: shown });
  }
  return runs;
}

/** Replaces characters that no font has by their plain form, such as the subscript 2 of CO₂. */
const replaceUnwritable = (text: string, fonts: readonly FontFace[]): string =>
  [...text]
    .map((letter) => (fonts.some((each) => each.has(letter.codePointAt(0) ?? 0)) ? letter : letter.normalize('NFKC')))
    .join('');
