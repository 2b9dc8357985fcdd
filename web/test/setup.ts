// Puts into jsdom what browsers have and the UI library needs.
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// One jsdom for all files of a worker (five times quicker), but each file has our modules, and what they remember, new.
vi.resetModules();

// As patient as the other suites (vitest.config.ts): what is waited for comes when the machine has time.
configure({
  asyncUtilTimeout: 20_000,
  // Says what was not found without the page around it, which would be written out with each look while one waits.
  getElementError: (message) => Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
});

if (typeof window !== 'undefined') {
  window.matchMedia ??= (query: string) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }) as MediaQueryList;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
  // Fields that grow with their text look again once the fonts are there.
  if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
  Element.prototype.scrollIntoView ??= () => undefined;
  afterEach(() => cleanup());
}
