// Part of docs/develop/module-faults.md: faults injected by the simulator are found with their cause, and healthy plants raise no finding.
import { expect, test } from 'vitest';
import { healthyYear, PLANTED, playPlanted } from '../../../../test/moduleFaults.ts';
import { isQuick, sampled } from '../../../../test/sampling.ts';

/** The faster cases; `npm run bench moduleFaults` plays all of them, and a year. */
const QUICK = PLANTED.filter(({ plant }) => !['acequia', 'simonsberg', 'pilatus', 'merida'].includes(plant));

test.each(sampled(QUICK, isQuick ? 6 : 3))('finds the injected fault and its cause: $what', (planted) => {
  const { missed, invented, isCauseRight, causes } = playPlanted(planted);
  expect([missed, invented, causes, isCauseRight]).toEqual([0, 0, expect.anything(), true]);
});

test('raises no finding in six winter weeks with snow, nor in the polar night', () => {
  const plants = healthyYear('2026-01-10', 42, ['fyris', 'singel', 'beyond the polar circle']);
  expect(plants.map(({ invented }) => invented)).toEqual([0, 0, 0]);
  expect(plants.find(({ plant }) => plant === 'fyris')!.snowDays).toBeGreaterThan(5);
});
