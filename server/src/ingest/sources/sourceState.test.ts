// Sources of a device: which have a reserved quota, and what is written after which frame.
import { expect, test } from 'vitest';
import type { DeviceSources } from '../../installation/knownDevices.ts';
import { denyQuota, isReserved, mergeRead, newState, recordFrame, recordRefusal } from './sourceState.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NEVER = Number.NEGATIVE_INFINITY;
const SHARED = Number.POSITIVE_INFINITY;

const read = (overrides: Partial<DeviceSources> = {}): DeviceSources => ({
  allowed: [],
  usual: null,
  usualAtMs: NEVER,
  reportedAtMs: NEVER,
  other: null,
  ...overrides,
});
/** Sources of a device whose usual source "home" reported at 0; nothing else is known. */
const atHome = (overrides: Partial<DeviceSources> = {}) =>
  read({ usual: 'home', usualAtMs: 0, reportedAtMs: 0, ...overrides });

type Frame = [atMs: number, source: string, notes: string[]];
const cases: [name: string, read: DeviceSources, frames: Frame[], reserved: string[]][] = [
  ['learns its first source', read(), [[0, 'home', ['usual']]], ['home']],
  [
    'records its usual source again after six hours',
    atHome(),
    [
      [6 * HOUR - 1, 'home', []],
      [6 * HOUR, 'home', ['usual']],
      [7 * HOUR, 'home', []],
    ],
    ['home'],
  ],
  [
    'with two alternating sources records an event at most every ten minutes',
    atHome(),
    [
      [MINUTE, 'away', ['other']],
      [2 * MINUTE, 'home', ['secondSource']],
      [3 * MINUTE, 'away', []],
      [4 * MINUTE, 'home', []],
      [11 * MINUTE, 'away', ['other']],
      [12 * MINUTE, 'home', ['secondSource']],
    ],
    ['home'],
  ],
  [
    'with fixed addresses has no event about a second source',
    atHome({ allowed: ['home', 'away'] }),
    [
      [MINUTE, 'away', ['other']],
      [2 * MINUTE, 'home', []],
    ],
    ['home'],
  ],
  [
    'reserves a quota for a source that reports alone for half an hour',
    atHome(),
    [
      [30 * MINUTE - 1, 'away', ['other']],
      [30 * MINUTE, 'away', ['newer']],
      [31 * MINUTE, 'third', []],
    ],
    ['home', 'away'],
  ],
  [
    'records that its usual source is back after a silence',
    atHome(),
    [
      [30 * MINUTE, 'away', ['newer']],
      [31 * MINUTE, 'home', ['both']],
      [32 * MINUTE, 'away', []],
      [33 * MINUTE, 'home', ['secondSource']],
    ],
    ['home', 'away'],
  ],
  [
    'gives the second quota to another source when its holder is silent for half an hour',
    atHome(),
    [
      [30 * MINUTE, 'away', ['newer']],
      [60 * MINUTE, 'third', ['newer']],
    ],
    ['home', 'third'],
  ],
  [
    'makes the newer source the usual one after three days',
    atHome(),
    [
      [HOUR, 'away', ['newer']],
      [7 * HOUR, 'away', ['other']],
      [3 * DAY, 'away', ['successor']],
      [3 * DAY + MINUTE, 'away', ['other']],
    ],
    ['home', 'away'],
  ],
];

test.each(cases)('a device %s', (_, sources, frames, reserved) => {
  const state = newState('S1', sources);
  const recorded = frames.map(([atMs, source]): Frame => {
    return [atMs, source, recordFrame(state, source, atMs).map(({ kind }) => kind)];
  });
  expect(recorded).toEqual(frames);
  expect(['home', 'away', 'third'].filter((source) => isReserved(state, source))).toEqual(reserved);
});

test('every source is reserved while none is known', () => {
  expect(isReserved(newState('S1', read()), 'anywhere')).toBe(true);
});

test('denying a quota leaves the source without one, and counts as a report of the usual source', () => {
  const state = newState('S1', atHome());
  const [note] = recordFrame(state, 'away', HOUR);
  if (note?.kind !== 'newer') throw new Error('no quota was reserved');
  denyQuota(state, note.other, HOUR);
  expect(isReserved(state, 'away')).toBe(false);
  expect(recordFrame(state, 'away', HOUR + 29 * MINUTE).map(({ kind }) => kind)).toEqual(['other']);
});

test('a refusal is written at most every ten minutes', () => {
  const state = newState('S1', atHome());
  expect([0, 1, 10 * MINUTE - 1, 10 * MINUTE].map((atMs) => recordRefusal(state, atMs))).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

const away = (atMs: number, sinceMs: number) => ({ source: 'away', atMs, sinceMs });
const third = (atMs: number, sinceMs: number) => ({ source: 'third', atMs, sinceMs });
const merges: [name: string, own: DeviceSources, stored: DeviceSources, usual: string, other: object | null][] = [
  ['takes another usual source', atHome(), atHome({ usual: 'away' }), 'away', null],
  [
    'keeps its newer source when the database has none',
    atHome({ other: away(5, SHARED) }),
    atHome(),
    'home',
    away(5, SHARED),
  ],
  [
    'keeps the later report and the earlier quota of the same source',
    atHome({ other: away(9, 7) }),
    atHome({ other: away(5, 3) }),
    'home',
    away(9, 3),
  ],
  [
    'takes the source that reported while its own did not',
    atHome({ other: away(0, 0) }),
    atHome({ other: third(HOUR, HOUR) }),
    'home',
    third(HOUR, HOUR),
  ],
];

test.each(merges)('a device whose row is read again %s', (_, own, stored, usual, other) => {
  const state = newState('S1', own);
  expect(mergeRead(state, stored)).toBeUndefined();
  expect(state).toMatchObject({ usual, other });
});

test('a device whose row is read again claims back the older quota of its own source', () => {
  const state = newState('S1', atHome({ other: away(10, 5) }));
  expect(mergeRead(state, atHome({ other: third(11, 8) }))).toEqual(away(10, 5));
  expect(isReserved(state, 'away')).toBe(true);
});
