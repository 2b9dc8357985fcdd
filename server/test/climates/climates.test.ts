// A part of the climates in docs/develop/module-faults.md: snow, low sun and the sun's path through the year neither invent nor hide faults.
import { expect, test } from 'vitest';
import { CLIMATES } from './climates.ts';
import { playChimney, playFault, playHealthy } from './faults.ts';

const climateOf = (name: string) => CLIMATES.find((climate) => climate.name === name)!;

test.each([
  ['Colorado', 102, '2025-11-25', 60],
  ['Amsterdam', 102, '2025-12-20', 45],
])('a healthy plant in %s has no finding in a snowy winter', (name, seed, from, days) => {
  const { played, reported } = playHealthy(climateOf(name), seed, from, days);
  expect(reported).toEqual([]);
  // Snow slid off some modules earlier than off others.
  expect(played.some(({ modules }) => modules.some(({ state }) => state === 'dead'))).toBe(true);
});

test.each([
  ['Amsterdam', 'seventy', '2025-12-21', 193_814, 21],
  ['Amsterdam', 'half', '2025-12-20', 455_136, 14],
  ['Colorado', 'seventy', '2026-01-25', 871_009, 21],
] as const)('a module in %s with the fault %s is found in winter', (name, fault, from, seed, most) => {
  const { days } = playFault({ climate: climateOf(name), fault, from, seed });
  expect(days).not.toBeNull();
  expect(days!).toBeLessThanOrEqual(most);
});

test('the shade of a new chimney is one finding from autumn to after June', () => {
  const { findings } = playChimney(climateOf('Seville'), '2025-08-20', 1000, 330, 0);
  expect(findings).toMatchObject([{ cause: 'shade', until: null }]);
});
