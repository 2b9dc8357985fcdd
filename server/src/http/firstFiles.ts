// Names the files a page needs at first in its head, so that a browser asks for all of them at once and not one after another.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Written by the build (web/firstFiles.ts): by the page's path its scripts and styles, and its texts by language. */
type Table = Record<string, { files: string[]; texts: Record<string, string[]> }>;

export type FirstFiles = (path: string, acceptLanguage: string | undefined) => string;

/** Answers the elements for a page's head, without what `page` names by itself. A reader who has chosen another language than the browser's gets its texts a little later. */
export function firstFilesOf(dist: string, page: string): FirstFiles {
  const file = join(dist, '.first.json');
  const table = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Table) : {};
  return (path, acceptLanguage = '') => {
    const first = Object.hasOwn(table, path) ? table[path] : undefined;
    if (!first) return '';
    const language = acceptLanguage.slice(0, 2).toLowerCase();
    const texts = (Object.hasOwn(first.texts, language) ? first.texts[language] : first.texts.en) ?? [];
    const others = [...first.files, ...texts].filter((file) => !page.includes(`/${file}"`));
    return others.map(elementFor).join('');
  };
}

function elementFor(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;
}
