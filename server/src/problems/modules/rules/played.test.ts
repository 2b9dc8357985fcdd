// A part of docs/develop/module-faults.md: faults that the simulator plants are found with their cause, and healthy plants raise no finding.
import { expect, test } from 'vitest';
import { healthyYear, PLANTED, playPlanted } from '../../../../test/moduleFaults.ts';
import { isQuick, sampled } from '../../../../test/sampling.ts';

/** The quicker ones; `npm run bench moduleFaults` plays them all, and a year. */
const QUICK = PLANTED.filter(({ plant }) => !['acequia', 'simonsberg', 'pilatus', 'merida'].includes(plant));

test.each(sampled(QUICK, isQuick ? 6 : 3))('$what', (planted) => {
  const { missed, invented, isCauseRight, causes } = playPlanted(planted);
  expect([missed, invented, causes, isCauseRight]).toEqual([0, 0, expect.anything(), true]);
});

test('six winter weeks with snow, and the polar night, invent nothing', () => {
  const plants = healthyYear('2026-01-10', 42, ['fyris', 'singel', 'beyond the polar circle']);
  expect(plants.map(({ invented }) => invented)).toEqual([0, 0, 0]);
  expect(plants.find(({ plant }) => plant === 'fyris')!.snowDays).toBeGreaterThan(5);
});
