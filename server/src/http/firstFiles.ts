// Names the files a page needs at first in its head, so that a browser asks for all of them at once and not one after another, in the order in which they are wanted.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Written by the build (web/firstFiles.ts): by the page's path its scripts, styles and type, and its texts by language. */
type Table = Record<string, { files: string[]; texts: Record<string, string[]> }>;

export type PageFor = (path: string, acceptLanguage: string | undefined) => string;

/** Answers `page` with the elements for the page at a path in its head, but those that it has by itself. A reader who has chosen another language than the browser's gets its texts a little later. */
export function firstFilesOf(dist: string, page: string): PageFor {
  const file = join(dist, '.first.json');
  const table = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Table) : {};
  return (path, acceptLanguage = '') => {
    const first = Object.hasOwn(table, path) ? table[path] : undefined;
    if (!first) return page;
    const language = acceptLanguage.slice(0, 2).toLowerCase();
    const texts = (Object.hasOwn(first.texts, language) ? first.texts[language] : first.texts.en) ?? [];
    const others = [...first.files, ...texts].filter((file) => !page.includes(`/${file}"`));
    // Over HTTP/1.1 a browser has six connections: styles have the first ones, as nothing is drawn before they are there.
    const styles = [...(page.match(STYLES) ?? []), ...others.filter(isStyle).map(elementFor)].join('');
    const rest = others.filter((other) => !isStyle(other)).map(elementFor);
    return page
      .replace(STYLES, '')
      .replace('<script', () => `${styles}<script`)
      .replace('</head>', () => `${rest.join('')}</head>`);
  };
}

const STYLES = /<link rel="stylesheet"[^>]*>/g;
const isStyle = (file: string): boolean => file.endsWith('.css');

function elementFor(file: string): string {
  if (file.endsWith('.woff2')) return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`;
  return isStyle(file)
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;
}
