// The browser's offer to install the portal as an app, which Chromium makes once, soon after a page has loaded.

/** Not in the compiler's types, as Chromium alone has it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | null = null;
let hasInstalled = typeof window !== 'undefined' && window.matchMedia('(display-mode: standalone)').matches;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Otherwise the browser shows a bar of its own below the page's button.
    event.preventDefault();
    offer = event as InstallOffer;
    changed();
  });
  window.addEventListener('appinstalled', () => {
    offer = null;
    hasInstalled = true;
    changed();
  });
}

export const currentOffer = (): InstallOffer | null => offer;
export const isInstalled = (): boolean => hasInstalled;
export function onOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the browser's question, which each offer allows once. */
export async function takeOffer(): Promise<void> {
  const taken = offer;
  offer = null;
  changed();
  await taken?.prompt();
}
