// Where focus goes when what was opened closes again: back to what opened it.
import { type RefCallback, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** What opened each dialog that is open. */
const openedBy = new WeakMap<Element, () => readonly HTMLElement[]>();

/** Where focus goes in a moment, because a dialog has just closed: what opens now was opened from there. */
let onItsWay: readonly HTMLElement[] = [];

/** The element that has focus; and, should it be in a menu or a dialog that closes meanwhile, what opened that one. */
function openers(): readonly HTMLElement[] {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || at === document.body) return onItsWay;
  const holder = at.closest('[role="menu"], [role="dialog"]');
  const button = document.getElementById(holder?.getAttribute('aria-labelledby') ?? '');
  const before = (holder && openedBy.get(holder)?.()) ?? [];
  return [at, ...(button instanceof HTMLButtonElement ? [button] : []), ...before];
}

const canTakeFocus = (element: HTMLElement): boolean => element.isConnected && element.getClientRects().length > 0;

/**
 * Remembers what had focus when a dialog opened and gives it back when the dialog closes or goes away; to the page's
 * content where that is gone, such as the row of what was deleted. The answer is for the dialog's body.
 */
export function useFocusReturn(opened: boolean): RefCallback<HTMLElement> {
  const dialogNode = useRef<Element>(null);
  const before = useRef<readonly HTMLElement[]>([]);
  useLayoutEffect(() => {
    if (!opened) return;
    before.current = openers();
    return () => {
      const dialog = dialogNode.current;
      onItsWay = before.current;
      setTimeout(() => {
        onItsWay = [];
        const now = document.activeElement;
        // Whoever moved on meanwhile is left where they are.
        if (now && now !== document.body && !dialog?.contains(now)) return;
        const back = before.current.find(canTakeFocus) ?? document.getElementById('content');
        back?.focus({ preventScroll: true });
      });
    };
  }, [opened]);
  return useCallback((node: HTMLElement | null) => {
    const dialog = node?.closest('[role="dialog"]');
    if (!dialog) return;
    dialogNode.current = dialog;
    openedBy.set(dialog, () => before.current);
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
