// Where title, range and legend stand above a chart that is saved as a picture: in as many rows as they need, so that nothing runs out of it.
import type { InkName } from './ink.ts';
import type { Dash } from './lines.ts';

/** Above the drawing: whose it is, of when, and what its lines are. */
export interface PictureHead {
  title: string;
  range: string;
  lines: readonly { label: string; ink: InkName; dash: Dash }[];
}

export type Type = 'title' | 'note';

export interface HeadLayout {
  /** Each from its left end, at the middle of its row. */
  texts: { text: string; x: number; y: number; type: Type }[];
  marks: { x: number; y: number; ink: InkName; dash: Dash }[];
  heightPx: number;
}

export const PADDING = 16;
export const MARK_PX = 18;
const TITLE_ROW_PX = 22;
const ROW_PX = 20;
/** From a mark to its text, from a text to the next mark. */
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
  /** From x on; what does not fit goes on below it. */
  const write = (text: string, x: number, type: Type) => {
    const rows = wrapped(text, (row) => x + widthOf(row, type) <= right);
    for (const [place, row] of rows.entries()) {
      if (place > 0) y += type === 'title' ? TITLE_ROW_PX : ROW_PX;
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

/** Rows that fit, broken between words, and within one only where it fits nowhere. */
function wrapped(text: string, fits: (row: string) => boolean): string[] {
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
    for (const sign of word) {
      if (row !== '' && !fits(row + sign)) {
        rows.push(row);
        row = '';
      }
      row += sign;
    }
  }
  return [...rows, row];
}
