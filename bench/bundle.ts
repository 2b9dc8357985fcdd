// Claim: what a browser loads for the sign-in page, the plant list and a chart page, brotli.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { table } from './world.ts';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  isEntry?: boolean;
}
const dist = resolve(import.meta.dirname, '../web/dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
const entry = Object.keys(manifest).find((name) => manifest[name]!.isEntry)!;

/** All files that loading these chunks brings, each once. */
function filesOf(names: string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const other of chunk.imports ?? []) visit(other);
  };
  for (const name of names) visit(name);
  return files;
}
const kilobytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(dist, file))).length, 0) / 1024;
const named = (part: string) => Object.keys(manifest).filter((name) => name.includes(part));

/** As web/src/i18n/areas.ts names them for the page. */
const texts = (areas: readonly string[]) => areas.flatMap((area) => named(`catalogues/${area}/en.json`));
const pages: [string, string[], number][] = [
  ['sign-in page', [entry, ...named('SignInPage'), ...texts(['start', 'auth'])], 150],
  [
    'plant list',
    [entry, ...named('SiteListPage'), ...named('layout/Shell'), ...texts(['start', 'shell', 'list', 'sites'])],
    200,
  ],
];
table(
  pages.map(([what, chunks, limit]) => ({
    what,
    'KB brotli': kilobytes(filesOf(chunks)).toFixed(1),
    'at most': limit,
  })),
);
