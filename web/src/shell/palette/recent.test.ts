// Recent entries: newest first, of this user only, and removed when the session ends.

import type { Response } from '@heliograph/contract/calls.ts';
import { afterEach, expect, test } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { KEYS, store, stored } from '../../session/storage.ts';
import { type Recent, recent, storeRecent } from './recent.ts';

const signIn = (uid: number) =>
  startSession({ tokenInfo: { token: `t${uid}` }, userInfo: { uid } } as Response<'sign-in'>);
const plant = (sid: string): Recent => ({ kind: 'plant', sid, name: `Plant ${sid}` });
afterEach(() => endSession('signedOut'));

test('recent entries are listed newest first, each once, at most six', () => {
  signIn(1);
  for (const sid of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c']) storeRecent(plant(sid));
  expect(recent().map(({ name }) => name.at(-1))).toEqual(['c', 'g', 'f', 'e', 'd', 'b']);
});

test('recent entries of another user are hidden, and all are removed when the session ends', () => {
  signIn(1);
  storeRecent(plant('a'));
  const saved = stored(KEYS.recent);
  endSession('signedOut');
  expect(stored(KEYS.recent)).toBeNull();
  signIn(2);
  store(KEYS.recent, saved);
  expect(recent()).toEqual([]);
});

test('stored entries of an invalid shape are left out', () => {
  signIn(1);
  store(KEYS.recent, JSON.stringify({ uid: 1, list: [{ kind: 'plant', name: 'no id' }, plant('a'), 7, null] }));
  expect(recent()).toEqual([plant('a')]);
  store(KEYS.recent, '"nonsense"');
  expect(recent()).toEqual([]);
});
