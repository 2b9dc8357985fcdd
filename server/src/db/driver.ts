// Loads the PostgreSQL driver with faults mended that end the process, or mix two transactions, when a connection dies.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import type Postgres from 'postgres';

/**
 * What postgres 3.4.9 does when a connection dies within a transaction (its issues 1133, 1189, 1208, 1216): it writes
 * the rollback to no socket, which nobody can catch; it keeps half a message for the next connection, which then never
 * gets ready; and it sends what the dead transaction still says into whichever transaction has the connection next.
 * Each text stands there once, or the start fails: a newer version has to be looked at anew.
 */
const mends: Record<string, readonly (readonly [was: string, is: string])[]> = {
  'connection.js': [
    // No socket: whoever waits is told.
    [
      'const x = socket.write(chunk, fn)\n',
      `if (socket === null) {
        chunk = nextWriteTimer = null
        error(Errors.connection('CONNECTION_CLOSED', options))
        query = null
        return false
      }
      const x = socket.write(chunk, fn)\n`,
    ],
    // The next connection begins with nothing of this one.
    [
      `socket = null

    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
`,
      `socket = null
    chunk = nextWriteTimer = errorResponse = results = null
    result = new Result()
    rows = 0

    if (initial)
      return reconnect()

    const died = Errors.connection('CONNECTION_CLOSED', options, socket)
    if (query || sent.length)
      error(died)
    query = null
`,
    ],
    // "begin" takes its connection also when much is waiting to be written.
    [
      `return write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))
`,
      `const flows = write(toBuffer(q)) && !q.describeFirst && !q.cursorFn && sent.length < max_pipeline
      if (q.options.onexecute) {
        q.options.onexecute(connection)
        return false
      }
      return flows
`,
    ],
  ],
  'index.js': [
    [
      'new Promise((_, reject) => connection.onclose = reject)',
      `new Promise((_, reject) => connection.onclose = error => {
          gone = error
          while (queries.length)
            queries.shift().reject(error)
          reject(error)
        })`,
    ],
    ['let savepoints = 0\n', 'let savepoints = 0\n      , gone = null\n'],
    // A transaction whose connection has gone says nothing more.
    [
      'q.catch(e => uncaughtError || (uncaughtError = e))\n',
      `q.catch(e => uncaughtError || (uncaughtError = e))
        if (gone)
          return q.reject(gone)
`,
    ],
  ],
};

function mended(url: string): string | undefined {
  const [, name] = /\/node_modules\/postgres\/src\/(\w+\.js)$/.exec(url) ?? [];
  const list = name === undefined ? undefined : mends[name];
  if (!list) return undefined;
  let source = readFileSync(new URL(url), 'utf8').replaceAll('\r\n', '\n');
  for (const [was, is] of list) {
    if (source.split(was).length !== 2)
      throw new Error(`postgres/src/${name} is not what driver.ts mends; look at both`);
    source = source.replace(was, () => is);
  }
  return source;
}

const hooks = registerHooks({
  load(url, context, nextLoad) {
    const source = mended(url);
    return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true };
  },
});
const loaded = await import('postgres');
hooks.deregister();

export const postgres: typeof Postgres = loaded.default;
