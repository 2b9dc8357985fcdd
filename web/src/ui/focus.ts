// Where the focus goes: to the heading of a new page, and to what is left where a focused element is removed or disabled.

/** Parts that a screen reader names when the focus moves to them. */
const PARTS = '[role="dialog"], form, section, nav, table, ul, ol';
/** Later than forms and dialogs, which know better where work goes on. */
const RESCUE_AFTER_MS = 60;

/** Focuses an element, also one that is no tab stop. */
export function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

const heading = (): HTMLElement | null => document.querySelector('main h1');

/** Focus of the page that is being left. */
let before: Element | null = null;
let stopWaiting: (() => void) | undefined;

/** To call when a navigation begins. */
export function leavePage(): void {
  stopWaiting?.();
  before = document.activeElement;
}

/** Returns whether the new page, or a dialog, has taken the focus itself. */
function isTaken(): boolean {
  const active = document.activeElement;
  if (active === null || active === before || active.matches('main')) return false;
  const part = active.closest('main, [role="dialog"]');
  return part !== null && (part.matches('main') || !part.contains(before));
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

/** Focuses where work on the page begins: the first tab stop of the part that says so, such as a list, else the heading. */
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

/** Returns the only element with the same label where the lost one was, which has just been drawn anew. */
function twinOf(lost: HTMLElement, part: Element): HTMLElement | undefined {
  const label = labelOf(lost);
  if (label === '') return undefined;
  const twins = [...part.querySelectorAll<HTMLElement>(lost.tagName)].filter(
    (element) => labelOf(element) === label && !element.matches(':disabled') && isVisible(element),
  );
  return twins.length === 1 ? twins[0] : undefined;
}

/** Keeps the focus from falling to the body when the focused element is removed or disabled. */
export function keepFocus(): void {
  let last: HTMLElement | null = null;
  let around: Element[] = [];
  let isScheduled = false;
  const hasNone = () => {
    const active = document.activeElement;
    return active === null || active === document.body || active === last;
  };
  const isLost = () => last !== null && hasNone() && (!last.isConnected || last.matches(':disabled'));
  /** A button that is disabled only while its call runs gets the focus back. */
  const isBusy = () => last?.isConnected && last.hasAttribute('data-loading');
  let waits = false;
  const rescue = () => {
    isScheduled = false;
    if (!last || !isLost()) return;
    waits = isBusy() ?? false;
    if (waits) return;
    const near = around.find(isVisible);
    const part = near?.closest(PARTS);
    const target = (near && twinOf(last, near)) ?? part ?? heading() ?? document.querySelector('main');
    if (target instanceof HTMLElement) focusOn(target);
  };
  const watch = () => {
    if (isLost() && !isScheduled) {
      isScheduled = true;
      setTimeout(rescue, RESCUE_AFTER_MS);
    }
    if (waits && last?.isConnected && !last.matches(':disabled') && hasNone()) {
      waits = false;
      last.focus({ preventScroll: true });
    }
  };
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    last = target;
    waits = false;
    around = [];
    for (let parent = target.parentElement; parent; parent = parent.parentElement) around.push(parent);
  });
  // A click beside everything leaves an element that is still there: nothing is lost then.
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null) return;
    setTimeout(() => {
      if (
        target === last &&
        last?.isConnected &&
        !last.matches(':disabled') &&
        document.activeElement === document.body
      )
        last = null;
    });
  });
  new MutationObserver(watch).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
}
