// Playback data of a day: steps are summed, gaps stay gaps, and colours are interpolated between slots.
import { expect, test } from 'vitest';
import { NO_DATA, NO_POWER } from '../../../components/roof/drawRoof.ts';
import { looksOf } from '../../../components/roof/looks.ts';
import { levelOf } from '../../../components/roof/ramp.ts';
import { frameAt, powersAt, problemsAt, timelineOf } from './timeline.ts';

const module = (sn: string) => ({ sn, input: 1, plcSN: `${sn}_1`, label: '', alias: '' });
const playback = {
  day: '2026-06-14',
  xAxisIso: Array.from({ length: 288 }, (_, n) => String(n)),
  power: [],
  firstSlot: 100,
  scaleW: 400,
  alerts: [],
  problems: [
    {
      sn: 'A',
      input: 1,
      code: 'weakModule' as const,
      title: 'Light',
      level: 'warning' as const,
      from: 101,
      until: 104,
    },
    { sn: 'A', input: 0, code: '0004' as const, title: 'Grave', level: 'fault' as const, from: 102, until: 103 },
    { sn: 'A', input: 2, code: 'deadModule' as const, title: 'Other', level: 'fault' as const, from: 0, until: 288 },
    { sn: 'gone', input: 0, code: '0004' as const, title: 'Light', level: 'fault' as const, from: 0, until: 288 },
  ],
  modules: [
    { sn: 'A', input: 1, data: [1000, 500, null, null, -1500] },
    { sn: 'B', input: 1, data: [null, 4000, 0, 0, 0] },
  ],
};
const modules = [module('B'), module('A'), module('C')];

test('sums the steps of each module in the order of the layout, and returns null without data', () => {
  const timeline = timelineOf(playback, modules);
  expect([timeline.slots, timeline.first, timeline.last]).toEqual([288, 100, 104]);
  expect(powersAt(timeline, 100)).toEqual([null, 100, null]);
  expect(powersAt(timeline, 101)).toEqual([400, 150, null]);
  expect(powersAt(timeline, 102)).toEqual([400, null, null]);
  expect(powersAt(timeline, 104)).toEqual([400, 0, null]);
});

test('interpolates colours between two slots, and shows the values of the earlier slot', () => {
  const timeline = timelineOf(playback, modules);
  const looks = looksOf([null, null, null], [undefined, undefined, undefined], 400);
  frameAt(timeline, looks, 100.5, 400, true);
  expect([...looks.level]).toEqual([NO_DATA, levelOf(125, 400), NO_DATA]);
  expect(looks.texts).toEqual(['', '100', '']);
  frameAt(timeline, looks, 104, 400, false);
  expect([...looks.level]).toEqual([63, NO_POWER, NO_DATA]);
  expect(looks.texts).toBeNull();
});

test('shows the problems of the moment, of the module and of its device, the most severe first', () => {
  const timeline = timelineOf(playback, modules);
  const looks = looksOf([null, null, null], ['fault', 'fault', 'fault'], 400);
  const at = (position: number) => {
    frameAt(timeline, looks, position, 400, false);
    return [[...looks.problem], problemsAt(timeline, Math.floor(position)).map((all) => all.map(({ title }) => title))];
  };
  expect(at(100.9)).toEqual([
    [0, 0, 0],
    [[], [], []],
  ]);
  expect(at(101)).toEqual([
    [0, 1, 0],
    [[], ['Light'], []],
  ]);
  expect(at(102.5)).toEqual([
    [0, 2, 0],
    [[], ['Grave', 'Light'], []],
  ]);
  expect(at(104)).toEqual([
    [0, 0, 0],
    [[], [], []],
  ]);
});

test('covers all slots of a day without data, each without a value', () => {
  const timeline = timelineOf({ ...playback, modules: [{ sn: 'A', input: 1, data: [] }] }, modules);
  expect([timeline.first, timeline.last]).toEqual([0, 287]);
  expect(powersAt(timeline, 150)).toEqual([null, null, null]);
});

test('shows modules that have not started yet as asleep, and a module without power among producing ones as one', () => {
  const dawn = {
    ...playback,
    alerts: [],
    modules: [
      // Starts with the others, with its first values at zero.
      { sn: 'A', input: 1, data: [0, 0, 100, 100, 100, ...new Array(20).fill(0)] },
      { sn: 'B', input: 1, data: [0, 0, 100, 100, 100, ...new Array(20).fill(0)] },
      // Faces west and starts half an hour later.
      { sn: 'C', input: 1, data: [0, 0, 0, 0, 0, 0, 0, 0, 100, ...new Array(16).fill(0)] },
      // Dead all day.
      { sn: 'D', input: 1, data: new Array(25).fill(0) },
      // Comes back long after the others started.
      { sn: 'E', input: 1, data: [...new Array(20).fill(0), 100, 0, 0, 0, 0] },
    ],
  };
  const timeline = timelineOf(
    dawn,
    ['A', 'B', 'C', 'D', 'E'].map((sn) => module(sn)),
  );
  expect(powersAt(timeline, 100)).toEqual([null, null, null, null, null]);
  expect(powersAt(timeline, 101)).toEqual([null, null, null, null, null]);
  expect(powersAt(timeline, 102)).toEqual([10, 10, null, 0, 0]);
  expect(powersAt(timeline, 108)).toEqual([30, 30, 10, 0, 0]);
  expect(powersAt(timeline, 120)).toEqual([30, 30, 10, 0, 10]);
});
