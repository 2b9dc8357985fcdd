// The open dialogs, sheets and menus: the back button closes the topmost one before it leaves the page.
import type { RouterHistory } from '@tanstack/react-router';
import { useEffectEvent, useLayoutEffect } from 'react';

interface Overlay {
  /** Closes it, or asks first. */
  close: () => void;
  hasUnsaved: () => boolean;
}

/** Topmost last. */
const open: Overlay[] = [];
const listeners = new Set<() => void>();
export const hasOpenOverlay = (): boolean => open.length > 0;

/** Resolves when nothing is open, at once if so already. */
export const whenAllClosed = (): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (hasOpenOverlay()) return;
      listeners.delete(check);
      resolve();
    };
    listeners.add(check);
    check();
  });

/** Lets the back button close something that is open. `hasUnsaved`: whether that would lose what was typed. */
export function useOverlay(opened: boolean, close: () => void, hasUnsaved: () => boolean = () => false): void {
  const onClose = useEffectEvent(close);
  const isUnsaved = useEffectEvent(hasUnsaved);
  // In a layout effect, so that it can be closed as soon as it is visible.
  useLayoutEffect(() => {
    if (!opened) return;
    const overlay = { close: () => onClose(), hasUnsaved: () => isUnsaved() };
    open.push(overlay);
    const stopWatching = watchBackOfAndroid(overlay.close);
    for (const listener of listeners) listener();
    return () => {
      stopWatching();
      open.splice(open.indexOf(overlay), 1);
      for (const listener of listeners) listener();
    };
  }, [opened]);
}

/** Not in the compiler's types yet. */
interface CloseWatcher {
  onclose: () => void;
  destroy(): void;
}

/** Chromium asks for closing before it goes back, also on the first page of the app. Elsewhere Escape would ask, too. */
function watchBackOfAndroid(close: () => void): () => void {
  const { CloseWatcher: Watcher } = window as { CloseWatcher?: new () => CloseWatcher };
  if (!Watcher || !/Android/.test(navigator.userAgent)) return () => undefined;
  let watcher: CloseWatcher;
  const watch = () => {
    watcher = new Watcher();
    watcher.onclose = () => {
      // It may stay open, to ask whether to discard what was typed.
      watch();
      close();
    };
  };
  watch();
  return () => watcher.destroy();
}

/**
 * Going back closes the topmost overlay and stays on the page. Nothing is added to the history, so closing by a button leaves
 * nothing behind, and going forward opens nothing.
 */
export function closeOnBack(history: RouterHistory): void {
  let unblock: (() => void) | undefined;
  listeners.add(() => {
    if (open.length === 0) {
      unblock?.();
      unblock = undefined;
    }
    if (open.length > 0)
      unblock ??= history.block({
        blockerFn: ({ action }) => {
          if (action !== 'BACK') return false;
          open.at(-1)?.close();
          return true;
        },
        enableBeforeUnload: () => open.some(({ hasUnsaved }) => hasUnsaved()),
      });
  });
}
