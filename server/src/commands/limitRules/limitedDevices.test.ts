// Rated power of the producers of a plant together, as far as it is known.
import { expect, test } from 'vitest';
import { ratedTogether } from './limitedDevices.ts';

const [two, three, unknown] = [2_000, 3_000, 0].map((ratedW) => ({ ratedW })) as [Rated, Rated, Rated];
type Rated = { ratedW: number };

test.each<[string, Rated[], Rated[], number, number | null]>([
  ['devices with a rating by their ratings', [two, three], [two, three], 0, 5_000],
  ['a device without a rating by the remaining installed power', [unknown], [two, three, unknown], 9_000, 4_000],
  [
    'a device without a rating by an even share when the ratings of the others exceed the installed power',
    [unknown],
    [two, unknown],
    1_000,
    500,
  ],
  ['no devices as zero', [], [two], 0, 0],
  ['devices without a rating in a plant of unknown power as unknown', [two, unknown], [two, unknown], 0, null],
  [
    'a single device without a rating in a plant of unknown power as unknown, not as zero',
    [unknown],
    [two, unknown],
    0,
    null,
  ],
])('rates %s', (_, devices, all, installedW, sum) => {
  expect(ratedTogether(devices, all, installedW)).toBe(sum);
});
