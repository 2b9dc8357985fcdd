// What a browser stores for visits without a network: files by the service worker, answers in a database.
import type { Page } from '@playwright/test';

export const isInStoredFiles = (page: Page, searched: string) =>
  page.evaluate(async (text) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if ((await (await cache.match(request))!.text()).includes(text)) return true;
    }
    return false;
  }, searched);

export const isInStoredAnswers = (page: Page, searched: string) =>
  page.evaluate(async (text) => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'answers')) return false;
    const database = await new Promise<IDBDatabase>((done) => {
      const opening = indexedDB.open('answers');
      opening.onsuccess = () => done(opening.result);
    });
    const keys = database.transaction('answers').objectStore('answers').getAllKeys();
    await new Promise((done) => {
      keys.onsuccess = done;
    });
    database.close();
    return keys.result.some((key) => String(key).includes(text));
  }, searched);
