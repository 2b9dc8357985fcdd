// What was last opened: the newest first, of this user alone, and forgotten when the session ends.

import type { Response } from '@heliograph/contract/calls.ts';
import { afterEach, expect, test } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { KEYS, store, stored } from '../../session/storage.ts';
import { type Recent, recent, storeRecent } from './recent.ts';

const signIn = (uid: number) =>
  startSession({ tokenInfo: { token: `t${uid}` }, userInfo: { uid } } as Response<'sign-in'>);
const plant = (sid: string): Recent => ({ kind: 'plant', sid, name: `Plant ${sid}` });
afterEach(() => endSession('signedOut'));

test('the newest first, each once, at most six', () => {
  signIn(1);
  for (const sid of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c']) storeRecent(plant(sid));
  expect(recent().map(({ name }) => name.at(-1))).toEqual(['c', 'g', 'f', 'e', 'd', 'b']);
});

test('nobody sees another’s, and nothing is left when the session ends', () => {
  signIn(1);
  storeRecent(plant('a'));
  const kept = stored(KEYS.recent);
  endSession('signedOut');
  expect(stored(KEYS.recent)).toBeNull();
  signIn(2);
  store(KEYS.recent, kept);
  expect(recent()).toEqual([]);
});

test('what does not fit its shape is left out', () => {
  signIn(1);
  store(KEYS.recent, JSON.stringify({ uid: 1, list: [{ kind: 'plant', name: 'no id' }, plant('a'), 7, null] }));
  expect(recent()).toEqual([plant('a')]);
  store(KEYS.recent, '"nonsense"');
  expect(recent()).toEqual([]);
});
