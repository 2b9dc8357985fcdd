// Some browsers keep in mind that a file of the client did not come, and never ask for it again: only a fresh start of the page does. Imports nothing, so that it comes where others did not.
const KEY = 'freshStarts';
/** Asked and not answered yet, so that who asks once more meanwhile hears the same. */
const asked = new Map<string, Promise<boolean>>();

/**
 * Whether to reload the page for a file that does not come although the server answers: once for each file and page in
 * a tab, and only when the file is there by another address. `message`: the browser's.
 */
export function mayStartAfresh(message: string, page: string = location.pathname): Promise<boolean> {
  const what = `${page} ${message}`;
  const before = asked.get(what);
  if (before) return before;
  const answer = judge(what, message).finally(() => asked.delete(what));
  asked.set(what, answer);
  return answer;
}

async function judge(what: string, message: string): Promise<boolean> {
  try {
    const before = (sessionStorage.getItem(KEY) ?? '').split('\n');
    if (before.includes(what)) return false;
    // Not every browser names the file.
    const [file] = /\S+\.js$/.exec(message) ?? [];
    // By its own address the browser might answer by itself.
    if (file && !(await fetch(`${file}?again`, { cache: 'no-store' })).ok) return false;
    sessionStorage.setItem(KEY, [...before, what].join('\n'));
    return true;
  } catch {
    // Nobody there after all; or nothing can be kept, and it could go round and round.
    return false;
  }
}
