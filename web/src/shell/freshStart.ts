// Decides on a reload after a file of the client failed to load: some browsers remember the failure and never request the file again until the page is reloaded. Imports nothing, so that it loads where other files failed.
const KEY = 'freshStarts';
/** Checks in progress, so that a second check of the same failure gets the same answer. */
const pending = new Map<string, Promise<boolean>>();

/**
 * Returns whether to reload the page for a file that fails to load although the server answers: once for each file and
 * page in a tab, and only when the file loads from another address. `message`: the browser's error message.
 */
export function mayStartAfresh(message: string, page: string = location.pathname): Promise<boolean> {
  const failure = `${page} ${message}`;
  const running = pending.get(failure);
  if (running) return running;
  const answer = check(failure, message).finally(() => pending.delete(failure));
  pending.set(failure, answer);
  return answer;
}

async function check(failure: string, message: string): Promise<boolean> {
  try {
    const before = (sessionStorage.getItem(KEY) ?? '').split('\n');
    if (before.includes(failure)) return false;
    // Not every browser names the file.
    const [file] = /\S+\.js$/.exec(message) ?? [];
    // A different address, because the browser might answer the original one from its cache.
    if (file && !(await fetch(`${file}?again`, { cache: 'no-store' })).ok) return false;
    sessionStorage.setItem(KEY, [...before, failure].join('\n'));
    return true;
  } catch {
    // The server does not answer after all; or storage is forbidden, and the page could reload in a loop.
    return false;
  }
}
