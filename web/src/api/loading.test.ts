// Files that do not come: waited for while there is no connection, an error when the server is there, the Tip when it serves another client.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** What the server answers when it is asked for its version; null when it is not there. */
let version: string | null;
const failure = () => Promise.reject(new Error('Failed to fetch dynamically imported module: /assets/x.js'));

type Modules = typeof import('./loading.ts') &
  typeof import('./connection.ts') &
  Pick<typeof import('../shell/tip.ts'), 'tipIsShown'>;
/** Loaded again for each test: once shown, the Tip stays. */
let modules: Modules;

beforeEach(async () => {
  vi.resetModules();
  const { portal } = await import('../brand/portal.ts');
  modules = {
    ...(await import('./loading.ts')),
    ...(await import('./connection.ts')),
    ...(await import('../shell/tip.ts')),
  };
  version = portal.version = '1.0.0+aa';
  vi.stubGlobal('fetch', async () => {
    if (version === null) throw new TypeError('Failed to fetch');
    return globalThis.Response.json({ code: 200, data: { version } });
  });
});
afterEach(() => {
  modules.connection.answered(200);
  vi.unstubAllGlobals();
});

test('a file comes by itself when the connection is back', async () => {
  version = null;
  let tries = 0;
  const loading = modules.untilLoaded(() => (++tries === 1 ? failure() : Promise.resolve('here')));
  await vi.waitFor(() => expect(modules.connection.isLost()).toBe(true));
  expect(tries).toBe(1);
  modules.connection.answered(200);
  expect(await loading).toBe('here');
});

test('a file that does not come although the server is there is tried three times and then an error', async () => {
  let tries = 0;
  const load = () => {
    tries++;
    return failure();
  };
  await expect(modules.untilLoaded(load, 0)).rejects.toThrow('Failed to fetch');
  expect(tries).toBe(3);
  expect(modules.tipIsShown()).toBe(false);
});

test('what is wrong inside the file is no matter of loading', async () => {
  let tries = 0;
  await expect(
    modules.untilLoaded(() => {
      tries++;
      return Promise.reject(new Error('x is not a function'));
    }),
  ).rejects.toThrow('x is not');
  expect(tries).toBe(1);
});

test('a file that hangs is given up as soon as the server turns out not to answer', async () => {
  version = null;
  await expect(modules.loadFile(() => new Promise(() => undefined), 0)).rejects.toThrow('no connection');
});

test('the Tip is shown when the server serves another client, and only then', async () => {
  version = '1.0.0+bb';
  void modules.untilLoaded(failure);
  await vi.waitFor(() => expect(modules.tipIsShown()).toBe(true));
});
