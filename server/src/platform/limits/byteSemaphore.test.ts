// The gate before reports: so much inside at once, the rest in the order in which it came.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openGate } from './byteSemaphore.ts';

async function entering(most: number, sizes: readonly number[]) {
  const gate = openGate(most);
  const inside: { n: number; leave: () => void }[] = [];
  for (const [n, size] of sizes.entries()) void gate.enter(size).then((leave) => inside.push({ n, leave }));
  await turn();
  return inside;
}

test('no more than its room is inside, and who leaves lets in the next in order', async () => {
  const inside = await entering(
    10,
    Array.from({ length: 1_000 }, () => 3),
  );
  expect(inside.map(({ n }) => n)).toEqual([0, 1, 2]);
  for (let left = 0; left < 1_000; left++) {
    inside[left]!.leave();
    await turn();
    expect(inside.length).toBe(Math.min(1_000, left + 4));
  }
  expect(inside.map(({ n }) => n)).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
});

test('what is larger than all of the room goes alone, and a small one behind it does not overtake', async () => {
  const inside = await entering(10, [4, 25, 1]);
  expect(inside.map(({ n }) => n)).toEqual([0]);
  inside[0]!.leave();
  await turn();
  expect(inside.map(({ n }) => n)).toEqual([0, 1]);
  inside[1]!.leave();
  await turn();
  expect(inside.map(({ n }) => n)).toEqual([0, 1, 2]);
});
