// Tests where addresses lead, with and without a session.
import type { Response as AnswerOf } from '@heliograph/contract/calls.ts';
import type { Menu } from '@heliograph/contract/entities/user.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildRouter } from './routes.tsx';
import { endSession, startSession, storeMenus } from './session/session.ts';
import { listenToSession } from './session/sessionListener.ts';
import { KEYS, store } from './session/storage.ts';
import { watchNavigation } from './shell/progress.ts';

// Its timers would outlive these tests' document; progress.test.ts tests the bar.
vi.mock('@bprogress/core', () => ({ BProgress: { configure: () => ({ start: () => {}, done: () => {} }) } }));

/** Starts a session without a role: its menus are not requested, so these tests need no server. */
function signIn(...pages: string[]) {
  startSession({ tokenInfo: { token: 'abc' }, userInfo: { email: 'a@example.org' } } as AnswerOf<'sign-in'>);
  storeMenus(pages.map((name, id) => ({ id, mode: 1, components_title: name, children: [] as Menu[] }) as Menu));
}

async function opened(address: string) {
  const router = buildRouter(createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  return router;
}
const landing = async (address: string) => {
  const { location } = (await opened(address)).state;
  return { path: location.pathname, search: location.search };
};

afterEach(() => endSession('signedOut'));

describe('without a session', () => {
  test('protected addresses lead to sign-in and are remembered', async () => {
    expect(await landing('/pvPlant/detail?sid=DE_20261121_k7Qm4x')).toEqual({
      path: '/',
      search: { redirect: '/pvPlant/detail?sid=DE_20261121_k7Qm4x' },
    });
    expect(await landing('/ucenter/account')).toEqual({ path: '/', search: { redirect: '/ucenter/account' } });
  });
  test.each(['/', '/privacyPolicy', '/install', '/403'])('%s is open', async (path) =>
    expect((await landing(path)).path).toBe(path),
  );
  test('the predecessor’s addresses lead to sign-in', async () => {
    expect(await landing('/pv_manager/site/list.php?x=1')).toEqual({ path: '/', search: {} });
  });
  test('an unknown address stays, for the not-found page', async () => {
    const { state } = await opened('/nothing/here');
    expect(state.location.pathname).toBe('/nothing/here');
    expect(state.matches.some((match) => match.status === 'notFound' || match._notFound)).toBe(true);
  });
});

describe('with a session', () => {
  test('sign-in leads to the plant list', async () => {
    signIn('PvPlant');
    expect((await landing('/')).path).toBe('/pvPlant');
  });
  test('a page opens by its own or its parent’s permission', async () => {
    signIn('PvPlant');
    expect((await landing('/pvPlant/detail?sid=x')).path).toBe('/pvPlant/detail');
  });
  test('a page without permission leads to the forbidden page', async () => {
    signIn('PvPlant');
    expect((await landing('/noRegGatewayList')).path).toBe('/403');
  });
  test('a page that is taken away while it is open is shut', async () => {
    signIn('PvPlant', 'Devices');
    const router = await opened('/pvPlant/detail?sid=x');
    const stop = listenToSession(router);
    storeMenus([{ id: 1, mode: 1, components_title: 'Devices', children: [] as Menu[] } as Menu]);
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/403'));
    stop();
  });
  describe('of an earlier visit', () => {
    afterEach(() => vi.unstubAllGlobals());
    /** Stubs a server that answers with these pages once the returned function is called. */
    function menusLater(...pages: string[]) {
      const list = pages.map((name, id) => ({ id, mode: 1, components_title: name, children: [] }));
      let answer = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      vi.stubGlobal('fetch', async () => {
        await answered;
        return Response.json({ code: 200, msg: '', data: { list } });
      });
      return answer;
    }
    function signedInBefore(...pages: string[]) {
      const userInfo = { email: 'a@example.org', role: 2, groupId: 3 };
      startSession({ tokenInfo: { token: 'abc' }, userInfo } as AnswerOf<'sign-in'>);
      storeMenus(pages.map((name, id) => ({ id, mode: 1, components_title: name, children: [] as Menu[] }) as Menu));
    }
    test('the menus open a page before those of now are there, which shut it if it was taken away', async () => {
      signedInBefore('PvPlant');
      const answer = menusLater('Devices');
      const router = await opened('/pvPlant');
      expect(router.state.location.pathname).toBe('/pvPlant');
      const stop = listenToSession(router);
      answer();
      await vi.waitFor(() => expect(router.state.location.pathname).toBe('/403'));
      stop();
    });
    test('a page that was given since opens with the menus of now', async () => {
      signedInBefore('Devices');
      const answer = menusLater('PvPlant');
      const opening = opened('/pvPlant');
      answer();
      expect((await opening).state.location.pathname).toBe('/pvPlant');
    });
  });
  test('the account needs no permission', async () => {
    signIn();
    expect((await landing('/ucenter/account')).path).toBe('/ucenter/account');
  });
  test.each([
    ['expired', { redirect: '/pvPlant/detail?sid=x' }],
    ['signedOut', {}],
  ] as const)('when it has %s, sign-in comes with %o', async (reason, search) => {
    signIn('PvPlant');
    store(KEYS.lastVisitedPath, '/pvPlant/detail?sid=x');
    const router = await opened('/pvPlant/detail?sid=x');
    const stop = listenToSession(router);
    endSession(reason);
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(router.latestLocation.search).toEqual(search);
    stop();
  });
});

test('a navigation that stays loading for 20 seconds reloads the page, one that ends does not', () => {
  vi.useFakeTimers();
  const reload = vi.fn();
  const navigation = watchNavigation(reload);
  navigation.begins();
  vi.advanceTimersByTime(19_000);
  navigation.ends();
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  navigation.begins();
  vi.advanceTimersByTime(20_000);
  expect(reload).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
