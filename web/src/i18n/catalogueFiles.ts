// The catalogues that exist, an area and a language a file; and the languages in which nothing is left in English.

export const catalogueFiles = import.meta.glob<{ default: object }>('./catalogues/*/*.json');

const parts = Object.keys(catalogueFiles).map((name) => name.split('/').slice(2) as [area: string, file: string]);
const areas = new Set(parts.map(([area]) => area));

/** Whether every area has its texts in the language: only then is it offered. That no text is missing within is tested. */
export const isComplete = (code: string): boolean =>
  parts.filter(([, file]) => file === `${code}.json`).length === areas.size;
