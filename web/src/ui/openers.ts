// Where focus goes when what was opened closes again: back to what opened it.
import { type RefCallback, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The element that has focus, and, should it be in a menu that closes meanwhile, the button of that menu. */
function openers(): HTMLElement[] {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || at === document.body) return [];
  const holder = at.closest('[role="menu"], [role="dialog"]')?.getAttribute('aria-labelledby');
  const button = holder && document.getElementById(holder);
  return button instanceof HTMLButtonElement ? [at, button] : [at];
}

const canTakeFocus = (element: HTMLElement): boolean => element.isConnected && element.getClientRects().length > 0;

/**
 * Remembers what had focus when a dialog opened and gives it back when the dialog closes or goes away; to the page's
 * content where that is gone, such as the row of what was deleted. The answer is for the dialog's body.
 */
export function useFocusReturn(opened: boolean): RefCallback<HTMLElement> {
  const body = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!opened) return;
    const before = openers();
    return () => {
      const dialog = body.current?.closest('[role="dialog"]');
      setTimeout(() => {
        const now = document.activeElement;
        // Whoever moved on meanwhile is left where they are.
        if (now && now !== document.body && !dialog?.contains(now)) return;
        const back = before.find(canTakeFocus) ?? document.getElementById('content');
        back?.focus({ preventScroll: true });
      });
    };
  }, [opened]);
  return useCallback((node: HTMLElement | null) => {
    if (node) body.current = node;
  }, []);
}

/**
 * For what is loaded when its button is first pressed and then stands in that button's place: it opens as soon as it is
 * there, from its own button, so that focus comes back to it.
 */
export function useOpensFirst(): {
  button: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  setOpened: (opened: boolean) => void;
} {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return { button, opened, setOpened };
}
