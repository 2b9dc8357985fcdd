// Tells the server which files each page needs at first, so that the page names them and a browser asks for all at once, and gives it the texts that pages bring along.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_PAGES } from '@heliograph/contract/pages.ts';
import type { Plugin, Rolldown } from 'vite';
import { completeCatalogues } from './catalogues.ts';
import type { Area } from './src/i18n/areas.ts';

/** As the server reads them (server/src/http/preloadTags.ts). */
type FirstFiles = Record<string, { files: string[]; areas: Area[] }>;
type Texts = Record<string, Partial<Record<Area, object>>>;

const SOURCE = join(import.meta.dirname, 'src');
const APP = 'app.tsx';
/** Digits and the letters of our own languages but Chinese (ui/fonts.css). */
const OWN_TYPE = /\/inter-own-[^/]*\.woff2$/;

interface PageFiles {
  /** Its path under web/src/. */
  screen: string;
  areas: Area[];
}

/** Screen and areas of texts of each page, as pageTable.ts names them. */
function pageFiles(): Map<string, PageFiles> {
  const table = readFileSync(join(SOURCE, 'pageTable.ts'), 'utf8');
  const entries = table.matchAll(/^ {2}(\w+): page\(\s*\(\) => import\('\.\/(pages\/[^']+)'\),\s*\[([^\]]*)\]/gm);
  return new Map(
    [...entries].map(([, name = '', screen = '', areas = '']) => [
      name,
      { screen, areas: [...areas.matchAll(/'(\w+)'/g)].map(([, area]) => area as Area) },
    ]),
  );
}

/** The texts of areas in each language that is offered. */
function textsOf(areas: readonly Area[]): Texts {
  const languages = Object.entries(completeCatalogues());
  return Object.fromEntries(
    languages.map(([language, texts]) => [language, Object.fromEntries(areas.map((area) => [area, texts[area]]))]),
  );
}

export function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
      const filesOf = pageFiles();
      const own = Object.keys(bundle).filter((file) => OWN_TYPE.test(file));
      const table: FirstFiles = {};
      for (const { name, path, access } of BUILT_PAGES) {
        const page = filesOf.get(name);
        if (!page) this.error(`pageTable.ts has no screen of the page ${name}`);
        const { screen } = page;
        const sources = name === 'SignIn' ? [screen] : [APP, screen];
        const files = sources.flatMap((source) => withImports(chunkOf(source)));
        // A form is drawn before its type is there; a page of figures is laid out once, with it.
        if (access !== 'public') files.push(...own);
        const areas: Area[] = ['start', ...(access === 'public' ? [] : (['shell'] as const)), ...page.areas];
        table[path] = { files: [...new Set(files)], areas };
      }
      this.emitFile({ type: 'asset', fileName: '.first.json', source: JSON.stringify(table) });
      const shown = new Set(Object.values(table).flatMap(({ areas }) => areas));
      this.emitFile({ type: 'asset', fileName: '.texts.json', source: JSON.stringify(textsOf([...shown])) });

      function chunkOf(source: string): string {
        const id = join(SOURCE, source);
        // A page that needs no file of its own stands in the one of its parts.
        return chunks.find(({ moduleIds }) => moduleIds.includes(id))?.fileName ?? '';
      }
      /** With what it imports at once, and its styles. */
      function withImports(fileName: string, seen = new Set<string>()): string[] {
        const chunk = bundle[fileName];
        if (chunk?.type !== 'chunk' || seen.has(fileName)) return [];
        seen.add(fileName);
        const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
        return [fileName, ...styles, ...chunk.imports.flatMap((next) => withImports(next, seen))];
      }
    },
  };
}
