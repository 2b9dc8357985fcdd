// How much a browser loads for a page, by the files as they were built: growth is noticed with the change that brings it.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { firstFilesOf } from '../src/http/firstFiles.ts';

const dist = resolve(import.meta.dirname, '../../web/dist');
/** Of an answer with a file; bench/bundle.ts counts them as they come. */
const HEADER_BYTES = 380;
const CHART = 'src/components/chart/echarts.ts';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

function built() {
  const built = ['index.html', '.first.json', '.vite/manifest.json'].every((file) => existsSync(join(dist, file)));
  if (!built) throw new Error('the web client is not built: node scripts/setup.mjs start');
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  return {
    page,
    manifest: JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>,
    first: firstFilesOf(dist, page),
  };
}

/** Scripts and styles that a page's own text names. */
const named = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file!);

function withImports(manifest: Record<string, Chunk>, key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return [];
  seen.add(key);
  return [
    chunk.file,
    ...(chunk.css ?? []),
    ...(chunk.imports ?? []).flatMap((next) => withImports(manifest, next, seen)),
  ];
}

function onTheWire(file: string): number {
  const path = join(dist, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size + HEADER_BYTES;
}

test.each([
  ['sign-in', '/', 150, []],
  ['plant list', '/pvPlant', 200, []],
  ['a plant with its chart', '/pvPlant/detail', 350, [CHART]],
])('%s: scripts and styles, compressed, with their headers', (_, path, mostKb, later) => {
  const { page, manifest, first } = built();
  const files = new Set([...named(page), ...named(first(path, 'en'))]);
  for (const key of later) {
    expect(manifest[key]).toBeDefined();
    for (const file of withImports(manifest, key)) files.add(file);
  }
  const bytes = [...files].reduce((sum, file) => sum + onTheWire(file), 0);
  const largest = [...files].sort((a, b) => onTheWire(b) - onTheWire(a)).slice(0, 6);
  expect(bytes / 1024, largest.map((file) => `${file} ${onTheWire(file)}`).join(', ')).toBeLessThan(mostKb);
  // It counts something, and few files: each costs its headers and compresses by itself.
  expect(bytes / 1024).toBeGreaterThan(100);
  expect(files.size).toBeLessThan(30);
});

test('what floats, forms and bars are loaded when they are wanted', () => {
  const { page, first } = built();
  const files = ['/', '/pvPlant', '/pvPlant/detail'].flatMap((path) => [...named(page), ...named(first(path, 'en'))]);
  expect(files.filter((file) => /\/(panels|panelStyles|bars|contractRules|charts)-/.test(file))).toEqual([]);
});
