// A fresh start for a file that the browser does not ask for again: once, and only when the file is there.
import { beforeEach, expect, test, vi } from 'vitest';
import { mayStartAfresh } from './freshStart.ts';

const failureOf = (file: string) =>
  `Failed to fetch dynamically imported module: https://portal.test/assets/${file}.js`;
/** What the server answers for files; null: nothing. */
let status: number | null;
const asked: string[] = [];

beforeEach(() => {
  sessionStorage.clear();
  asked.length = 0;
  status = 200;
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (status === null) throw new TypeError('Failed to fetch');
    return new globalThis.Response('', { status });
  });
  return () => vi.unstubAllGlobals();
});

test('once for each file and page', async () => {
  expect(await mayStartAfresh(failureOf('a'), '/pvPlant')).toBe(true);
  expect(await mayStartAfresh(failureOf('a'), '/pvPlant')).toBe(false);
  expect(await mayStartAfresh(failureOf('b'), '/pvPlant')).toBe(true);
  expect(await mayStartAfresh(failureOf('a'), '/users')).toBe(true);
  expect(await mayStartAfresh(failureOf('b'), '/pvPlant')).toBe(false);
  // By an address that the browser has not kept.
  expect(asked[0]).toBe('https://portal.test/assets/a.js?again');
});

test('two that ask at once hear the same', async () => {
  const two = [mayStartAfresh(failureOf('a'), '/pvPlant'), mayStartAfresh(failureOf('a'), '/pvPlant')];
  expect(await Promise.all(two)).toEqual([true, true]);
  expect(await mayStartAfresh(failureOf('a'), '/pvPlant')).toBe(false);
});

test.each([404, null])('not while the file is not there: %s; then it may', async (given) => {
  status = given;
  expect(await mayStartAfresh(failureOf('a'), '/pvPlant')).toBe(false);
  status = 200;
  expect(await mayStartAfresh(failureOf('a'), '/pvPlant')).toBe(true);
});

test('a browser that names no file has one for each page', async () => {
  expect(await mayStartAfresh('Importing a module script failed.', '/pvPlant')).toBe(true);
  expect(await mayStartAfresh('Importing a module script failed.', '/pvPlant')).toBe(false);
  expect(asked).toEqual([]);
});

test('never where nothing can be kept of it', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
  expect(await mayStartAfresh(failureOf('a'), '/pvPlant')).toBe(false);
});
