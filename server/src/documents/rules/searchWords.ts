// Words of documents: splits a text for the search, builds the queries, and cuts the excerpt shown for a hit.

/** Each character of a language without spaces is a word; digits and letters are separate words, so that 0001 is found in E0001 and 0x0001. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}*|\p{N}+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\p{L}\p{M}*)+/gu;
const MAX_WORD_LENGTH = 60;
/** Maximum number of terms in a search; further ones are ignored. */
const MAX_TERMS = 8;
/** Highest position in a tsvector of the database. */
const LAST_POSITION = 16_383;
const MAX_POSITIONS = 200;

interface Word {
  /** Lower case, without accents. */
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
    return folded === '' ? [] : [{ folded: folded.slice(0, MAX_WORD_LENGTH), start: match.index, end }];
  });
}

const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Returns a text's words with their positions, in PostgreSQL's notation of a tsvector. */
export function vectorOf(text: string): string {
  const positions = new Map<string, number[]>();
  wordsOf(text).forEach(({ folded }, index) => {
    const known = positions.get(folded);
    if (!known) positions.set(folded, [Math.min(index + 1, LAST_POSITION)]);
    else if (known.length < MAX_POSITIONS) known.push(Math.min(index + 1, LAST_POSITION));
  });
  return [...positions].map(([word, at]) => `${quoted(word)}:${[...new Set(at)].join(',')}`).join(' ');
}

/** Splits the typed keywords at spaces: each term is a phrase of words, the last of which is a prefix. */
function termsOf(keywords: string): string[][] {
  const terms = keywords.split(/\s+/u).map((term) => wordsOf(term).map(({ folded }) => folded));
  return terms.filter((words) => words.length > 0).slice(0, MAX_TERMS);
}

/** Returns a query for each term, in PostgreSQL's notation of a tsquery; empty: the keywords contain no word. */
export function queriesOf(keywords: string): string[] {
  return termsOf(keywords).map((words) => `${words.map(quoted).join(' <-> ')}:*`);
}

export interface Piece {
  text: string;
  isHit: boolean;
}

/** Characters of an excerpt before the first hit, and after its start. */
const BEFORE = 32;
const AFTER = 140;

/** Returns the excerpt of a text around the first hit, with every hit in it marked; the beginning of the text if there is none. */
export function excerptOf(text: string, keywords: string): Piece[] {
  const flat = text.replaceAll(/\s+/gu, ' ').trim();
  const words = wordsOf(flat);
  const terms = termsOf(keywords);
  const hits: { start: number; end: number }[] = [];
  for (let at = 0; at < words.length; at++) {
    const match = terms.find((term) =>
      term.every((word, n) => {
        const candidate = words[at + n]?.folded;
        return n === term.length - 1 ? candidate?.startsWith(word) : candidate === word;
      }),
    );
    if (!match) continue;
    hits.push({ start: words[at]!.start, end: words[at + match.length - 1]!.end });
    at += match.length - 1;
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
