// Pages of A4 with text in every alphabet, lines and bars: a thin layer over pdfkit that chooses the font letter by letter and knows nothing of what is written.
import type { Face } from './fonts.ts';

export const PAGE = { width: 595.28, height: 841.89, margin: 42 };
/** What is not on any font. */
const UNKNOWN = '?';

export interface Style {
  size?: number;
  color?: string;
  isBold?: boolean;
  /** Within `width`; left unless said. */
  align?: 'left' | 'right' | 'center';
  /** Wider text is wrapped, or cut where `lines` says how many there may be. */
  width?: number;
  lines?: number;
}

export interface Pdf {
  addPage(): void;
  pages(): number;
  /** Later pages are written on first: for what is on each. */
  onPage(page: number): void;
  /** Writes with its upper left corner there; gives the height that it took. */
  text(text: string, x: number, y: number, style?: Style): number;
  heightOf(text: string, style?: Style): number;
  /** Of one line. */
  widthOf(text: string, style?: Style): number;
  line(x1: number, y1: number, x2: number, y2: number, color: string, dash?: number): void;
  box(x: number, y: number, width: number, height: number, color: string, opacity?: number): void;
  end(): Promise<Buffer>;
}

interface Run {
  face: Face;
  text: string;
  width: number;
}

const LINE_HEIGHT = 1.36;

/** The library is loaded with the first one: it is large, and most days of a server have none. */
export async function openPdf(
  { title, language, author }: { title: string; language: string; author: string },
  faces: Record<'plain' | 'bold', readonly Face[]>,
): Promise<Pdf> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, Creator: author, Producer: author },
    // Not the one of every PDF reader: it has no Polish and no Chinese.
    font: null as unknown as string,
  });
  const pieces: Buffer[] = [];
  document.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  const registered = new Set<string>();
  const use = ({ name, bytes }: Face, size: number): void => {
    if (!registered.has(name)) document.registerFont(name, bytes as unknown as string);
    registered.add(name);
    document.font(name).fontSize(size);
  };

  const runsOf = (text: string, { isBold = false, size = 9 }: Style): Run[] => {
    // Chinese has one weight: beside it other letters have it, too.
    const fonts = faces[isBold && !/[\u2e80-\uffef]/.test(text) ? 'bold' : 'plain'];
    const runs: Run[] = [];
    for (const letter of writable(text, fonts)) {
      const codePoint = letter.codePointAt(0)!;
      const last = runs.at(-1);
      // Digits and spaces stand in every one of them: a run goes on with its own.
      const own = last?.face.has(codePoint) && codePoint < 0x3000 ? last.face : undefined;
      const face = own ?? fonts.find((one) => one.has(codePoint));
      const shown = face ? letter : UNKNOWN;
      const chosen = face ?? fonts[0]!;
      if (last?.face === chosen) last.text += shown;
      else runs.push({ face: chosen, text: shown, width: 0 });
    }
    for (const run of runs) {
      use(run.face, size);
      run.width = document.widthOfString(run.text);
    }
    return runs;
  };
  /** A letter that no font has stands as its plain twin: the small 2 of CO₂. */
  const writable = (text: string, fonts: readonly Face[]): string =>
    [...text]
      .map((letter) => (fonts.some((one) => one.has(letter.codePointAt(0)!)) ? letter : letter.normalize('NFKC')))
      .join('');
  const widthOf = (runs: readonly Run[]): number => runs.reduce((sum, { width }) => sum + width, 0);

  /** Between words, and between any two letters of Chinese. */
  const linesOf = (text: string, style: Style): string[] => {
    const { width = Number.POSITIVE_INFINITY, lines: most = Number.POSITIVE_INFINITY } = style;
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
    const shown = lines.slice(0, most);
    const isCut = lines.length > shown.length;
    return shown.map((one, place) => fitting(isCut && place === shown.length - 1 ? `${one}…` : one, style, width));
  };
  const fitting = (line: string, style: Style, width: number): string => {
    let shown = line;
    while (shown.length > 1 && widthOf(runsOf(shown, style)) > width) shown = `${[...shown].slice(0, -2).join('')}…`;
    return shown;
  };

  return {
    addPage: () => void document.addPage(),
    pages: () => document.bufferedPageRange().count,
    onPage: (page) => void document.switchToPage(page),
    widthOf: (text, style = {}) => widthOf(runsOf(text, style)),
    heightOf: (text, style = {}) => linesOf(text, style).length * (style.size ?? 9) * LINE_HEIGHT,
    text(text, x, y, style = {}) {
      const { size = 9, color = '#111827', align = 'left', width } = style;
      const lines = linesOf(text, style);
      for (const [place, line] of lines.entries()) {
        const runs = runsOf(line, style);
        const left = width === undefined ? 0 : width - widthOf(runs);
        let at = x + (align === 'right' ? left : align === 'center' ? left / 2 : 0);
        // Letters of all fonts stand on one line.
        const baseline = y + place * size * LINE_HEIGHT + size * 1.05;
        for (const run of runs) {
          use(run.face, size);
          document.fillColor(color).text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
          at += run.width;
        }
      }
      return lines.length * size * LINE_HEIGHT;
    },
    line(x1, y1, x2, y2, color, dash) {
      document.save().lineWidth(0.6).strokeColor(color);
      if (dash) document.dash(dash, { space: dash });
      document.moveTo(x1, y1).lineTo(x2, y2).stroke().restore();
    },
    box(x, y, width, height, color, opacity = 1) {
      document.save().fillColor(color, opacity).rect(x, y, width, height).fill().restore();
    },
    async end() {
      document.end();
      await ended;
      return Buffer.concat(pieces);
    },
  };
}
