// Tests that a disk is full below the reserve until clearly more is free, and that failed readings change nothing.
import { expect, test } from 'vitest';
import { RECOVERED_BYTES, RESERVE_BYTES, watchFreeSpace } from './freeSpace.ts';

test('reports a disk below the reserve as full until it has recovered', async () => {
  let free = RESERVE_BYTES;
  const changes: boolean[] = [];
  const space = await watchFreeSpace(
    '/',
    (isFull) => changes.push(isFull),
    async () => free,
  );
  const after = async (bytes: number): Promise<boolean> => {
    free = bytes;
    await space.refresh();
    return space.isFull();
  };
  expect(space.isFull()).toBe(false);
  expect(await after(RESERVE_BYTES - 1)).toBe(true);
  expect(await after(RECOVERED_BYTES - 1)).toBe(true);
  expect(await after(RECOVERED_BYTES)).toBe(false);
  expect(await after(RESERVE_BYTES)).toBe(false);
  expect(await after(0)).toBe(true);
  expect(changes).toEqual([true, false, true]);
  space.stop();
});

test('keeps the state of a disk that cannot be read', async () => {
  let free = async (): Promise<number> => 0;
  const space = await watchFreeSpace('/', undefined, () => free());
  free = async () => {
    throw new Error('gone');
  };
  await space.refresh();
  expect(space.isFull()).toBe(true);
  space.stop();
});

test('reads the free space of a real disk', async () => {
  const space = await watchFreeSpace(import.meta.dirname, undefined);
  expect(typeof space.isFull()).toBe('boolean');
  space.stop();
});
