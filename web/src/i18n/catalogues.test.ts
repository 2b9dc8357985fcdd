// Tests that every catalogue has the texts and placeholders of English, and that every page loads the texts it shows.
import { LANGUAGES, type LanguageCode, localeOf } from '@heliograph/contract/envelope.ts';
import { BUILT_PAGES } from '@heliograph/contract/pages.ts';
import { describe, expect, test } from 'vitest';
import { completeCatalogues, isComplete, quoteTexts } from '../../catalogues.ts';
import { PAGES } from '../pageTable.ts';
import type { Area } from './areas.ts';
import { chooseLanguage } from './language.ts';

const files = completeCatalogues() as Record<string, Record<Area, object>>;
/** The guide as it is written: with the keys of the texts that it names. */
const guides = import.meta.glob<object>('./guides/*.json', { eager: true, import: 'default' });
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

function flat(node: unknown, path = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(node as Record<string, unknown>)) {
    const here = path ? `${path}.${key}` : key;
    if (typeof value === 'string') texts.set(here, value);
    else for (const [inner, text] of flat(value, here)) texts.set(inner, text);
  }
  return texts;
}

/** Languages have different numbers of plural forms, so forms of a key count as one. */
const oneForm = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((found) => found[1]).sort();
const languages = Object.entries(files);
const ENGLISH = files.en!;
const areas = Object.keys(ENGLISH) as Area[];
const english = (area: Area) => flat(ENGLISH[area]);
const keysOf = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(oneForm))].sort();

describe.each(languages)('%s', (language, catalogue) => {
  const texts = flat(catalogue);
  const twins = flat(ENGLISH);
  test('is named after a language of the contract', () => {
    expect(LANGUAGES.map(({ code }) => code)).toContain(language);
  });
  test('has the same keys as English', () => {
    const [own, wanted] = [new Set(keysOf(texts)), new Set(keysOf(twins))];
    expect([...wanted].flatMap((key) => (own.has(key) ? [] : [`${language} lacks ${key}`]))).toEqual([]);
    expect([...own].flatMap((key) => (wanted.has(key) ? [] : [`${language} has ${key}, English has not`]))).toEqual([]);
  });
  test('has the plural forms that it counts with', () => {
    const plurals = new Intl.PluralRules(localeOf(language as LanguageCode));
    // Forms for millions and fractions fall back to `_other`.
    const forms = new Set(Array.from({ length: 200 }, (_, count) => plurals.select(count)));
    const counted = [...new Set([...twins.keys()].filter((key) => oneForm(key) !== key).map(oneForm))];
    // A text without forms fits any number.
    const wanted = counted
      .filter((key) => !texts.has(key))
      .flatMap((key) => [...forms].map((form) => `${key}_${form}`));
    expect(wanted.flatMap((key) => (texts.has(key) ? [] : [`${language} lacks ${key}`]))).toEqual([]);
  });
  test('has the same placeholders and no empty text', () => {
    for (const [key, text] of texts) {
      expect(text.trim(), `${language}: ${key}`).not.toBe('');
      const twin = twins.get(key) ?? twins.get(`${oneForm(key)}_other`) ?? '';
      expect(placeholders(text), `${language}: ${key}`).toEqual(placeholders(twin));
    }
  });
});

const keysNamedIn = (text: string) => [...text.matchAll(/\{\{t:([\w.]+)\}\}/g)].map(([, key]) => key!).sort();

