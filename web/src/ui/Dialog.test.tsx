// Escape, and dialogs that lie on one another.
import { MantineProvider } from '@mantine/core';
import { fireEvent, render } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Dialog } from './Dialog.tsx';

/** A form that asks before it is left. `told` gets what was closed, in order. */
function Form({ told }: { told: string[] }) {
  const [asks, setAsks] = useState(false);
  const closed = (name: string, isAskedNext: boolean) => () => {
    told.push(name);
    setAsks(isAskedNext);
  };
  return (
    <MantineProvider>
      <Dialog opened={asks} onClose={closed('question', false)} title="Leave?">
        <input aria-label="Word" />
      </Dialog>
      <Dialog opened onClose={closed('form', true)} title="Form">
        <input aria-label="Name" />
      </Dialog>
    </MantineProvider>
  );
}

const pressEscape = (at: Element = document.body, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(at, { key: 'Escape', ...more });

test('the topmost alone hears Escape, and hears it as soon as it is there', () => {
  const told: string[] = [];
  const { unmount } = render(<Form told={told} />);
  pressEscape();
  // The Escape that made the form ask does not answer.
  expect(told).toEqual(['form']);
  // Nothing is waited for: who is quick is heard, too.
  pressEscape();
  expect(told).toEqual(['form', 'question']);
  pressEscape();
  expect(told).toEqual(['form', 'question', 'form']);
  unmount();
  pressEscape();
  expect(told).toHaveLength(3);
});

test('an Escape of a list that is open, or of a word that is being composed, closes no dialog', () => {
  const told: string[] = [];
  const { getByLabelText } = render(<Form told={told} />);
  const field = getByLabelText('Name');
  field.setAttribute('data-mantine-stop-propagation', 'true');
  pressEscape(field);
  expect(told).toEqual([]);
  field.removeAttribute('data-mantine-stop-propagation');
  pressEscape(field, { isComposing: true });
  expect(told).toEqual([]);
  pressEscape(field);
  expect(told).toEqual(['form']);
});

test('a dialog that closes by its own buttons alone has no cross, and an Escape is not for what lies below it', () => {
  const told: string[] = [];
  const dialogs = (shownOnce: boolean) => (
    <MantineProvider>
      <Dialog opened onClose={() => told.push('form')} title="Form">
        <input aria-label="Name" />
      </Dialog>
      <Dialog opened={shownOnce} onClose={null} title="Shown this once">
        <button type="button">Kept</button>
      </Dialog>
    </MantineProvider>
  );
  const { container, rerender } = render(dialogs(false));
  const crosses = () => container.ownerDocument.querySelectorAll('.mantine-Modal-close').length;
  expect(crosses()).toBe(1);
  rerender(dialogs(true));
  expect(crosses()).toBe(1);
  pressEscape();
  expect(told).toEqual([]);
  rerender(dialogs(false));
  pressEscape();
  expect(told).toEqual(['form']);
});
