// Reload for a file that the browser does not request again: once, and only when the file exists.
import { beforeEach, expect, test, vi } from 'vitest';
import { mayStartAfresh } from './freshStart.ts';

const failureOf = (file: string) =>
  `Failed to fetch dynamically imported module: https://portal.test/assets/${file}.js`;
/** HTTP status for files; null for no response. */
let status: number | null;
const requests: string[] = [];

beforeEach(() => {
  sessionStorage.clear();
  requests.length = 0;
  status = 200;
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address);
    if (status === null) throw new TypeError('Failed to fetch');
    return new globalThis.Response('', { status });
  });
  return () => vi.unstubAllGlobals();
});

test('a reload is allowed once for each file and page', async () => {
  expect(await mayStartAfresh(failureOf('a'), '/pvPlant')).toBe(true);
  expect(await mayStartAfresh(failureOf('a'), '/pvPlant')).toBe(false);
  expect(await mayStartAfresh(failureOf('b'), '/pvPlant')).toBe(true);
  expect(await mayStartAfresh(failureOf('a'), '/users')).toBe(true);
  expect(await mayStartAfresh(failureOf('b'), '/pvPlant')).toBe(false);
  // Uses an address that the browser has not cached.
  expect(requests[0]).toBe('https://portal.test/assets/a.js?again');
});

test('concurrent checks get the same answer', async () => {
  const checks = [mayStartAfresh(failureOf('a'), '/pvPlant'), mayStartAfresh(failureOf('a'), '/pvPlant')];
  expect(await Promise.all(checks)).toEqual([true, true]);
  expect(await mayStartAfresh(failureOf('a'), '/pvPlant')).toBe(false);
});

test.each([404, null])(
  'a reload is not allowed while the file is missing (%s), and is allowed afterwards',
  async (missing) => {
    status = missing;
    expect(await mayStartAfresh(failureOf('a'), '/pvPlant')).toBe(false);
    status = 200;
    expect(await mayStartAfresh(failureOf('a'), '/pvPlant')).toBe(true);
  },
);

test('a browser that does not name the file may reload once for each page', async () => {
  expect(await mayStartAfresh('Importing a module script failed.', '/pvPlant')).toBe(true);
  expect(await mayStartAfresh('Importing a module script failed.', '/pvPlant')).toBe(false);
  expect(requests).toEqual([]);
});

test('a reload is never allowed when session storage is forbidden', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
  expect(await mayStartAfresh(failureOf('a'), '/pvPlant')).toBe(false);
});
