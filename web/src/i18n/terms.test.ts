// Tests that the texts of every language use the terms of its page (docs/terms/), wherever English has the term.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '../../..');
const PAGES = join(PROJECT, 'docs/terms');
const CATALOGUES = ['web/src/i18n/catalogues', 'web/src/i18n/guides', 'server/src/platform/texts'];
/** Values, and texts of the interface that the guide names by their keys. */
const PLACEHOLDERS = /\{+[\w:.]+\}+/g;

interface Term {
  english: string;
  /** Parts of words, of which a text has at least one; empty: not compared. */
  stems: string[];
  sources: string;
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const rowsOf = (text: string): string[][] =>
  text.split('\n').flatMap((line) => (/^\| (?!English|Key|---)/.test(line) ? [cellsOf(line)] : []));
const pageOf = (name: string): string => readFileSync(join(PAGES, `${name}.md`), 'utf8');
const ENGLISH_TERMS = rowsOf(pageOf('README').split('\n## ').slice(1).join('\n')).map(([term]) => term!);

function termsOf(language: string): { terms: Term[]; exceptions: Set<string> } {
  const sections = pageOf(language).split('\n## ').slice(1);
  const exceptions = sections.find((section) => section.startsWith('Exceptions')) ?? '';
  const terms = sections.filter((section) => !/^(Exceptions|Sources|Back-translation)/.test(section));
  return {
    terms: rowsOf(terms.join('\n')).map(([english, , stems, sources]) => ({
      english: english!,
      stems: [...(stems ?? '').matchAll(/`([^`]+)`/g)].map(([, stem]) => stem!.toLowerCase()),
      sources: sources ?? '',
    })),
    exceptions: new Set(rowsOf(exceptions).map(([key, english]) => `${key!.replaceAll('`', '')} ${english}`)),
  };
}

function flat(node: object, path = ''): [string, string][] {
  return Object.entries(node).flatMap(([key, value]: [string, string | object]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  );
}
const textsOf = (folder: string, language: string): Map<string, string> =>
  new Map(flat(JSON.parse(readFileSync(join(PROJECT, folder, `${language}.json`), 'utf8')) as object));
const oneForm = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const patternOf = (term: string) =>
  new RegExp(`(?<![\\w-])${term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(s|es)?(?![\\w-])`, 'gi');

/** Returns the terms of an English text that its translation misses; a longer term covers the shorter ones in it. */
function missingTerms(terms: readonly Term[], english: string, text: string): string[] {
  let rest = english.replaceAll(PLACEHOLDERS, '');
  const lower = text.toLowerCase();
  return terms.flatMap((term) => {
    const without = term.stems.length === 0 ? rest : rest.replaceAll(patternOf(term.english), ' ');
    if (without === rest) return [];
    rest = without;
    return term.stems.some((stem) => lower.includes(stem)) ? [] : [term.english];
  });
}

const languages = readdirSync(PAGES).flatMap((file) => (file === 'README.md' ? [] : [file.replace('.md', '')]));

test.each(languages)('%s has each term once', (language) => {
  const terms = termsOf(language).terms.map(({ english }) => english);
  expect(terms.toSorted()).toEqual(ENGLISH_TERMS.toSorted());
});

test.each(languages)('texts in %s use its terms', (language) => {
  const { terms, exceptions } = termsOf(language);
  const longestFirst = terms.toSorted((one, other) => other.english.length - one.english.length);
  const used = new Set<string>();
  const deviations = CATALOGUES.flatMap((folder) => {
    const english = textsOf(folder, 'en');
    return [...textsOf(folder, language)].flatMap(([key, text]) => {
      const twin = english.get(key) ?? english.get(`${oneForm(key)}_other`) ?? '';
      return missingTerms(longestFirst, twin, text).flatMap((term) => {
        const exception = [key, oneForm(key)].map((each) => `${each} ${term}`).find((each) => exceptions.has(each));
        if (exception) used.add(exception);
        return exception ? [] : [`${folder} ${key}: "${term}" in "${text}"`];
      });
    });
  });
  expect(deviations).toEqual([]);
  expect([...exceptions].filter((exception) => !used.has(exception))).toEqual([]);
});

test('a text that misses a term is found, and a longer term covers a shorter one', () => {
  const term = (english: string, stem: string) => ({ english, stems: [stem], sources: '' });
  const terms = [
    term('feed-in tariff', 'einspeisevergütung'),
    term('tariff', 'tarif'),
    term('inverter', 'wechselrichter'),
  ];
  expect(missingTerms(terms, 'Feed-in tariff of the inverters', 'Einspeisevergütung der Wechselrichter')).toEqual([]);
  expect(missingTerms(terms, 'Tariff of {{inverter}}', 'Preis')).toEqual(['tariff']);
});

/** Words that only English has, so that one in another language is a text that was not translated. */
const ENGLISH_WORDS = /\b(the|and|your|with|this|these|from|until|please|cannot|which|when|their)\b/i;
/** Words that trades of other languages write as English does. */
const LOAN_WORDS =
  /\b(Code|Firmware|hardware|port|Zone|Module|Gateways?|radio|Band|min-max|per interval|online|Performance ratio|Peak shaving|Reserve|Strings?|exact|Webhooks?|Token|Parquet|Home Assistant|OpenID Connect|Modbus|example\.com|Off-grid|kWh\/kWp|kW per kWp)\b/gi;

test.each(languages)('no English is left in %s', (language) => {
  const left = CATALOGUES.flatMap((folder) => {
    const english = textsOf(folder, 'en');
    return [...textsOf(folder, language)].flatMap(([key, text]) => {
      const own = text.replaceAll(PLACEHOLDERS, '').replaceAll(LOAN_WORDS, '');
      // One word can be the same in two languages.
      const isSame = text === english.get(key) && /[a-z]{3,}\W+[a-z]{3,}/i.test(own);
      return isSame || ENGLISH_WORDS.test(own) ? [`${key}: ${text}`] : [];
    });
  });
  expect(left).toEqual([]);
});
