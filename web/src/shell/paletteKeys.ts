// Ctrl-K (Command-K on Macs) on every signed-in page; what is typed before the search is loaded is kept for it.
import { useCallback, useEffect, useRef, useState } from 'react';

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
/** As it is written on a button. */
export const shortcut = (): string => (isMac() ? '⌘ K' : 'Ctrl K');

function isShortcut(event: KeyboardEvent): boolean {
  const { key, code, altKey, shiftKey, ctrlKey, metaKey } = event;
  // A keyboard without Latin letters has the key in the same place.
  const isK = key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key));
  return isK && !altKey && !shiftKey && (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey);
}

interface Early {
  text: string;
  hasEntered: boolean;
}
/** Typed since the search was asked for; null once its own field has the focus. */
let early: Early | null = null;

/** The search's field is there: from now on it hears the keys itself. */
export function consumeEarlyKeys(): Early {
  const taken = early ?? { text: '', hasEntered: false };
  early = null;
  return taken;
}

/** Whether a key was meant for the search that is still being loaded. */
function keepEarly(event: KeyboardEvent, kept: Early): boolean {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (key === 'Enter') kept.hasEntered = true;
  else if (key === 'Backspace') kept.text = kept.text.slice(0, -1);
  else if ([...key].length === 1) kept.text += key;
  else return false;
  return true;
}

/** `load` brings the code of the search. */
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
    // What cannot be loaded must not swallow what is typed.
    load().catch(close);
  }, [load, close]);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (isShortcut(event)) {
        event.preventDefault();
        if (isOpenNow.current) close();
        else open();
        return;
      }
      if (!isOpenNow.current || event.isComposing) return;
      // A dialog below would take the key for itself.
      if (event.key === 'Escape') close();
      else if (!early || !keepEarly(event, early)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, [open, close]);
  return { isOpen, open, close };
}
