// When a page's files cannot be loaded, usually because a newer version is on the server: the Tip dialog is asked for here.
let isShown = false;
const listeners = new Set<() => void>();

/** Messages with which browsers and bundlers say that a page's files did not load: Chromium's, Firefox' and Safari's. */
export function isLoadFailure(message: string): boolean {
  return /^(Failed to|Unable to|Login has expired|error loading dynamically|Importing a module)|^Loading .* failed/.test(
    message,
  );
}

export function showTip(): void {
  isShown = true;
  for (const listener of listeners) listener();
}

export const tipIsShown = (): boolean => isShown;
export function onTip(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
