// Every dialog: begins at its first field, closes by Escape, and gives focus back to what opened it.
import './panelStyles.ts';
import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusReturn } from './openers.ts';

/** `closeOnEscape` false: another dialog lies on top. */
interface Props extends Pick<ModalProps, 'size' | 'closeOnEscape' | 'withCloseButton'> {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** The topmost last: it alone closes by Escape. */
const openDialogs: object[] = [];

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
  // All of them hear the same key. The Escape that made a dialog below ask a question must not answer it.
  const heardAs = useRef<object>(null);
  useEffect(() => {
    if (!opened) return;
    const own = {};
    openDialogs.push(own);
    const timer = setTimeout(() => {
      heardAs.current = own;
    });
    return () => {
      clearTimeout(timer);
      heardAs.current = null;
      openDialogs.splice(openDialogs.indexOf(own), 1);
    };
  }, [opened]);
  return (
    <Modal
      opened={opened}
      onClose={() => heardAs.current !== null && heardAs.current === openDialogs.at(-1) && onClose()}
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
