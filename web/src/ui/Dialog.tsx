// Every dialog: begins at its first field, closes by Escape, and gives focus back to what opened it.
import './panelStyles.ts';
import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useCallback, useEffectEvent, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusReturn } from './openers.ts';

interface Props extends Pick<ModalProps, 'size'> {
  opened: boolean;
  /** Null: it closes by its own buttons alone, as what it shows is gone when it is closed by mistake. */
  onClose: (() => void) | null;
  title: string;
  children: ReactNode;
}

/** What closes each dialog that is open, the topmost last: it alone hears Escape. */
const closers: (() => void)[] = [];

// One listener for all: with one each, the Escape by which a dialog asks a question would answer it, too.
function hearEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  // A menu or a list that is open in the dialog closes first.
  if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  closers.at(-1)?.();
}

const FIELDS = 'input:not([type="hidden"]), textarea, select';

/** Marks where focus starts for the library, which would take the button that closes the dialog. */
function startAtField(body: HTMLElement): void {
  if (body.querySelector('[data-autofocus]')) return;
  const first = body.querySelector(`:is(${FIELDS}):not(:disabled)`) ?? body.querySelector('button:not(:disabled)');
  first?.setAttribute('data-autofocus', '');
}

export function Dialog({ opened, onClose, title, children, ...rest }: Props) {
  const { t } = useTranslation();
  const returns = useFocusReturn(opened);
  const body = useCallback(
    (node: HTMLElement | null) => {
      returns(node);
      if (node) startAtField(node);
    },
    [returns],
  );
  const close = useEffectEvent(() => onClose?.());
  // Before it is painted: who sees it can close it.
  useLayoutEffect(() => {
    if (!opened) return;
    const closer = () => close();
    if (closers.push(closer) === 1) window.addEventListener('keydown', hearEscape, { capture: true });
    return () => {
      closers.splice(closers.indexOf(closer), 1);
      if (closers.length === 0) window.removeEventListener('keydown', hearEscape, { capture: true });
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
      // The library makes it a header, which beside the page's would be a second banner.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div ref={body}>{children}</div>
    </Modal>
  );
}
