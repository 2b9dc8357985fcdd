// Parsing of coordinates as copied from maps and as typed by users.
import { describe, expect, test } from 'vitest';
import { coordinatesIn, degreesIn } from './coordinates.ts';

describe('a pair of coordinates', () => {
  test.each([
    ['47.66, 9.17', 47.66, 9.17],
    ['47.66,9.17', 47.66, 9.17],
    ['(47.66001, 9.17002)', 47.66001, 9.17002],
    ['-33.86 151.2', -33.86, 151.2],
    ['−33.86 151.2', -33.86, 151.2],
    ['47.66°, 9.17°', 47.66, 9.17],
    ['47,66; 9,17', 47.66, 9.17],
    ['47,66 9,17', 47.66, 9.17],
    ['47,66, 9,17', 47.66, 9.17],
    ['0, 0', 0, 0],
    ['47, 9', 47, 9],
    ['geo:47.66,9.17', 47.66, 9.17],
    ['47.66 N, 9.17 E', 47.66, 9.17],
    ['47.66N 9.17W', 47.66, -9.17],
    ['N 47.66 E 9.17', 47.66, 9.17],
    ['E 9.17 N 47.66', 47.66, 9.17],
    ['33.86 s 151.2 e', -33.86, 151.2],
    [`47°39'36"N 9°10'12"E`, 47.66, 9.17],
    ['47° 39′ 36″ N, 9° 10′ 12″ W', 47.66, -9.17],
    ["47°39.6' N 9°10.2' E", 47.66, 9.17],
  ])('parses %s as %d, %d', (text, latitude, longitude) =>
    expect(coordinatesIn(text)).toEqual({ latitude, longitude }),
  );
  test.each([
    '47.66',
    '47,66',
    'Graz',
    '91, 9',
    '47, 181',
    '47.66 N, 9.17 S',
    '47.66, 9.17, 400',
    "47°61'N 9°10'E",
    'N 47.66 N 9.17 E',
    '',
  ])('rejects %j as a pair of coordinates', (text) => expect(coordinatesIn(text)).toBeNull());
});

describe('a single latitude', () => {
  test.each([
    ['47.66', 47.66],
    ['47,66', 47.66],
    ['-33', -33],
    ['33.86 S', -33.86],
    [`47° 39' 36"`, 47.66],
    ['0', 0],
    // Values out of range are left to the contract.
    ['91', 91],
  ])('parses %s as %d degrees', (text, value) => expect(degreesIn(text, 'latitude')).toBe(value));
  test.each(['9.17 E', '47.66, 9.17', 'north', '', '4 7'])('rejects %j as a latitude', (text) =>
    expect(degreesIn(text, 'latitude')).toBeNull(),
  );
});
