import { expect, test } from 'vitest';
import type { FontFace } from './fonts.ts';
import { splitByFace } from './pdf.ts';

const face = (name: string, letters: string): FontFace => ({
  name,
  bytes: Buffer.alloc(0),
  has: (codePoint) => letters.includes(String.fromCodePoint(codePoint)),
});
const latin = face('latin', 'abcCO2 12?');
const chinese = face('chinese', '电站 12');

test.each([
  ['abc 12', [['latin', 'abc 12']]],
  [
    'abc 电站',
    [
      ['latin', 'abc '],
      ['chinese', '电站'],
    ],
  ],
  // Digits and spaces continue the run before them.
  ['电站 12', [['chinese', '电站 12']]],
  ['CO₂', [['latin', 'CO2']]],
  ['a☃b', [['latin', 'a?b']]],
  ['', []],
])('splits the text "%s" where its font changes', (text, runs) => {
  expect(splitByFace(text, [latin, chinese]).map(({ face: { name }, text: part }) => [name, part])).toEqual(runs);
});
