// Parsing and formatting of days in input fields.
import { describe, expect, test } from 'vitest';
import { dayInField, dayTyped, firstWeekday } from './days.ts';

test.each([
  ['en-US', '11/21/2026', 0],
  ['en-GB', '21/11/2026', 1],
  ['de', '21.11.2026', 1],
  ['zh-CN', '2026/11/21', 0],
])('%s formats the day as %s and parses it back', (language, text, first) => {
  expect(dayInField('2026-11-21', language)).toBe(text);
  expect(dayTyped(text, language)).toBe('2026-11-21');
  expect([1, first]).toContain(firstWeekday(language));
});

describe('a typed day', () => {
  test.each([
    ['1.2.2024', '2024-02-01'],
    ['1.2.24', '2024-02-01'],
    ['29.2.2024', '2024-02-29'],
    ['2026-1-9', '2026-01-09'],
    [' 3. 4. 2025 ', '2025-04-03'],
  ])('%j is parsed in German', (text, day) => expect(dayTyped(text, 'de')).toBe(day));
  test.each(['29.2.2025', '1.13.2024', '1.2', '1.2.202', 'tomorrow', '', '1.2.3.4', '100.1.2024'])(
    '%j is not a day',
    (text) => expect(dayTyped(text, 'de')).toBeNull(),
  );
});
