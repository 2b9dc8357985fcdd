// State of the Tip dialog, which is shown when files of a page fail to load, usually because the server has a newer version.
let isShown = false;
const listeners = new Set<() => void>();

/** Returns whether a message of a browser (Chromium, Firefox, Safari) or bundler reports that a file of the page failed to load. */
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
