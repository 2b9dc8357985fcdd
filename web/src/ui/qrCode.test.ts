// The code of a known text is the one that an independent reader has read, and too long a text gives none.
import { expect, test } from 'vitest';
import { qrCode } from './qrCode.ts';

test('http://a.b is drawn as a reader reads it', () => {
  const rows = qrCode('http://a.b')!.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''));
  expect(rows).toEqual([
    '#######...#.#.#######',
    '#.....#.....#.#.....#',
    '#.###.#.#.#...#.###.#',
    '#.###.#.....#.#.###.#',
    '#.###.#..#.##.#.###.#',
    '#.....#..###..#.....#',
    '#######.#.#.#.#######',
    '........#.#..........',
    '###.#####.#.###...#..',
    '...##..##.##.#.##...#',
    '#.######...#.####.###',
    '#...##..######..#..#.',
    '...#######.#...#.#...',
    '........#.#...###..##',
    '#######.#.#.#...#.###',
    '#.....#.###.....#..##',
    '#.###.#.##..#..#.#...',
    '#.###.#...##.#.###.#.',
    '#.###.#.####....#.#.#',
    '#.....#.#.####.###.#.',
    '#######.#.##..#..#.##',
  ]);
});

test.each([
  [17, 21],
  [18, 25],
  [32, 25],
  [53, 29],
  [78, 33],
  [106, 37],
])('%i bytes take %i modules', (length, modules) => expect(qrCode('x'.repeat(length))).toHaveLength(modules));

test('what does not fit is not drawn', () => expect(qrCode('x'.repeat(107))).toBeNull());
