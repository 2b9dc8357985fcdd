// How much a browser loads for a page, all that crosses the wire from the running server: growth is noticed with the change that brings it.
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

/** Scripts and styles that a page's own text names. */
const named = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file!);

test('sign-in, list and a plant with its chart: page, scripts, styles, fonts, pictures and answers, cold, to a real browser', async () => {
  built();
  for (const { what, mostKb, came } of await pagesOnTheWire()) {
    const largest = came.toSorted((one, other) => other.bytes - one.bytes).slice(0, 8);
    const told = `${what}: ${largest.map(({ path, bytes }) => `${path} ${bytes}`).join(', ')}`;
    expect(kilobytes(came), told).toBeLessThan(mostKb);
    // It counts something of each kind, and few files: each costs its headers and compresses by itself.
    expect(kilobytes(came), told).toBeGreaterThan(100);
    for (const kind of ['Document', 'Script', 'Stylesheet', 'Font', 'Fetch'])
      expect(
        came.some((one) => one.kind === kind),
        `${what}: ${kind}`,
      ).toBe(true);
    expect(came.length, told).toBeLessThan(30);
    const hasLibrary = came.some(({ path }) => /\/charts-/.test(path));
    expect(hasLibrary, `${what}: the chart library`).toBe(what === 'a plant with its chart');
  }
});

test('a page asks for its styles first, for its type at once, and for no file that only names another', () => {
  const { first } = built();
  for (const path of ['/', '/pvPlant', '/pvPlant/detail']) {
    const html = first(path, 'en');
    expect(html.lastIndexOf('rel="stylesheet"')).toBeLessThan(html.indexOf('<script'));
    // Without a module that waits at its top the bundler leaves such files out.
    const scripts = named(html).filter((file) => file.endsWith('.js'));
    expect(scripts.filter((file) => statSync(join(dist, file)).size < 200)).toEqual([]);
    expect(/rel="preload" as="font"[^>]*inter-own-[^>]*\.woff2"/.test(html)).toBe(path !== '/');
  }
});

test('the first six files of more than a kilobyte, about what a browser asks for at once over HTTP/1.1, have the large ones among them', () => {
  const { first } = built();
  for (const [path, own] of [
    ['/', 'signIn'],
    ['/pvPlant', 'signedIn'],
    ['/pvPlant/detail', 'signedIn'],
  ] as const) {
    // The bundler's helpers are half a kilobyte, and their connection is soon free again.
    const sizeable = named(first(path, 'en')).filter((file) => statSync(join(dist, file)).size > 1024);
    const round = sizeable.slice(0, 6).join(' ');
    for (const large of ['begin', 'base', own]) expect(round, path).toMatch(new RegExp(`assets/${large}-[^ ]*\\.js`));
  }
});

test('what floats, forms and bars are loaded when they are wanted, and sign-in waits for no router', () => {
  const { page, first } = built();
  const filesOf = (path: string) => [...named(page), ...named(first(path, 'en'))];
  const files = ['/', '/pvPlant', '/pvPlant/detail'].flatMap(filesOf);
  expect(files.filter((file) => /\/(panels|panelStyles|bars|contractRules|charts)-/.test(file))).toEqual([]);
  expect(filesOf('/').filter((file) => /\/(app|signedIn|list|plant)-/.test(file))).toEqual([]);
  // The list is no part of a plant, nor a plant of the list.
  expect(filesOf('/pvPlant').filter((file) => /\/plant-/.test(file))).toEqual([]);
  expect(filesOf('/pvPlant/detail').filter((file) => /\/(list|siteList)-/.test(file))).toEqual([]);
});
