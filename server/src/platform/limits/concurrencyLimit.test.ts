// Places for work that takes long: so many for each user, so many for all, and none is lost for ever.
import { expect, test } from 'vitest';
import { openAtOnce } from './concurrencyLimit.ts';

test('each user has so many, all together so many, and what is given back can be taken', () => {
  const places = openAtOnce({ each: 2, all: 3, endMs: 1_000 });
  const leave = places.take(1, 0);
  expect(places.take(1, 0)).not.toBeNull();
  expect(places.take(1, 0)).toBeNull();
  expect(places.take(2, 0)).not.toBeNull();
  expect(places.take(3, 0)).toBeNull();
  leave!();
  leave!();
  expect(places.take(3, 0)).not.toBeNull();
  expect(places.take(4, 0)).toBeNull();
});

test('a place that was not given back is free when its time is over', () => {
  const places = openAtOnce({ each: 1, all: 1, endMs: 1_000 });
  places.take(1, 0);
  expect(places.take(1, 999)).toBeNull();
  expect(places.take(1, 1_000)).not.toBeNull();
});
