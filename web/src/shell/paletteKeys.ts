// Ctrl-K (Command-K on Macs) on every signed-in page; text typed before the search is loaded is buffered for it.
import { useCallback, useEffect, useRef, useState } from 'react';

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
/** Label of the shortcut on a button. */
export const shortcut = (): string => (isMac() ? '⌘ K' : 'Ctrl K');

function isShortcut(event: KeyboardEvent): boolean {
  const { key, code, altKey, shiftKey, ctrlKey, metaKey } = event;
  // A keyboard without Latin letters has the key in the same position.
  const isK = key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key));
  return isK && !altKey && !shiftKey && (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey);
}

interface EarlyKeys {
  text: string;
  hasEntered: boolean;
}
/** Keys typed since the search was opened; null once its own field has the focus. */
let early: EarlyKeys | null = null;

/** Returns the buffered keys and ends the buffering: from now on the search's field receives the keys. */
export function consumeEarlyKeys(): EarlyKeys {
  const keys = early ?? { text: '', hasEntered: false };
  early = null;
  return keys;
}

/** Buffers a key for the search that is still loading; returns whether the key was meant for it. */
function bufferKey(event: KeyboardEvent, buffer: EarlyKeys): boolean {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (key === 'Enter') buffer.hasEntered = true;
  else if (key === 'Backspace') buffer.text = buffer.text.slice(0, -1);
  else if ([...key].length === 1) buffer.text += key;
  else return false;
  return true;
}

/** State of the search. `load` loads its code. */
export function usePalette(load: () => Promise<unknown>): { isOpen: boolean; open: () => void; close: () => void } {
  const [isOpen, setOpen] = useState(false);
  const isOpenNow = useRef(false);
  const close = useCallback(() => {
    early = null;
    isOpenNow.current = false;
    setOpen(false);
  }, []);
  const open = useCallback(() => {
    if (isOpenNow.current) return;
    early = { text: '', hasEntered: false };
    isOpenNow.current = true;
    setOpen(true);
    // A search that fails to load must not intercept keys.
    load().catch(close);
  }, [load, close]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isShortcut(event)) {
        event.preventDefault();
        if (isOpenNow.current) close();
        else open();
        return;
      }
      if (!isOpenNow.current || event.isComposing) return;
      // A dialog below would handle the key itself.
      if (event.key === 'Escape') close();
      else if (!early || !bufferKey(event, early)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [open, close]);
  return { isOpen, open, close };
}
