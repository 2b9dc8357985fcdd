// Layout of title, range and legend above a chart that is saved as a picture: in as many rows as needed, so that nothing is cut off.
import type { InkName } from './ink.ts';
import type { Dash } from './lines.ts';

/** Heading above the drawing: title, range, and the legend of its lines. */
export interface PictureHead {
  title: string;
  range: string;
  lines: readonly { label: string; ink: InkName; dash: Dash }[];
}

export type Type = 'title' | 'note';

export interface HeadLayout {
  /** Positions are the left end of a text and the middle of its row, in pixels. */
  texts: { text: string; x: number; y: number; type: Type }[];
  marks: { x: number; y: number; ink: InkName; dash: Dash }[];
  heightPx: number;
}

export const PADDING = 16;
export const MARK_PX = 18;
const TITLE_ROW_PX = 22;
const ROW_PX = 20;
/** Gaps from a mark to its text, and from a text to the next mark. */
const LABEL_GAP_PX = 6;
const ENTRY_GAP_PX = 20;

export function layoutHead(
  { title, range, lines }: PictureHead,
  widthPx: number,
  widthOf: (text: string, type: Type) => number,
): HeadLayout {
  const texts: HeadLayout['texts'] = [];
  const marks: HeadLayout['marks'] = [];
  const right = widthPx - PADDING;
  let y = 24;
  /** Writes a text at `x`, wrapped onto further rows; returns the right end of the last row. */
  const write = (text: string, x: number, type: Type) => {
    const rows = wrapText(text, (row) => x + widthOf(row, type) <= right);
    for (const [index, row] of rows.entries()) {
      if (index > 0) y += type === 'title' ? TITLE_ROW_PX : ROW_PX;
      texts.push({ text: row, x, y, type });
    }
    return x + widthOf(rows.at(-1)!, type);
  };
  write(title, PADDING, 'title');
  y += 26;
  let x = write(range, PADDING, 'note') + ENTRY_GAP_PX;
  for (const { label, ink, dash } of lines) {
    const indent = MARK_PX + LABEL_GAP_PX;
    if (x > PADDING && x + indent + widthOf(label, 'note') > right) {
      x = PADDING;
      y += ROW_PX;
    }
    marks.push({ x, y, ink, dash });
    x = write(label, x + indent, 'note') + ENTRY_GAP_PX;
  }
  return { texts, marks, heightPx: y + 22 };
}

/** Wraps a text into rows that fit, between words, and within a word only if it is too long for a row. */
function wrapText(text: string, fits: (row: string) => boolean): string[] {
  const rows: string[] = [];
  let row = '';
  for (const word of text.split(' ')) {
    const longer = row === '' ? word : `${row} ${word}`;
    if (fits(longer)) {
      row = longer;
      continue;
    }
    if (row !== '') rows.push(row);
    row = '';
    for (const character of word) {
      if (row !== '' && !fits(row + character)) {
        rows.push(row);
        row = '';
      }
      row += character;
    }
  }
  return [...rows, row];
}
