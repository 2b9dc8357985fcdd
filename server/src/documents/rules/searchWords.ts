// The words of documents: how a text is split for the search, what is asked of it, and the piece that is shown of a hit.

/** Characters of a language without spaces stand for themselves; digits and letters are apart, so that 0001 is found in E0001 and 0x0001. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}*|\p{N}+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\p{L}\p{M}*)+/gu;
const LONGEST_WORD = 60;
/** Words of a search; more say nothing more. */
const MAX_ASKED = 8;
/** The database counts no further. */
const LAST_POSITION = 16_383;
const MAX_POSITIONS = 200;

interface Word {
  /** Without accents and capitals. */
  folded: string;
  start: number;
  end: number;
}

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].flatMap((match) => {
    const folded = match[0]
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replaceAll('ß', 'ss');
    const end = match.index + match[0].length;
    return folded === '' ? [] : [{ folded: folded.slice(0, LONGEST_WORD), start: match.index, end }];
  });
}

const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** A text's words with their places, as PostgreSQL writes a tsvector. */
export function vectorOf(text: string): string {
  const places = new Map<string, number[]>();
  wordsOf(text).forEach(({ folded }, index) => {
    const known = places.get(folded);
    if (!known) places.set(folded, [Math.min(index + 1, LAST_POSITION)]);
    else if (known.length < MAX_POSITIONS) known.push(Math.min(index + 1, LAST_POSITION));
  });
  return [...places].map(([word, at]) => `${quoted(word)}:${[...new Set(at)].join(',')}`).join(' ');
}

/** What is typed, by spaces: each a row of words that stand together, the last of which may go on. */
function askedOf(keywords: string): string[][] {
  const asked = keywords.split(/\s+/u).map((one) => wordsOf(one).map(({ folded }) => folded));
  return asked.filter((words) => words.length > 0).slice(0, MAX_ASKED);
}

/** As PostgreSQL writes a tsquery, one for each; none: nothing that is typed is a word. */
export function queriesOf(keywords: string): string[] {
  return askedOf(keywords).map((words) => `${words.map(quoted).join(' <-> ')}:*`);
}

export interface Piece {
  text: string;
  isHit: boolean;
}

/** Letters before the first hit, and after it. */
const BEFORE = 32;
const AFTER = 140;

/** The piece of a text around the first hit, with every hit in it marked; its beginning where none of them stands in it. */
export function excerptOf(text: string, keywords: string): Piece[] {
  const flat = text.replaceAll(/\s+/gu, ' ').trim();
  const words = wordsOf(flat);
  const asked = askedOf(keywords);
  const hits: { start: number; end: number }[] = [];
  for (let at = 0; at < words.length; at++) {
    const found = asked.find((row) =>
      row.every((word, n) => {
        const here = words[at + n]?.folded;
        return n === row.length - 1 ? here?.startsWith(word) : here === word;
      }),
    );
    if (!found) continue;
    hits.push({ start: words[at]!.start, end: words[at + found.length - 1]!.end });
    at += found.length - 1;
  }
  const first = hits[0]?.start ?? 0;
  const from = first <= BEFORE ? 0 : (words.find(({ start }) => start >= first - BEFORE)?.start ?? first);
  const last = words.findLast(({ end }) => end <= first + AFTER)?.end ?? flat.length;
  const until = flat.length <= first + AFTER ? flat.length : Math.max(last, hits[0]?.end ?? 0);
  const pieces: Piece[] = [];
  let at = from;
  const add = (end: number, isHit: boolean) => {
    if (end > at) pieces.push({ text: flat.slice(at, end), isHit });
    at = Math.max(at, end);
  };
  if (from > 0) pieces.push({ text: '… ', isHit: false });
  for (const { start, end } of hits.filter((hit) => hit.start >= from && hit.end <= until)) {
    add(start, false);
    add(end, true);
  }
  add(until, false);
  if (until < flat.length) pieces.push({ text: ' …', isHit: false });
  return pieces;
}
