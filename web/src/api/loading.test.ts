// Files that fail to load: retried after a lost connection, an error when the server answers, the Tip when the server serves another client.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Version that the server answers; null when it does not answer. */
let version: string | null;
const failure = () => Promise.reject(new Error('Failed to fetch dynamically imported module: /assets/x.js'));

type Modules = typeof import('./loading.ts') &
  typeof import('./connection.ts') &
  Pick<typeof import('../shell/tip.ts'), 'tipIsShown'>;
/** Imported anew for each test, because the Tip stays once it is shown. */
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

test('a file is loaded automatically when the connection returns', async () => {
  version = null;
  let attempts = 0;
  const loading = modules.untilLoaded(() => (++attempts === 1 ? failure() : Promise.resolve('here')));
  await vi.waitFor(() => expect(modules.connection.isLost()).toBe(true));
  expect(attempts).toBe(1);
  modules.connection.answered(200);
  expect(await loading).toBe('here');
});

test('a file that fails to load although the server answers is requested three times, and then the Tip offers to reload', async () => {
  let attempts = 0;
  const load = () => {
    attempts++;
    return failure();
  };
  await expect(modules.untilLoaded(load, 0)).rejects.toThrow('Failed to fetch');
  expect(attempts).toBe(3);
  expect(modules.tipIsShown()).toBe(true);
});

test('an error inside a file is thrown without a retry', async () => {
  let attempts = 0;
  await expect(
    modules.untilLoaded(() => {
      attempts++;
      return Promise.reject(new Error('x is not a function'));
    }),
  ).rejects.toThrow('x is not');
  expect(attempts).toBe(1);
});

test('a hanging file is abandoned as soon as the server does not answer', async () => {
  version = null;
  await expect(modules.loadFile(() => new Promise(() => undefined), 0)).rejects.toThrow('no connection');
});

test('the Tip is shown when the server serves another client version', async () => {
  version = '1.0.0+bb';
  void modules.untilLoaded(failure);
  await vi.waitFor(() => expect(modules.tipIsShown()).toBe(true));
});
