// Selectable languages: those of the server's list (common/lan) with complete texts, stored for the next visit.
import { useSyncExternalStore } from 'react';
import { post } from '../api/post.ts';
import { isComplete, type LanguageEntry, languageList, storeLanguage } from './language.ts';

let current: LanguageEntry[] = languageList();
let isAsked = false;
const listeners = new Set<() => void>();

/** Fetches the list once a visit; without a response it stays unchanged. */
export async function fetchLanguages(
  ask: () => Promise<{ list: LanguageEntry[] }> = () => post('common/lan', {}),
): Promise<void> {
  isAsked = true;
  try {
    const { list: all } = await ask();
    const list = all.filter(({ webCode }) => isComplete(webCode));
    if (list.length === 0) return;
    storeLanguage(list);
    current = list;
    for (const listener of listeners) listener();
  } catch {
    // The portal works with the known languages.
  }
}

/** Fetched by the first component that shows them. */
export function useLanguages(): LanguageEntry[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      if (!isAsked) void fetchLanguages();
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
