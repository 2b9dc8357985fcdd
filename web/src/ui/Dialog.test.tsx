// Escape in stacked dialogs.
import { MantineProvider } from '@mantine/core';
import { fireEvent, render } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Dialog } from './Dialog.tsx';

/** A form that asks for confirmation before it is left. `closed` receives the names of closed dialogs, in order. */
function Form({ closed }: { closed: string[] }) {
  const [isAsking, setAsking] = useState(false);
  const close = (name: string, isAskingNext: boolean) => () => {
    closed.push(name);
    setAsking(isAskingNext);
  };
  return (
    <MantineProvider>
      <Dialog opened={isAsking} onClose={close('question', false)} title="Leave?">
        <input aria-label="Word" />
      </Dialog>
      <Dialog opened onClose={close('form', true)} title="Form">
        <input aria-label="Name" />
      </Dialog>
    </MantineProvider>
  );
}

const pressEscape = (at: Element = document.body, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(at, { key: 'Escape', ...init });

test('Escape closes only the topmost dialog, as soon as it is open', () => {
  const closed: string[] = [];
  const { unmount } = render(<Form closed={closed} />);
  pressEscape();
  // The Escape that opened the question does not close it.
  expect(closed).toEqual(['form']);
  // Without waiting: a fast second Escape works too.
  pressEscape();
  expect(closed).toEqual(['form', 'question']);
  pressEscape();
  expect(closed).toEqual(['form', 'question', 'form']);
  unmount();
  pressEscape();
  expect(closed).toHaveLength(3);
});

test('Escape in an open list or during text composition closes no dialog', () => {
  const closed: string[] = [];
  const { getByLabelText } = render(<Form closed={closed} />);
  const field = getByLabelText('Name');
  field.setAttribute('data-mantine-stop-propagation', 'true');
  pressEscape(field);
  expect(closed).toEqual([]);
  field.removeAttribute('data-mantine-stop-propagation');
  pressEscape(field, { isComposing: true });
  expect(closed).toEqual([]);
  pressEscape(field);
  expect(closed).toEqual(['form']);
});

test('a dialog without onClose has no close button, and Escape does not close the dialog below it', () => {
  const closed: string[] = [];
  const dialogs = (isShown: boolean) => (
    <MantineProvider>
      <Dialog opened onClose={() => closed.push('form')} title="Form">
        <input aria-label="Name" />
      </Dialog>
      <Dialog opened={isShown} onClose={null} title="Shown this once">
        <button type="button">Kept</button>
      </Dialog>
    </MantineProvider>
  );
  const { container, rerender } = render(dialogs(false));
  const closeButtons = () => container.ownerDocument.querySelectorAll('.mantine-Modal-close').length;
  expect(closeButtons()).toBe(1);
  rerender(dialogs(true));
  expect(closeButtons()).toBe(1);
  pressEscape();
  expect(closed).toEqual([]);
  rerender(dialogs(false));
  pressEscape();
  expect(closed).toEqual(['form']);
});
