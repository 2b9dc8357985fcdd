// Formatting of a duration: its two largest units, at least one minute.
import { expect, test } from 'vitest';
import { formatDuration } from './lasted.ts';

const inEnglish = (key: string, { n }: { n: string }): string =>
  n + { days: ' d', hours: ' h', minutes: ' min' }[key.split('.')[1]!];

test.each([
  [0, '1 min'],
  [29, '1 min'],
  [90, '2 min'],
  [3599, '1 h'],
  [4800, '1 h 20 min'],
  [86_400, '1 d'],
  [86_400 + 1800, '1 d'],
  [3 * 86_400 + 4 * 3600 + 59, '3 d 4 h'],
])('%s seconds are formatted as %s', (seconds, text) => expect(formatDuration(seconds, inEnglish)).toBe(text));
