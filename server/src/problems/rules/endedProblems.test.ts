// Grouping of ended events into the lines of a report.
import { expect, test } from 'vitest';
import { type EndedEvent, groupEnded } from './endedProblems.ts';

const event = (sn: string, code: EndedEvent['code'], detail: EndedEvent['detail'] = null): EndedEvent => ({
  sn,
  code,
  detail,
});
const sizesOf = (events: readonly EndedEvent[]) =>
  groupEnded(events).map((group) => [group[0]!.code, group[0]!.sn, group.length]);

test.each([
  ['nothing', [], []],
  [
    'a device that failed twice is one line, another failure of it another one',
    [event('A', '0010'), event('A', '0800'), event('A', '0010')],
    [
      ['0010', 'A', 2],
      ['0800', 'A', 1],
    ],
  ],
  [
    'three devices are three lines',
    ['A', 'B', 'C'].map((sn) => event(sn, 'silence')),
    [
      ['silence', 'A', 1],
      ['silence', 'B', 1],
      ['silence', 'C', 1],
    ],
  ],
  ['four devices are one line', ['A', 'B', 'C', 'D'].map((sn) => event(sn, 'silence')), [['silence', 'A', 4]]],
  [
    'modules of one device are lines of their own, by their cause',
    [
      event('A', 'weakModule', { input: '1', cause: 'shade' }),
      event('A', 'weakModule', { input: '2', cause: 'shade' }),
      event('A', 'weakModule', { input: '2', cause: 'soiling' }),
    ],
    [
      ['weakModule', 'A', 1],
      ['weakModule', 'A', 1],
      ['weakModule', 'A', 1],
    ],
  ],
] as const)('%s', (_, events, sizes) => {
  expect(sizesOf(events)).toEqual(sizes);
});
