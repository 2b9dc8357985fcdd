// The heading of a saved chart stays within the picture, with any number of lines and any length of names.
import { expect, test } from 'vitest';
import { layoutHead, MARK_PX, PADDING, type PictureHead, type Type } from './pictureHead.ts';

const widthOf = (text: string, type: Type) => text.length * (type === 'title' ? 9 : 6.5);
const line = (label: string): PictureHead['lines'][number] => ({ label, ink: 'production', dash: 'solid' });

const few: PictureHead = {
  title: 'Seeblick 12',
  range: '1 Jun 2026 · Europe/Berlin',
  lines: [line('Production'), line('Expected')],
};
const many: PictureHead = {
  title: 'Genossenschaftliche Photovoltaikanlage Kindertagesstätte Regenbogenstraße Süd-West',
  range: '1 Jan 2026 – 31 Dec 2026 · America/Argentina/ComodRivadavia',
  lines: [
    ...Array.from({ length: 12 }, (_, input) => line(`DC voltage, input ${input + 1}`)),
    line('Power of the module 3, Wechselrichter am Westgiebel des Kindergartens neben der alten Scheune'),
    line('Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'),
  ],
};

test.each([
  ['few', few, 900],
  ['many', many, 900],
  ['many on a phone', many, 358],
  ['many in a tiny picture', many, 120],
])('%s: title, range and every line are within the picture and do not overlap', (_, head, widthPx) => {
  const { texts, marks, heightPx } = layoutHead(head, widthPx, widthOf);
  const joined = texts.map(({ text }) => text).join('');
  const bare = (text: string) => text.replaceAll(' ', '');
  expect(bare(joined)).toBe(bare([head.title, head.range, ...head.lines.map(({ label }) => label)].join('')));
  expect(marks).toHaveLength(head.lines.length);
  const boxes = [
    ...texts.map(({ text, x, y, type }) => ({ x, right: x + widthOf(text, type), y })),
    ...marks.map(({ x, y }) => ({ x, right: x + MARK_PX, y })),
  ];
  for (const { x, right, y } of boxes) {
    expect(x).toBeGreaterThanOrEqual(PADDING);
    expect(right).toBeLessThanOrEqual(widthPx - PADDING);
    expect(y + 8).toBeLessThanOrEqual(heightPx);
  }
  const rows = Map.groupBy(boxes, ({ y }) => y);
  for (const row of rows.values()) {
    const inOrder = row.toSorted((one, other) => one.x - other.x);
    for (const [index, box] of inOrder.slice(1).entries()) expect(box.x).toBeGreaterThan(inOrder[index]!.right);
  }
  const heights = [...rows.keys()].toSorted((one, other) => one - other);
  for (const [index, y] of heights.slice(1).entries()) expect(y - heights[index]!).toBeGreaterThanOrEqual(18);
});

test('a legend that fits is one row below the title', () => {
  const { texts, heightPx } = layoutHead(few, 900, widthOf);
  expect(new Set(texts.map(({ y }) => y))).toEqual(new Set([24, 50]));
  expect(heightPx).toBe(72);
});
