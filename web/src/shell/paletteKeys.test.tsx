// Ctrl-K, and what is typed before the search is there.
import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { consumeEarlyKeys, usePalette } from './paletteKeys.ts';

const platform = vi.spyOn(navigator, 'platform', 'get');
afterEach(() => {
  platform.mockReset();
  consumeEarlyKeys();
});
const key = (name: string, more: KeyboardEventInit = {}) =>
  // Answers false when somebody has taken the key.
  act(() => void fireEvent.keyDown(document.body, { key: name, cancelable: true, ...more }));
const never = () => new Promise<void>(() => undefined);

describe('opens by', () => {
  test.each([
    ['Linux x86_64', { ctrlKey: true }, 'k', true],
    ['Linux x86_64', { metaKey: true }, 'k', false],
    ['Linux x86_64', {}, 'k', false],
    ['Linux x86_64', { ctrlKey: true, shiftKey: true }, 'K', false],
    ['Linux x86_64', { ctrlKey: true, code: 'KeyK' }, 'л', true],
    ['Linux x86_64', { ctrlKey: true, code: 'KeyK' }, 't', false],
    ['MacIntel', { metaKey: true }, 'k', true],
    // On a Mac it deletes the rest of a line.
    ['MacIntel', { ctrlKey: true }, 'k', false],
  ])('%s %o %s: %s', (where, keys, name, opens) => {
    platform.mockReturnValue(where);
    const { result, unmount } = renderHook(() => usePalette(never));
    key(name, keys);
    expect(result.current.isOpen).toBe(opens);
    unmount();
  });
});

test('what is typed while it loads is kept for its field, and goes nowhere else', () => {
  platform.mockReturnValue('Linux x86_64');
  const heard = vi.fn();
  document.body.addEventListener('keydown', heard);
  const { result, unmount } = renderHook(() => usePalette(never));
  act(() => result.current.open());
  for (const name of ['b', 'a', 'r', 'm', 'Backspace', 'n', 'Shift', 'Enter']) key(name);
  expect(consumeEarlyKeys()).toEqual({ text: 'barn', hasEntered: true });
  expect(heard.mock.calls.map(([event]) => event.key)).toEqual(['Shift']);
  // From now on its field hears them.
  key('x');
  expect(heard).toHaveBeenCalledTimes(2);
  expect(consumeEarlyKeys().text).toBe('');
  key('Escape');
  expect(result.current.isOpen).toBe(false);
  document.body.removeEventListener('keydown', heard);
  unmount();
});

test('a search that cannot be loaded swallows nothing', async () => {
  const { result, unmount } = renderHook(() => usePalette(() => Promise.reject(new Error('no connection'))));
  await act(async () => result.current.open());
  expect(result.current.isOpen).toBe(false);
  unmount();
});
