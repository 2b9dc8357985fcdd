// Speaks results to screen readers: the one polite region of the page, to which every part announces.
import { useEffect, useRef } from 'react';

/** Only added messages are spoken; older ones are removed to bound the region. */
const MAX_MESSAGES = 3;

let host: HTMLElement | undefined;
let region: HTMLElement | undefined;

/** Adds the region once, empty, because screen readers speak only what is added to a region that they know. */
export function addLiveRegion(): HTMLElement {
  if (region && host?.isConnected) return region;
  host = document.createElement('div');
  host.className = 'visuallyHidden';
  region = document.createElement('div');
  region.ariaLive = 'polite';
  // Closed, so that a message that the page also shows is not found twice in it.
  host.attachShadow({ mode: 'closed' }).append(region);
  document.body.append(host);
  return region;
}

/** Speaks a result once, after what is being spoken. */
export function announce(text: string): void {
  const messages = addLiveRegion();
  const message = document.createElement('p');
  message.textContent = text;
  while (messages.childElementCount >= MAX_MESSAGES) messages.firstElementChild?.remove();
  messages.append(message);
}

/**
 * Speaks the text whenever the key changes, which is the text itself by default; not on the first render, which a screen
 * reader reads with the page. Undefined: not known yet; '': nothing to speak.
 */
export function useAnnounced(text: string | undefined, key: unknown = text): void {
  const spokenKey = useRef<unknown>(undefined);
  useEffect(() => {
    if (text === undefined || spokenKey.current === key) return;
    if (spokenKey.current !== undefined && text !== '') announce(text);
    spokenKey.current = key;
  }, [text, key]);
}
