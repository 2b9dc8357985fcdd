// Coordinates as maps copy them.
import { describe, expect, test } from 'vitest';
import { coordinatesIn } from './usePlace.ts';

describe('coordinates in pasted text', () => {
  test.each([
    ['47.66, 9.17', 47.66, 9.17],
    ['(47.66001, 9.17002)', 47.66001, 9.17002],
    ['-33.86 151.2', -33.86, 151.2],
    ['47.66°, 9.17°', 47.66, 9.17],
    ['0,0', 0, 0],
  ])('%s', (text, latitude, longitude) => expect(coordinatesIn(text)).toEqual({ latitude, longitude }));
  test.each(['47.66', 'Graz', '91, 9', '47, 181', '47,66'.replace(',', '.'), ''])('%j is not a place', (text) =>
    expect(coordinatesIn(text)).toBeNull(),
  );
});
