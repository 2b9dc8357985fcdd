// Search parameters of a module page: a valid input, and those of a device page.
import { expect, test } from 'vitest';
import { readModuleSearch } from './search.ts';

test.each([
  [2, 2],
  ['16', 16],
  [0, undefined],
  [17, undefined],
  ['two', undefined],
  [undefined, undefined],
])('reads input=%s as input %s', (given, input) => {
  const search = readModuleSearch({ sid: 'DE_20260101_abcdef', sn: '1F90AA01', day: '2026-06-15', input: given });
  expect(search).toMatchObject({ sid: 'DE_20260101_abcdef', sn: '1F90AA01', day: '2026-06-15', input });
});
