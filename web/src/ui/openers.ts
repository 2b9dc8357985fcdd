// Returns focus to the opener when a dialog or menu closes.

import { type RefCallback, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { focusOnHeading } from './focus.ts';
import { useOverlay } from './overlays.ts';

/** Openers of each open dialog. */
const openersByDialog = new WeakMap<Element, () => readonly HTMLElement[]>();

/** Elements about to receive focus because a dialog has just closed; they are the openers of a dialog that opens now. */
let pendingFocus: readonly HTMLElement[] = [];

/** Returns the focused element and, in case it is in a menu or dialog that closes meanwhile, the openers of that one. */
function openers(): readonly HTMLElement[] {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return pendingFocus;
  const container = focused.closest('[role="menu"], [role="dialog"]');
  const button = document.getElementById(container?.getAttribute('aria-labelledby') ?? '');
  const before = (container && openersByDialog.get(container)?.()) ?? [];
  return [focused, ...(button instanceof HTMLButtonElement ? [button] : []), ...before];
}

const canTakeFocus = (element: HTMLElement): boolean => element.isConnected && element.getClientRects().length > 0;

/**
 * Remembers the focused element when a dialog opens and returns focus to it when the dialog closes or unmounts; to the
 * heading when that element is gone, such as the row of a deleted item. Returns the ref for the dialog's body.
 */
export function useFocusReturn(opened: boolean): RefCallback<HTMLElement> {
  const dialogNode = useRef<Element>(null);
  const before = useRef<readonly HTMLElement[]>([]);
  useLayoutEffect(() => {
    if (!opened) return;
    before.current = openers();
    return () => {
      const dialog = dialogNode.current;
      pendingFocus = before.current;
      setTimeout(() => {
        pendingFocus = [];
        const focused = document.activeElement;
        // Focus that was moved elsewhere meanwhile stays there.
        if (focused && focused !== document.body && !dialog?.contains(focused)) return;
        const target = before.current.find(canTakeFocus);
        if (!target) return focusOnHeading();
        target.focus({ preventScroll: true });
      });
    };
  }, [opened]);
  return useCallback((node: HTMLElement | null) => {
    const dialog = node?.closest('[role="dialog"]');
    if (!dialog) return;
    dialogNode.current = dialog;
    openersByDialog.set(dialog, () => before.current);
  }, []);
}

/**
 * State of a menu that is loaded when its button is first pressed and then replaces that button: it opens on mount, with
 * its own button focused, so that focus returns to it.
 */
export function useOpensFirst(): {
  button: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  setOpened: (opened: boolean) => void;
} {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useOverlay(opened, () => setOpened(false));
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return { button, opened, setOpened };
}
