// Full below the reserve, and until there is clearly more; what can't be read changes nothing.
import { expect, test } from 'vitest';
import { RECOVERED_BYTES, RESERVE_BYTES, watchFreeSpace } from './freeSpace.ts';

test('a disk is full below the reserve and stays so until there is room', async () => {
  let free = RESERVE_BYTES;
  const changes: boolean[] = [];
  const space = await watchFreeSpace(
    '/',
    (isFull) => changes.push(isFull),
    async () => free,
  );
  const after = async (bytes: number): Promise<boolean> => {
    free = bytes;
    await space.look();
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

test('a disk that can’t be asked keeps its state', async () => {
  let free = async (): Promise<number> => 0;
  const space = await watchFreeSpace('/', undefined, () => free());
  free = async () => {
    throw new Error('gone');
  };
  await space.look();
  expect(space.isFull()).toBe(true);
  space.stop();
});

test('a real disk can be asked', async () => {
  const space = await watchFreeSpace(import.meta.dirname, undefined);
  expect(typeof space.isFull()).toBe('boolean');
  space.stop();
});
