// Adds preload tags for the files that a page needs first, so that a browser fetches them at once and in order; the page's texts are inlined.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOfTag } from '@heliograph/contract/envelope.ts';

/** By the page's path: its scripts, styles and fonts, and the areas of its texts. Written by the build (web/firstFiles.ts), as are the texts. */
type Preloads = Record<string, { files: string[]; areas: string[] }>;
/** By language and area. */
type Texts = Record<string, Record<string, object>>;

export type PageFor = (path: string, acceptLanguage: string | undefined) => string;

const builds = new Map<string, { preloads: Preloads; texts: Texts }>();

/** Reads the build's two tables once per process and folder; empty ones without a build. */
function buildOf(dist: string): { preloads: Preloads; texts: Texts } {
  const known = builds.get(dist);
  if (known) return known;
  const read = (name: string): unknown =>
    existsSync(join(dist, name)) ? JSON.parse(readFileSync(join(dist, name), 'utf8')) : {};
  const build = { preloads: read('.first.json') as Preloads, texts: read('.texts.json') as Texts };
  builds.set(dist, build);
  return build;
}

/** Returns the texts of an area in a language, else in English; empty without a build. */
export function builtTexts(dist: string, language: string, area: string): object {
  const { texts } = buildOf(dist);
  return (Object.hasOwn(texts, language) ? texts[language] : texts.en)?.[area] ?? {};
}

/**
 * Returns a function that adds to `page` the tags for the page at a path, except those that it has already, and its texts:
 * as separate files each would wait for a connection. Texts of another language than the browser's are loaded later.
 */
export function preloadTags(dist: string, page: string): PageFor {
  const { preloads, texts } = buildOf(dist);
  const textsFor = (areas: readonly string[], acceptLanguage: string): string => {
    const preferred = languageOfTag(acceptLanguage) ?? 'en';
    const language = Object.hasOwn(texts, preferred) ? preferred : 'en';
    const inlined = Object.fromEntries(areas.map((area) => [area, texts[language]?.[area]]));
    // A JSON block ends at "</script", so it must not contain "<".
    const block = JSON.stringify({ language, areas: inlined }).replaceAll('<', '\\u003c');
    return `<script type="application/json" id="texts">${block}</script>`;
  };
  return (path, acceptLanguage = '') => {
    const preload = Object.hasOwn(preloads, path) ? preloads[path] : undefined;
    if (!preload) return page;
    const others = preload.files.filter((file) => !page.includes(`/${file}"`));
    // Over HTTP/1.1 a browser has six connections: styles go first, as nothing is drawn before them; then the first script
    // and the libraries. The page's last script is its smallest and runs after the libraries: other files go before it.
    const styles = [...(page.match(STYLES) ?? []), ...others.filter(isStyle).map(elementFor)].join('');
    const rest = others.filter((other) => !isStyle(other)).map(elementFor);
    const styled = page.replace(STYLES, '').replace('<script', () => `${styles}<script`);
    const headEnd = styled.indexOf('</head>');
    const last = styled.lastIndexOf('<script type="module"', headEnd);
    const insertAt = last < 0 ? headEnd : last;
    return `${styled.slice(0, insertAt)}${rest.join('')}${styled.slice(insertAt)}`.replace(
      '</body>',
      () => `${textsFor(preload.areas, acceptLanguage)}</body>`,
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
