// Manages the focus: the heading of a new page gets it, and a neighbor when the focused element is removed or disabled.

/** Parts that a screen reader names when the focus moves to them; of a section without a name it says nothing. */
const PARTS = '[role="dialog"], :is(form, section, nav):is([aria-label], [aria-labelledby]), table, ul, ol';
/** After forms and dialogs, which may move the focus themselves. */
const RESTORE_AFTER_MS = 60;

/** Focuses an element, also one that is no tab stop. */
export function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

const heading = (): HTMLElement | null => document.querySelector('main h1');

/** Focuses the heading, which a screen reader speaks; the page as a whole has no name. */
export function focusOnHeading(): void {
  const target = heading() ?? document.querySelector<HTMLElement>('main');
  if (target) focusOn(target);
}

/** Focused element of the page that is being left. */
let previousFocus: Element | null = null;
let stopWaiting: (() => void) | undefined;

/** Must be called when a navigation begins. */
export function leavePage(): void {
  stopWaiting?.();
  previousFocus = document.activeElement;
}

/** Returns whether the new page, or a dialog, has taken the focus itself. */
function isTaken(): boolean {
  const active = document.activeElement;
  if (active === null || active === previousFocus || active.matches('main')) return false;
  const part = active.closest('main, [role="dialog"]');
  return part !== null && (part.matches('main') || !part.contains(previousFocus));
}

/** Focuses the heading of the new page as soon as it is there, unless the page has focused something else. */
export function focusHeading(): void {
  stopWaiting?.();
  const take = (): boolean => {
    if (isTaken()) return true;
    const title = heading();
    if (title) focusOn(title);
    return title !== null;
  };
  if (take()) return;
  const watch = new MutationObserver(() => {
    if (take()) watch.disconnect();
  });
  watch.observe(document.body, { childList: true, subtree: true });
  stopWaiting = () => watch.disconnect();
}

/** Focuses the first tab stop within `data-work`, such as a list, else the heading. */
export function focusContent(): void {
  const stops = ['a[href]', 'button:enabled', 'input:enabled'].map(
    (stop) => `main [data-work] ${stop}:not([tabindex="-1"])`,
  );
  const target =
    document.querySelector<HTMLElement>(stops.join()) ?? heading() ?? document.querySelector<HTMLElement>('main');
  if (!target) return;
  focusOn(target);
  target.scrollIntoView({ block: 'nearest' });
}

const isVisible = (element: Element): boolean => element.isConnected && element.getClientRects().length > 0;
const labelOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent ?? '';

/** Returns the element that replaced a removed one: the only one in its container with the same label. */
function replacementOf(lost: HTMLElement, part: Element): HTMLElement | undefined {
  const label = labelOf(lost);
  if (label === '') return undefined;
  const candidates = [...part.querySelectorAll<HTMLElement>(lost.tagName)].filter(
    (element) => labelOf(element) === label && !element.matches(':disabled') && isVisible(element),
  );
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** Keeps the focus from falling to the body when the focused element is removed or disabled. */
export function restoreLostFocus(): void {
  let lastFocused: HTMLElement | null = null;
  let ancestors: Element[] = [];
  let isScheduled = false;
  const hasNone = () => {
    const active = document.activeElement;
    return active === null || active === document.body || active === lastFocused;
  };
  const isLost = () =>
    lastFocused !== null && hasNone() && (!lastFocused.isConnected || lastFocused.matches(':disabled'));
  /** A button that is disabled only while its call runs gets the focus back. */
  const isBusy = () => lastFocused?.isConnected && lastFocused.hasAttribute('data-loading');
  let isWaiting = false;
  const restore = () => {
    isScheduled = false;
    if (!lastFocused || !isLost()) return;
    isWaiting = isBusy() ?? false;
    if (isWaiting) return;
    const container = ancestors.find(isVisible);
    const part = container?.closest(PARTS);
    const target =
      (container && replacementOf(lastFocused, container)) ?? part ?? heading() ?? document.querySelector('main');
    if (target instanceof HTMLElement) focusOn(target);
  };
  const watch = () => {
    if (isLost() && !isScheduled) {
      isScheduled = true;
      setTimeout(restore, RESTORE_AFTER_MS);
    }
    if (isWaiting && lastFocused?.isConnected && !lastFocused.matches(':disabled') && hasNone()) {
      isWaiting = false;
      lastFocused.focus({ preventScroll: true });
    }
  };
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    lastFocused = target;
    isWaiting = false;
    ancestors = [];
    for (let parent = target.parentElement; parent; parent = parent.parentElement) ancestors.push(parent);
  });
  // A click on empty space leaves the element in place: nothing is lost then.
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null) return;
    setTimeout(() => {
      if (
        target === lastFocused &&
        lastFocused?.isConnected &&
        !lastFocused.matches(':disabled') &&
        document.activeElement === document.body
      )
        lastFocused = null;
    });
  });
  new MutationObserver(watch).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
}
