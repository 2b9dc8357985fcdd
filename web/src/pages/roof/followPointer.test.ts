// A drag on the window: its start and its end.
import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { followPointer } from './followPointer.ts';

function follow() {
  const on = { onMove: vi.fn(), onDrop: vi.fn(), onEnd: vi.fn() };
  const end = followPointer({ clientX: 100, clientY: 100 }, on);
  return { ...on, end };
}
const at = (clientX: number) => ({ clientX, clientY: 100 });

test('starts a drag after a movement of four pixels, and drops on release', () => {
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

test('reports a press without movement as not moved', () => {
  const { onDrop } = follow();
  fireEvent.pointerUp(window, at(102));
  expect(onDrop).toHaveBeenCalledExactlyOnceWith(expect.anything(), false);
});

test.each([
  ['Escape', () => fireEvent.keyDown(window, { key: 'Escape' })],
  ['a cancelled pointer', () => fireEvent.pointerCancel(window, at(120))],
])('ends a drag without a drop on %s', (_, cancel) => {
  const { onDrop, onEnd } = follow();
  fireEvent.pointerMove(window, at(120));
  cancel();
  fireEvent.pointerUp(window, at(120));
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(onDrop).not.toHaveBeenCalled();
});
