// Bytes that a browser loads for a page from the running server, so that growth is noticed with the change that causes it.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { kilobytes, pagesOnTheWire } from '../../bench/wire.ts';
import { preloadTags } from '../src/http/preloadTags.ts';

const dist = resolve(import.meta.dirname, '../../web/dist');

function built() {
  const built = ['index.html', '.first.json'].every((file) => existsSync(join(dist, file)));
  if (!built) throw new Error('the web client is not built: node scripts/setup.mjs start');
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  return { page, first: preloadTags(dist, page) };
}

/** Scripts and styles named in a page's HTML. */
const named = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file!);

test('sign-in, list and a plant with its chart stay within their sizes in a real browser without a cache', async () => {
  built();
  for (const { what, mostKb, came } of await pagesOnTheWire()) {
    const largest = came.toSorted((one, other) => other.bytes - one.bytes).slice(0, 8);
    const summary = `${what}: ${largest.map(({ path, bytes }) => `${path} ${bytes}`).join(', ')}`;
    expect(kilobytes(came), summary).toBeLessThan(mostKb);
    // There is something of each kind, and few files: each has its own headers and is compressed separately.
    expect(kilobytes(came), summary).toBeGreaterThan(100);
    for (const kind of ['Document', 'Script', 'Stylesheet', 'Font', 'Fetch'])
      expect(
        came.some((one) => one.kind === kind),
        `${what}: ${kind}`,
      ).toBe(true);
    expect(came.length, summary).toBeLessThan(30);
    const hasLibrary = came.some(({ path }) => /\/charts-/.test(path));
    expect(hasLibrary, `${what}: the chart library`).toBe(what === 'a plant with its chart');
  }
});

test('a page requests its styles first, its fonts immediately, and no file that only names another', () => {
  const { first } = built();
  for (const path of ['/', '/pvPlant', '/pvPlant/detail']) {
    const html = first(path, 'en');
    expect(html.lastIndexOf('rel="stylesheet"')).toBeLessThan(html.indexOf('<script'));
    // Without a module with a top-level await the bundler omits such files.
    const scripts = named(html).filter((file) => file.endsWith('.js'));
    expect(scripts.filter((file) => statSync(join(dist, file)).size < 200)).toEqual([]);
    expect(/rel="preload" as="font"[^>]*inter-own-[^>]*\.woff2"/.test(html)).toBe(path !== '/');
  }
});

test('the large files are among the first six over one kilobyte, about as many as a browser requests at once over HTTP/1.1', () => {
  const { first } = built();
  for (const [path, own] of [
    ['/', 'signIn'],
    ['/pvPlant', 'signedIn'],
    ['/pvPlant/detail', 'signedIn'],
  ] as const) {
    // The bundler's helpers are half a kilobyte and free their connection quickly.
    const sizeable = named(first(path, 'en')).filter((file) => statSync(join(dist, file)).size > 1024);
    const round = sizeable.slice(0, 6).join(' ');
    for (const large of ['begin', 'base', own]) expect(round, path).toMatch(new RegExp(`assets/${large}-[^ ]*\\.js`));
  }
});

test('overlays, forms and bars are loaded on demand, and sign-in does not wait for the router', () => {
  const { page, first } = built();
  const filesOf = (path: string) => [...named(page), ...named(first(path, 'en'))];
  const files = ['/', '/pvPlant', '/pvPlant/detail'].flatMap(filesOf);
  expect(files.filter((file) => /\/(panels|panelStyles|bars|contractRules|charts)-/.test(file))).toEqual([]);
  expect(filesOf('/').filter((file) => /\/(app|signedIn|list|plant)-/.test(file))).toEqual([]);
  // The list is not part of a plant's page, nor the reverse.
  expect(filesOf('/pvPlant').filter((file) => /\/plant-/.test(file))).toEqual([]);
  expect(filesOf('/pvPlant/detail').filter((file) => /\/(list|siteList)-/.test(file))).toEqual([]);
});
