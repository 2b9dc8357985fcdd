// What this browser keeps between visits; works, for the visit only, where storage is forbidden.

/** The stored keys. Only these are used. */
export const KEYS = {
  session: 'session',
  language: 'language',
  languageList: 'languageList',
  languageCode: 'languageCode',
  lastVisitedPath: 'lastVisitedPath',
  colorScheme: 'colorScheme',
  pageVisits: 'pageVisits',
  /** Columns and saved views as last heard from the server, by user and list. */
  listViews: 'listViews',
  /** What was last opened from the search everywhere, until the session ends. */
  recent: 'recent',
  /** Unfinished forms, by user and form. */
  formDrafts: 'formDrafts',
} as const;

type Key = (typeof KEYS)[keyof typeof KEYS];

const kept = new Map<Key, string>();

export function stored(key: Key): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return kept.get(key) ?? null;
  }
}

export function store(key: Key, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value === null) kept.delete(key);
    else kept.set(key, value);
  }
}

/** A stored JSON value; undefined when there is none or it does not parse. */
export function storedJson(key: Key): unknown {
  try {
    return JSON.parse(stored(key) ?? '');
  } catch {
    return undefined;
  }
}
