// What the producers of a plant make together at most, as far as anybody knows.
import { expect, test } from 'vitest';
import { ratedTogether } from './limitedDevices.ts';

const [two, three, unknown] = [2_000, 3_000, 0].map((ratedW) => ({ ratedW })) as [Of, Of, Of];
type Of = { ratedW: number };

test.each<[string, Of[], Of[], number, number | null]>([
  ['what their products say', [two, three], [two, three], 0, 5_000],
  ['the modules that are left to whom nobody knows', [unknown], [two, three, unknown], 9_000, 4_000],
  ['or an even share, where others take them all', [unknown], [two, unknown], 1_000, 500],
  ['nothing, of none', [], [two], 0, 0],
  ['nobody knows it, and the plant does not either', [two, unknown], [two, unknown], 0, null],
  ['which is not nothing', [unknown], [two, unknown], 0, null],
])('%s', (_, devices, all, installedW, sum) => {
  expect(ratedTogether(devices, all, installedW)).toBe(sum);
});
