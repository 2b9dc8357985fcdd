// The docs name only what exists: links, headings, paths, commands and settings; and the index names every page.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Call } from '@heliograph/contract/call.ts';
import { calls } from '@heliograph/contract/calls.ts';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = globSync('{*.md,docs/**/*.md}', { cwd: root }).toSorted();
/** A page without its code blocks, in which brackets and slashes mean other things. */
const prose = (page: string) => read(page).replaceAll(/^```[\s\S]*?^```/gm, '');

const links = (page: string) =>
  [...prose(page).matchAll(/(?<!\\)\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^\w+:/.test(target));

/** Anchors as code hosts derive them from headings: "## Set up (TLS)" is #set-up-tls. */
function anchors(page: string): string[] {
  const seen = new Map<string, number>();
  return [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => {
    const text = heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const anchor = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}

test('every link of a page leads to a file, and to a heading of it', () => {
  const dead = pages.flatMap((page) =>
    links(page).flatMap((target) => {
      const [path, anchor] = target.split('#') as [string, string?];
      const file = path === '' ? page : relative(root, resolve(root, dirname(page), decodeURI(path)));
      if (!existsSync(join(root, file))) return [`${page}: ${target}`];
      return anchor === undefined || anchors(file).includes(anchor) ? [] : [`${page}: ${target} has no such heading`];
    }),
  );
  expect(pages.flatMap(links).length).toBeGreaterThan(100);
  expect(dead).toEqual([]);
});

test('every path of this repository that a page names exists', () => {
  const folders = ['bench', 'contract', 'docs', 'scripts', 'server', 'simulator', 'web', '.ci'];
  const dead = pages.flatMap((page) =>
    [...prose(page).matchAll(/`((?:\.ci|[a-z]+)\/[^`\s]*)`/g)]
      .map(([, path]) => path!.replace(/:\d+$/, '').replace(/\/$/, ''))
      // `<name>` stands for what a reader chooses.
      .filter((path) => folders.includes(path.split('/')[0]!) && !/[<>…]|\.\.\./.test(path))
      .filter((path) => globSync(path, { cwd: root }).length === 0)
      .map((path) => `${page}: ${path}`),
  );
  expect(dead).toEqual([]);
});

test('every command of package.json that a page names exists', () => {
  const scripts = JSON.parse(read('package.json')).scripts as Record<string, string>;
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => [page, name!] as const),
  );
  expect(named.filter(([, name]) => !scripts[name])).toEqual([]);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']));
});

test('docs/README.md links to every page, and the index of decisions to every record', () => {
  const linked = new Set(
    ['docs/README.md', 'docs/adr/README.md'].flatMap((index) =>
      links(index).map((target) => relative(root, resolve(root, dirname(index), target.split('#')[0]!))),
    ),
  );
  const own = ['docs/README.md', 'docs/adr/README.md'];
  expect(pages.filter((page) => page.startsWith('docs/') && !own.includes(page) && !linked.has(page))).toEqual([]);
});

test('every picture in docs/images is shown by a page', () => {
  const shown = new Set(
    pages.flatMap((page) => links(page).map((target) => relative(root, resolve(root, dirname(page), target)))),
  );
  expect(globSync('docs/images/*', { cwd: root }).filter((file) => !shown.has(file))).toEqual([]);
});

test('the API page names each call that may take longer than 20 seconds, with its time', () => {
  const page = read('docs/integrate/api.md');
  const table = page.slice(page.indexOf('## Time-outs'), page.indexOf('## Live stream'));
  const named = [...table.matchAll(/^\| (`.*`) \| (\d+) \| (.+) \|$/gm)].flatMap(([, paths, seconds]) =>
    paths!.split(', ').map((path) => [path.slice(1, -1), Number(seconds)]),
  );
  const longer = Object.entries(calls as Record<string, Call>).flatMap(([path, { timeoutMs }]) =>
    timeoutMs > 20_000 ? [[path, timeoutMs / 1000]] : [],
  );
  expect(longer.length).toBeGreaterThan(10);
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(longer));
});
