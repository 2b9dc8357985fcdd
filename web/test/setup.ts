// Puts into jsdom what browsers have and the UI library needs.
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// One jsdom for all files of a worker (five times quicker), but each file has our modules, and what they remember, new.
vi.resetModules();

// As patient as the other suites (vitest.config.ts): what is waited for comes when the machine has time.
configure({ asyncUtilTimeout: 20_000 });

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
  Element.prototype.scrollIntoView ??= () => undefined;
  afterEach(() => cleanup());
}
