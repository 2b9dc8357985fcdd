// Writes the initial files of each page for the server, which lists them in the page so that browsers request all at once, and the texts to embed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_PAGES } from '@heliograph/contract/pages.ts';
import type { Plugin, Rolldown } from 'vite';
import { completeCatalogues } from './catalogues.ts';
import type { Area } from './src/i18n/areas.ts';

/** Format that server/src/http/preloadTags.ts reads. */
type FirstFiles = Record<string, { files: string[]; areas: Area[] }>;
type Texts = Record<string, Partial<Record<Area, object>>>;

const SOURCE = join(import.meta.dirname, 'src');
const APP = 'app.tsx';
/** Font of digits and letters of the portal's languages except Chinese (ui/fonts.css). */
const OWN_TYPE = /\/inter-own-[^/]*\.woff2$/;

interface PageFiles {
  /** Its path under web/src/. */
  screen: string;
  areas: Area[];
}

/** Parses screen and areas of each page from pageTable.ts. */
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

/** Returns the texts of areas in each offered language. */
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
        // Forms render before their font is loaded; pages of figures are laid out once, with it.
        if (access !== 'public') files.push(...own);
        const areas: Area[] = ['start', ...(access === 'public' ? [] : (['shell'] as const)), ...page.areas];
        table[path] = { files: [...new Set(files)], areas };
      }
      this.emitFile({ type: 'asset', fileName: '.first.json', source: JSON.stringify(table) });
      const shown = new Set(Object.values(table).flatMap(({ areas }) => areas));
      this.emitFile({ type: 'asset', fileName: '.texts.json', source: JSON.stringify(textsOf([...shown])) });

      function chunkOf(source: string): string {
        const id = join(SOURCE, source);
        // A page without a file of its own is in that of its parts.
        return chunks.find(({ moduleIds }) => moduleIds.includes(id))?.fileName ?? '';
      }
      /** Returns a file, its static imports and their styles. */
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
