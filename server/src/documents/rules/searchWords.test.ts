// Tests how documents are split into words, searched, and excerpted around a hit.
import { expect, test } from 'vitest';
import { excerptOf, queriesOf, vectorOf, wordsOf } from './searchWords.ts';

test.each([
  ['BDM-800 "E0001"', ['bdm', '800', 'e', '0001']],
  ['0x0001', ['0', 'x', '0001']],
  ['Überhitzung, Größe', ['uberhitzung', 'grosse']],
  ['过热保护 0800', ['过', '热', '保', '护', '0800']],
  ["l'onduleur d’été", ['l', 'onduleur', 'd', 'ete']],
  ['… — ?!', []],
  ['', []],
])('splits %j into the words %j', (text, words) => {
  expect(wordsOf(text).map(({ folded }) => folded)).toEqual(words);
});

test('turns each typed term into a phrase query with a prefix at its end, and quotes operators of the database', () => {
  expect(queriesOf("  BDM-800   over | ! ' \\ ")).toEqual(["'bdm' <-> '800':*", "'over':*"]);
  expect(queriesOf('?')).toEqual([]);
  expect(queriesOf('a b c d e f g h i j')).toHaveLength(8);
});

test('lists each word of a vector once with its positions', () => {
  expect(vectorOf('DC over voltage, over')).toBe("'dc':1 'over':2,4 'voltage':3");
  expect(vectorOf('x '.repeat(20_000)).length).toBeLessThan(2000);
});

test('cuts an excerpt around the first hit and marks each hit in its original spelling', () => {
  expect(excerptOf('Code 0001:\n DC Über-voltage.', '0001 uber')).toEqual([
    { text: 'Code ', isHit: false },
    { text: '0001', isHit: true },
    { text: ': DC ', isHit: false },
    { text: 'Über', isHit: true },
    { text: '-voltage.', isHit: false },
  ]);
  const long = excerptOf(`${'before '.repeat(50)}<b>hit</b> ${'after '.repeat(50)}`, 'hit');
  expect(long[0]).toEqual({ text: '… ', isHit: false });
  expect(long.at(-1)).toEqual({ text: ' …', isHit: false });
  expect(long.filter(({ isHit }) => isHit)).toEqual([{ text: 'hit', isHit: true }]);
  expect(long.map(({ text }) => text).join('').length).toBeLessThan(230);
  expect(excerptOf('Nothing of it', 'absent')).toEqual([{ text: 'Nothing of it', isHit: false }]);
  expect(excerptOf('', 'absent')).toEqual([]);
  expect(excerptOf('字'.repeat(500), '字字')[0]).toEqual({ text: '字字', isHit: true });
});
