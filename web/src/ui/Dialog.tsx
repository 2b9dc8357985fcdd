// The base of every dialog: focuses its first field, closes on Escape, and returns focus to the element that opened it.
import './panelStyles.ts';
import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useCallback, useEffectEvent, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusReturn } from './openers.ts';

interface Props extends Pick<ModalProps, 'size'> {
  opened: boolean;
  /** Null: the dialog closes only by its own buttons, because its content is lost when it is closed by mistake. */
  onClose: (() => void) | null;
  title: string;
  children: ReactNode;
}

/** Close functions of the open dialogs, topmost last; Escape closes the topmost only. */
const closers: (() => void)[] = [];

// One listener for all dialogs: with one each, the Escape that opens a question would also close it.
function closeOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  // An open menu or list in the dialog closes first.
  if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  closers.at(-1)?.();
}

/** Without fields for a day, whose calendar opens with the focus and covers the dialog. */
const FIELDS = 'input:not([type="hidden"], [data-calendar]), textarea, select';

/** Marks the initial focus for the library, which would otherwise focus the close button. */
function markInitialFocus(body: HTMLElement): void {
  if (body.querySelector('[data-autofocus]')) return;
  const first = body.querySelector(`:is(${FIELDS}):not(:disabled)`) ?? body.querySelector('button:not(:disabled)');
  first?.setAttribute('data-autofocus', '');
}

export function Dialog({ opened, onClose, title, children, ...rest }: Props) {
  const { t } = useTranslation();
  const focusReturn = useFocusReturn(opened);
  const body = useCallback(
    (node: HTMLElement | null) => {
      focusReturn(node);
      if (node) markInitialFocus(node);
    },
    [focusReturn],
  );
  const close = useEffectEvent(() => onClose?.());
  // In a layout effect, so that the dialog can be closed as soon as it is visible.
  useLayoutEffect(() => {
    if (!opened) return;
    const closer = () => close();
    if (closers.push(closer) === 1) window.addEventListener('keydown', closeOnEscape, { capture: true });
    return () => {
      closers.splice(closers.indexOf(closer), 1);
      if (closers.length === 0) window.removeEventListener('keydown', closeOnEscape, { capture: true });
    };
  }, [opened]);
  return (
    <Modal
      opened={opened}
      onClose={() => onClose?.()}
      withCloseButton={onClose !== null}
      closeOnEscape={false}
      title={title}
      {...rest}
      returnFocus={false}
      // The library renders a header element, which would be a second banner next to the page's.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div ref={body}>{children}</div>
    </Modal>
  );
}
