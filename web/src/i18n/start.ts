// Loads the texts that every visitor needs; pages add those of their areas.
import catalogues from 'virtual:catalogues';
import type { Area, Texts } from './areas.ts';
import { language, locale } from './language.ts';
import { mergeTexts, startTranslation } from './translation.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts };
  }
}

/** Parses the texts that are embedded in the page (server/src/http/preloadTags.ts); empty if the user chose another language than the browser's. */
export function carriedTexts(text: string | null | undefined, code: string = language): Partial<Record<Area, object>> {
  try {
    const carried = JSON.parse(text ?? '') as { language: string; areas: Partial<Record<Area, object>> };
    return carried.language === code ? carried.areas : {};
  } catch {
    // The development server and unknown pages embed none.
    return {};
  }
}
const carried = carriedTexts(typeof document === 'undefined' ? null : document.getElementById('texts')?.textContent);

const textsOf = async (area: Area): Promise<object> => carried[area] ?? (await catalogues[language]![area]()).default;

export async function startTexts(): Promise<void> {
  startTranslation(locale);
  mergeTexts(await textsOf('start'));
  document.documentElement.lang = locale;
}

/** Requests the embedded texts as files, which the service worker stores for visits without a network. */
export async function fetchCarriedTexts(): Promise<void> {
  await Promise.all(Object.keys(carried).map((area) => catalogues[language]![area as Area]()));
}

const added = new Map<Area, Promise<void>>();

/** Fetches an area once; after a failure it is fetched again when next needed. */
function addArea(area: Area): Promise<void> {
  const before = added.get(area);
  if (before) return before;
  const adding = textsOf(area).then((texts) => mergeTexts(texts));
  added.set(area, adding);
  adding.catch(() => added.delete(area));
  return adding;
}

/** Loads areas; call it before rendering their texts. */
export async function addTexts(areas: readonly Area[]): Promise<void> {
  await Promise.all(areas.map(addArea));
}
