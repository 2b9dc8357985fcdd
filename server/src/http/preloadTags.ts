// Names the files a page needs at first in its head, so that a browser asks for all of them at once and not one after another, in the order in which they are wanted; its texts stand in the page itself.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Written by the build (web/firstFiles.ts): by the page's path its scripts, styles and type, and the areas of its texts. */
type Table = Record<string, { files: string[]; areas: string[] }>;
/** By language and area, likewise. */
type Texts = Record<string, Record<string, object>>;

export type PageFor = (path: string, acceptLanguage: string | undefined) => string;

/**
 * Answers `page` with the elements for the page at a path in its head, but those that it has by itself, and with its
 * texts: as files of their own each would wait for a connection. A reader who has chosen another language than the
 * browser's gets its texts a little later.
 */
export function firstFilesOf(dist: string, page: string): PageFor {
  const read = (name: string): unknown =>
    existsSync(join(dist, name)) ? JSON.parse(readFileSync(join(dist, name), 'utf8')) : {};
  const table = read('.first.json') as Table;
  const texts = read('.texts.json') as Texts;
  const textsFor = (areas: readonly string[], acceptLanguage: string): string => {
    const asked = acceptLanguage.slice(0, 2).toLowerCase();
    const language = Object.hasOwn(texts, asked) ? asked : 'en';
    const carried = Object.fromEntries(areas.map((area) => [area, texts[language]?.[area]]));
    // A JSON block ends at "</script": no "<" may stand in it.
    const block = JSON.stringify({ language, areas: carried }).replaceAll('<', '\\u003c');
    return `<script type="application/json" id="texts">${block}</script>`;
  };
  return (path, acceptLanguage = '') => {
    const first = Object.hasOwn(table, path) ? table[path] : undefined;
    if (!first) return page;
    const others = first.files.filter((file) => !page.includes(`/${file}"`));
    // Over HTTP/1.1 a browser has six connections: styles have the first ones, as nothing is drawn before they are there;
    // then the first script and the libraries. The page's last script is its smallest, and runs after the libraries: what
    // else the page needs goes before it.
    const styles = [...(page.match(STYLES) ?? []), ...others.filter(isStyle).map(elementFor)].join('');
    const rest = others.filter((other) => !isStyle(other)).map(elementFor);
    const dressed = page.replace(STYLES, '').replace('<script', () => `${styles}<script`);
    const headEnd = dressed.indexOf('</head>');
    const last = dressed.lastIndexOf('<script type="module"', headEnd);
    const place = last < 0 ? headEnd : last;
    return `${dressed.slice(0, place)}${rest.join('')}${dressed.slice(place)}`.replace(
      '</body>',
      () => `${textsFor(first.areas, acceptLanguage)}</body>`,
    );
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
