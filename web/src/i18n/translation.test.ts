// Tests texts by key: placeholders and plural forms.
import { expect, test } from 'vitest';
import { mergeTexts, startTranslation, t } from './translation.ts';

const translate = t as unknown as (key: string, values?: Record<string, unknown>) => string;

test('placeholders are filled in as they are, and one without a value is empty', () => {
  mergeTexts({ a: { greeting: 'Hello {{ name }}, {{name}}: {{year}}{{unit}}' } });
  expect(translate('a.greeting', { name: '<b> $& {{count}}', year: 1987, unit: null })).toBe(
    'Hello <b> $& {{count}}, <b> $& {{count}}: 1987',
  );
});

test('what is counted has its thousands apart, as the language writes them', () => {
  mergeTexts({ e: { all: 'Show all {{count}} of {{total}}' } });
  expect(translate('e.all', { count: 1284, total: '1,500' })).toBe('Show all 1,284 of 1,500');
  startTranslation('de');
  expect(translate('e.all', { count: 1284, total: '1.500' })).toBe('Show all 1.284 of 1.500');
  startTranslation('en');
});

test.each([
  ['en', 0, 'days'],
  ['en', 1, 'day'],
  ['en', 2, 'days'],
  ['pl', 1, 'day'],
  ['pl', 2, 'a few days'],
  ['pl', 5, 'many days'],
  ['zh', 1, 'days'],
])('%s: the form for %d', (language, count, word) => {
  startTranslation(language);
  mergeTexts({ b: { days_one: 'day', days_few: 'a few days', days_many: 'many days', days_other: 'days' } });
  expect(translate('b.days', { count })).toBe(word);
  startTranslation('en');
});

test('a text without forms is said for any count, and what a later file says stands beside an earlier one', () => {
  mergeTexts({ c: { all: 'Show all {{count}}', old: 'old' } });
  mergeTexts({ c: { old: 'new' } });
  expect([translate('c.all', { count: 1 }), translate('c.old')]).toEqual(['Show all 1', 'new']);
});

test('a key without a text is what is given instead, else itself', () => {
  expect([translate('d.none', { defaultValue: 'Tools' }), translate('d.none')]).toEqual(['Tools', 'd.none']);
});
