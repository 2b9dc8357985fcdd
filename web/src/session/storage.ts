// The browser's storage between visits; falls back to memory, for this visit only, where storage is forbidden.

/** The stored keys. Only these are used. */
export const KEYS = {
  session: 'session',
  language: 'language',
  languageList: 'languageList',
  languageCode: 'languageCode',
  lastVisitedPath: 'lastVisitedPath',
  colorScheme: 'colorScheme',
  pageVisits: 'pageVisits',
  /** Columns and saved views as last received from the server, by user and list. */
  listViews: 'listViews',
  /** Entries last opened from the global search, until the session ends. */
  recent: 'recent',
  /** Unfinished forms, by user and form. */
  formDrafts: 'formDrafts',
  /** 'off': the scanner plays no tones. */
  scanSound: 'scanSound',
} as const;

type Key = (typeof KEYS)[keyof typeof KEYS];

const memory = new Map<Key, string>();

export function stored(key: Key): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

export function store(key: Key, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value === null) memory.delete(key);
    else memory.set(key, value);
  }
}

/** Returns a stored JSON value; undefined when there is none or it does not parse. */
export function storedJson(key: Key): unknown {
  try {
    return JSON.parse(stored(key) ?? '');
  } catch {
    return undefined;
  }
}