test.each(LANGUAGES.map(({ code }) => code))(
  'the guide in %s names the same buttons and pages as in English',
  (code) => {
    const written = flat(guides['./guides/en.json']);
    const own = flat(guides[`./guides/${code}.json`]);
    const wrong = [...own].filter(
      ([key, text]) => keysNamedIn(text).join() !== keysNamedIn(written.get(key) ?? '').join(),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  },
);

test('the guide quotes the texts of the interface in bold, and refuses keys without a text', () => {
  const named = [...flat(guides['./guides/en.json']).values()].flatMap(keysNamedIn);
  expect(named.length).toBeGreaterThan(100);
  const german = flat(files.de!.guide).get('guide.section.energy.text');
  expect(german).toContain(`**${flat(files.de!.plant).get('plant.energy')}**`);
  const areas = { list: { list: { export: 'CSV "now"', all: 'All {{total}}' } } };
  expect(quoteTexts({ text: 'Press {{t:list.export}}' }, areas)).toEqual({ text: 'Press **CSV "now"**' });
  expect(() => quoteTexts({ text: 'Press {{t:list.import}}' }, areas)).toThrow('list.import');
  expect(() => quoteTexts({ text: 'Press {{t:list.all}}' }, areas)).toThrow('list.all');
});

test('Chinese texts have Chinese punctuation', () => {
  const wrong = /[\u4e00-\u9fff][,:;?!(]|[,:;?!)] ?[\u4e00-\u9fff]/;
  for (const [key, text] of flat(files.zh)) expect(text, key).not.toMatch(wrong);
});

test('a module is called a module, but where the specification has a label for it', () => {
  const called = areas.flatMap((area) =>
    [...english(area)].flatMap(([key, text]) => (/\bpanels?\b/i.test(text) ? `${key}: ${text}` : [])),
  );
  expect(called).toEqual(['dashboard.panels: Panels']);
});

test('what begins with a number of things has a form for one of them', () => {
  const bare = areas.flatMap((area) =>
    [...english(area)].flatMap(([key, text]) =>
      oneForm(key) === key && /^\{\{(count|n)\}\} (\w+ )?[a-z]+s\b/.test(text) ? [key] : [],
    ),
  );
  // Used only for several.
  expect(bare).toEqual(['list.exportedCut', 'problems.devices', 'problems.modules']);
});

test('whatever number fails, the sentence of the specification stands alone, and the reason under it', () => {
  const begun = areas.flatMap((area) =>
    [...english(area)].filter(([, text]) => text.startsWith('Failed verification')),
  );
  expect(begun.length).toBeGreaterThan(0);
  for (const [key, text] of begun) expect(text, key).toMatch(/^Failed verification, please check and try again!(\n|$)/);
});

test('no key is in two areas', () => {
  const keys = areas.flatMap((area) => keysOf(english(area)));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

const areaOfKey = new Map(areas.flatMap((area) => keysOf(english(area)).map((key) => [key, area] as const)));
const groups = new Set([...areaOfKey.keys()].map((key) => key.split('.')[0]!));

/** Keys in a file: complete ones, and patterns of template strings. */
function keysIn(source: string): { exact: string[]; patterns: RegExp[] } {
  const words = [...source.matchAll(/(['"])([A-Za-z]+(?:\.[\w]+)+)\1/g)].map(([, , word]) => word!);
  const templates = [...source.matchAll(/`([A-Za-z]+\.[\w.${}()]*\$\{[^`]*)`/g)].map(([, text]) => text!);
  return {
    exact: words.filter((word) => groups.has(word.split('.')[0]!)),
    patterns: templates
      .filter((text) => groups.has(text.split('.')[0]!))
      .map(
        (text) =>
          new RegExp(
            `^${text
              .replace(/\$\{[^}]*\}/g, '\u0000')
              .replaceAll('.', '\\.')
              .replaceAll('\u0000', '\\w+')}$`,
          ),
      ),
  };
}
const isKnown = (key: string) => areaOfKey.has(key) || [...areaOfKey.keys()].some((each) => each.startsWith(`${key}.`));
const named = Object.entries(sources).map(([file, source]) => ({ file, ...keysIn(source) }));

test('every key that the code names exists', () => {
  const unknown = named.flatMap(({ file, exact }) =>
    // Paths of calls and modules look like keys; a key begins with a known group and has no file extension.
    exact.filter((key) => !isKnown(key) && !/\.(ts|tsx|json|css|svg)$/.test(key)).map((key) => `${file}: ${key}`),
  );
  expect(unknown).toEqual([]);
});

test('no text is there that the code does not name', () => {
  const exact = new Set(named.flatMap((each) => each.exact));
  const patterns = named.flatMap((each) => each.patterns);
  const unused = [...areaOfKey.keys()].filter(
    (key) =>
      !exact.has(key) &&
      !patterns.some((pattern) => pattern.test(key)) &&
      ![...exact].some((each) => key.startsWith(`${each}.`)),
  );
  // The server sends keys of menu titles (spec.md section 2).
  expect(unused.filter((key) => !key.startsWith('menu.'))).toEqual([]);
});

test('every text gets the values that it names', () => {
  const texts = new Map<string, string>();
  for (const [key, text] of flat(ENGLISH).entries()) {
    const plain = oneForm(key.slice(key.indexOf('.') + 1));
    texts.set(plain, `${texts.get(plain) ?? ''} ${text}`);
  }
  let compared = 0;
  const forgotten = Object.entries(sources).flatMap(([file, source]) =>
    [...source.matchAll(/\bt\(\s*'([\w.]+)',\s*(\{[^{}]*\})/g)].flatMap(([, key, values]) => {
      if (values!.includes('...')) return [];
      compared++;
      const isGiven = (name: string) => new RegExp(`\\b${name}\\b`).test(values!);
      return [...new Set(placeholders(texts.get(key!) ?? ''))]
        .filter((name) => !isGiven(name!))
        .map((name) => `${file}: ${key} {{${name}}}`);
    }),
  );
  expect(forgotten).toEqual([]);
  // Guards against a pattern that matches nothing.
  expect(compared).toBeGreaterThan(300);
});

/** All files that a file imports, directly or lazily. */
function filesFrom(start: string): Set<string> {
  const seen = new Set<string>();
  const visit = (file: string) => {
    const source = sources[file];
    if (source === undefined || seen.has(file)) return;
    seen.add(file);
    const code = source.replaceAll(/^import type [^;]+;/gm, '');
    for (const [, path] of code.matchAll(/(?:from |import\(|^import )'(\.[^']+)'/gm))
      visit(new URL(path!, `http://x/${file.replace(/^\.\.\//, 's/')}`).pathname.replace(/^\/s\//, '../'));
  };
  visit(start);
  return seen;
}

test.each(BUILT_PAGES.map(({ name, access }) => [name, access] as const))(
  '%s has loaded every text it shows',
  (name, access) => {
    const entry = new RegExp(`^  ${name}: page\\(\\s*\\(\\) => import\\('\\.(/pages/[^']+)'\\)`, 'm');
    const [, path] = entry.exec(sources['../pageTable.ts']!) ?? [];
    const loaded = new Set<Area>(['start', ...(access === 'public' ? [] : (['shell'] as const)), ...PAGES[name].texts]);
    const isMissing = (key: string) => !loaded.has(areaOfKey.get(key) ?? 'start');
    const files = [...filesFrom(`..${path}`)];
    // A lazily loaded view loads its own texts.
    for (const file of files) {
      for (const [, areas] of sources[file]!.matchAll(/addTexts\(\[([^\]]+)\]\)/g))
        for (const [, area] of areas!.matchAll(/'(\w+)'/g)) loaded.add(area as Area);
    }
    const missing = files
      .filter((file) => !['../routes.tsx', '../pageTable.ts', '../links.ts'].includes(file))
      .flatMap((file) => {
        const { exact, patterns } = named.find((each) => each.file === file)!;
        const built = [...areaOfKey.keys()].filter((key) => patterns.some((pattern) => pattern.test(key)));
        return [...exact, ...built].filter(isMissing).map((key) => `${file}: ${key}`);
      });
    expect(missing).toEqual([]);
  },
);

test('a language that lacks an area is not offered', () => {
  const { start: _, ...part } = ENGLISH;
  expect(isComplete(part, ENGLISH)).toBe(false);
  expect(isComplete({ ...part, start: {} }, ENGLISH)).toBe(true);
});

test('every language of the contract has texts', () => {
  expect(Object.keys(files).sort()).toEqual(LANGUAGES.map(({ code }) => code).sort());
});

test('British English has the texts of English, in British spelling', () => {
  const british = flat(files.gb);
  expect(british.get('account.account.address.cancelled')).toBe('Change cancelled');
  expect(british.get('account.account.address.pending')).toBe(english('account').get('account.address.pending'));
  const american = /\b(neighbor|color|center|cancel(ed|ing)|recogniz|authoriz|catalog)\b/i;
  for (const [key, text] of british) expect(text, key).not.toMatch(american);
  const spelled = /\b(neighbour|colour|centre|cancelled|recognis|authoris|catalogue|metre)/i;
  for (const [key, text] of flat(ENGLISH)) expect(text, key).not.toMatch(spelled);
});

test('the stored language wins over the browser, the browser over English', () => {
  expect(chooseLanguage('zh', 'de-AT', 'en')).toBe('zh');
  expect(chooseLanguage(null, 'de-AT', 'en')).toBe('de');
  expect(chooseLanguage('klingon', 'sv-SE', 'en')).toBe('en');
  expect(chooseLanguage(null, 'en-GB', 'en')).toBe('gb');
  expect(chooseLanguage(null, 'en-AU', 'en')).toBe('gb');
  expect(chooseLanguage(null, 'en-US', 'en')).toBe('en');
  expect(chooseLanguage(null, 'gb', 'en')).toBe('en');
});
