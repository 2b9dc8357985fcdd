// Splits each language's files of texts (src/i18n/catalogues/ and src/i18n/guides/) into a module per area, so that a page loads only its own areas.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LANGUAGES } from '@heliograph/contract/envelope.ts';
import type { Plugin } from 'vite';

/** Texts by area. */
type Catalogue = Readonly<Record<string, object>>;

const FOLDER = join(import.meta.dirname, 'src/i18n/catalogues');
/** The guide, which is prose and has files of its own. */
const GUIDES = join(import.meta.dirname, 'src/i18n/guides');
/** Virtual module with a lazy import for each area (src/i18n/virtualCatalogues.d.ts). */
export const LOADERS = '\0virtual:catalogues';

/** Language and area of a module with texts. */
export function areaOfModule(id: string): { language: string; area: string } | undefined {
  const [area, language] = id.startsWith(`${LOADERS}/`) ? id.slice(LOADERS.length + 1).split('/') : [];
  return language && area ? { language, area } : undefined;
}

function fileOf(language: string): Catalogue {
  const files = [FOLDER, GUIDES].map((folder) => join(folder, `${language}.json`)).filter(existsSync);
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as object)) as Catalogue;
}

/** Returns the texts of a language, with those of its base where it has none of its own. */
function read(language: string): Catalogue {
  const base = LANGUAGES.flatMap((each) => (each.code === language && 'base' in each ? [each.base] : []))[0];
  const all = base ? (mergeTexts(fileOf(base), fileOf(language)) as Catalogue) : fileOf(language);
  const { guide, ...others } = all;
  return guide ? { ...others, guide: quoteTexts(guide, others) } : all;
}

/**
 * Replaces each `{{t:key}}` of the guide by the text of that key, in bold: a guide names buttons and pages by the very texts of
 * the interface. Throws for a key that does not exist, and for a text with values, which nothing could fill in.
 */
export function quoteTexts(guide: object, areas: Catalogue): object {
  const quoted = JSON.stringify(guide).replaceAll(/\{\{t:([\w.]+)\}\}/g, (_, key: string) => {
    const text = Object.values(areas)
      .map((area) =>
        key.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], area),
      )
      .find((found) => typeof found === 'string');
    if (text === undefined || text.includes('{{'))
      throw new Error(`The guide names ${key}, which is no text without values.`);
    return JSON.stringify(`**${text}**`).slice(1, -1);
  });
  return JSON.parse(quoted) as object;
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
      if (![FOLDER, GUIDES].includes(dirname(file))) return undefined;
      const made = [...this.environment.moduleGraph.idToModuleMap.values()].filter(({ id }) => id?.startsWith(LOADERS));
      return [...modules, ...made];
    },
  };
}
