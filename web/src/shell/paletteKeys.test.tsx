// Ctrl-K, and keys typed before the search is loaded.
import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { consumeEarlyKeys, usePalette } from './paletteKeys.ts';

const platform = vi.spyOn(navigator, 'platform', 'get');
afterEach(() => {
  platform.mockReset();
  consumeEarlyKeys();
});
const key = (name: string, init: KeyboardEventInit = {}) =>
  // fireEvent returns false when the key was handled.
  act(() => void fireEvent.keyDown(document.body, { key: name, cancelable: true, ...init }));
const never = () => new Promise<void>(() => undefined);

describe('the shortcut', () => {
  test.each([
    ['Linux x86_64', { ctrlKey: true }, 'k', true],
    ['Linux x86_64', { metaKey: true }, 'k', false],
    ['Linux x86_64', {}, 'k', false],
    ['Linux x86_64', { ctrlKey: true, shiftKey: true }, 'K', false],
    ['Linux x86_64', { ctrlKey: true, code: 'KeyK' }, 'л', true],
    ['Linux x86_64', { ctrlKey: true, code: 'KeyK' }, 't', false],
    ['MacIntel', { metaKey: true }, 'k', true],
    // On a Mac, Ctrl-K deletes the rest of a line.
    ['MacIntel', { ctrlKey: true }, 'k', false],
  ])('on %s, %o with %s opens the search: %s', (platformName, keys, name, opens) => {
    platform.mockReturnValue(platformName);
    const { result, unmount } = renderHook(() => usePalette(never));
    key(name, keys);
    expect(result.current.isOpen).toBe(opens);
    unmount();
  });
});

test('text typed while the search loads goes to its field only', () => {
  platform.mockReturnValue('Linux x86_64');
  const onKeyDown = vi.fn();
  document.body.addEventListener('keydown', onKeyDown);
  const { result, unmount } = renderHook(() => usePalette(never));
  act(() => result.current.open());
  for (const name of ['b', 'a', 'r', 'm', 'Backspace', 'n', 'Shift', 'Enter']) key(name);
  expect(consumeEarlyKeys()).toEqual({ text: 'barn', hasEntered: true });
  expect(onKeyDown.mock.calls.map(([event]) => event.key)).toEqual(['Shift']);
  // From now on the field receives the keys.
  key('x');
  expect(onKeyDown).toHaveBeenCalledTimes(2);
  expect(consumeEarlyKeys().text).toBe('');
  key('Escape');
  expect(result.current.isOpen).toBe(false);
  document.body.removeEventListener('keydown', onKeyDown);
  unmount();
});

test('a search that fails to load closes and intercepts no keys', async () => {
  const { result, unmount } = renderHook(() => usePalette(() => Promise.reject(new Error('no connection'))));
  await act(async () => result.current.open());
  expect(result.current.isOpen).toBe(false);
  unmount();
});
