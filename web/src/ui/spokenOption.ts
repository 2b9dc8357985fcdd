// Speaks the option of a list that is highlighted while typing, which Enter chooses: the UI library names it to screen readers only after an arrow key.
import { announce } from './announcer.ts';

/** Option that was spoken last; it stays highlighted with the next letter. */
let spoken = '';

function speak(option: HTMLElement): void {
  const list = option.closest('[role="listbox"]');
  const field = list && document.querySelector(`[aria-controls="${list.id}"]`);
  if (!field || !option.hasAttribute('data-combobox-selected') || option.id === spoken) return;
  spoken = option.id;
  if (field.getAttribute('aria-activedescendant') !== option.id) announce(option.textContent ?? '');
}

new MutationObserver((changes) => {
  // After an arrow key the field names its option with the next frame.
  for (const { target } of changes) requestAnimationFrame(() => speak(target as HTMLElement));
}).observe(document.body, { subtree: true, attributeFilter: ['data-combobox-selected'] });
