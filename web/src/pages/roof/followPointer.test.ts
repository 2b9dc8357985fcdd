// A drag on the window: when it begins, and how it ends.
import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { followPointer } from './followPointer.ts';

function follow() {
  const on = { onMove: vi.fn(), onDrop: vi.fn(), onEnd: vi.fn() };
  const end = followPointer({ clientX: 100, clientY: 100 }, on);
  return { ...on, end };
}
const at = (clientX: number) => ({ clientX, clientY: 100 });

test('begins once the pointer has moved four pixels, and drops where it is released', () => {
  const { onMove, onDrop, onEnd } = follow();
  fireEvent.pointerMove(window, at(103));
  expect(onMove).not.toHaveBeenCalled();
  fireEvent.pointerMove(window, at(104));
  fireEvent.pointerMove(window, at(101));
  expect(onMove).toHaveBeenCalledTimes(2);
  fireEvent.pointerUp(window, at(101));
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(onDrop).toHaveBeenCalledExactlyOnceWith(expect.anything(), true);
  fireEvent.pointerMove(window, at(150));
  fireEvent.pointerUp(window, at(150));
  expect([onMove.mock.calls.length, onDrop.mock.calls.length]).toEqual([2, 1]);
});

test('reports a press without a movement as not moved', () => {
  const { onDrop } = follow();
  fireEvent.pointerUp(window, at(102));
  expect(onDrop).toHaveBeenCalledExactlyOnceWith(expect.anything(), false);
});

test.each([
  ['Escape', () => fireEvent.keyDown(window, { key: 'Escape' })],
  ['a cancelled pointer', () => fireEvent.pointerCancel(window, at(120))],
])('ends without a drop by %s', (_, cancel) => {
  const { onDrop, onEnd } = follow();
  fireEvent.pointerMove(window, at(120));
  cancel();
  fireEvent.pointerUp(window, at(120));
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(onDrop).not.toHaveBeenCalled();
});
