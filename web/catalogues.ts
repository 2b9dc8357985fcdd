// Splits each language's file of texts (src/i18n/catalogues/) into a module per area, so that a page loads only its own areas.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LANGUAGES } from '@heliograph/contract/envelope.ts';
import type { Plugin } from 'vite';

/** Texts by area. */
type Catalogue = Readonly<Record<string, object>>;

const FOLDER = join(import.meta.dirname, 'src/i18n/catalogues');
/** Virtual module with a lazy import for each area (src/i18n/virtualCatalogues.d.ts). */
export const LOADERS = '\0virtual:catalogues';

/** Language and area of a module with texts. */
export function areaOfModule(id: string): { language: string; area: string } | undefined {
  const [area, language] = id.startsWith(`${LOADERS}/`) ? id.slice(LOADERS.length + 1).split('/') : [];
  return language && area ? { language, area } : undefined;
}

const fileOf = (language: string): Catalogue =>
  JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8')) as Catalogue;

/** Returns the texts of a language, with those of its base where it has none of its own. */
function read(language: string): Catalogue {
  const base = LANGUAGES.flatMap((each) => (each.code === language && 'base' in each ? [each.base] : []))[0];
  return base ? (mergeTexts(fileOf(base), fileOf(language)) as Catalogue) : fileOf(language);
}

function mergeTexts(base: object, own: object): object {
  const texts = { ...base } as Record<string, unknown>;
  for (const [key, value] of Object.entries(own))
    texts[key] = typeof value === 'string' ? value : mergeTexts((texts[key] ?? {}) as object, value as object);
  return texts;
}

/** Whether a language has every area of English; only then is it offered. catalogues.test.ts checks that areas are complete. */
export const isComplete = (catalogue: Catalogue, english: Catalogue): boolean =>
  Object.keys(english).every((area) => Object.hasOwn(catalogue, area));

/** Returns the texts of each complete language. */
export function completeCatalogues(): Record<string, Catalogue> {
  const english = read('en');
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  const all = files.map((file) => basename(file, '.json')).map((language) => [language, read(language)] as const);
  return Object.fromEntries(all.filter(([, catalogue]) => isComplete(catalogue, english)));
}

function loaders(): string {
  const languages = Object.entries(completeCatalogues()).map(([language, catalogue]) => {
    const areas = Object.keys(catalogue).map(
      (area) => `${area}: () => import('virtual:catalogues/${area}/${language}')`,
    );
    return `${language}: { ${areas.join(', ')} }`;
  });
  return `export default { ${languages.join(', ')} };`;
}

export function catalogues(): Plugin {
  return {
    name: 'catalogues',
    resolveId: { filter: { id: /^virtual:catalogues/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:catalogues/ },
      handler(id) {
        const texts = areaOfModule(id);
        return texts ? `export default ${JSON.stringify(read(texts.language)[texts.area])};` : loaders();
      },
    },
    /** A changed file may add and remove modules, too. */
    hotUpdate({ file, modules }) {
      if (dirname(file) !== FOLDER) return undefined;
      const made = [...this.environment.moduleGraph.idToModuleMap.values()].filter(({ id }) => id?.startsWith(LOADERS));
      return [...modules, ...made];
    },
  };
}
