// The base of every dialog: focuses its first field, closes on Escape and on going back, asks before typed text is lost, and
// returns focus to the element that opened it.
import './panelStyles.ts';
import { Modal, type ModalProps, Stack } from '@mantine/core';
import { type ReactNode, useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogButtons } from './DialogButtons.tsx';
import { useFocusReturn } from './openers.ts';
import { useOverlay } from './overlays.ts';

interface Props extends Pick<ModalProps, 'size'> {
  opened: boolean;
  /** Null: the dialog closes only by its own buttons, because its content is lost when it is closed by mistake. */
  onClose: (() => void) | null;
  title: string;
  /** Whether closing it, except by `onClose` itself, loses something and asks first; by default only going back asks, if a typed text is still in a field. */
  hasUnsaved?: boolean;
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

/** Passwords, codes and searches are soon typed again. */
const isText = (field: EventTarget): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement &&
    ['text', 'email', 'tel', 'url', 'number'].includes(field.type) &&
    field.autocomplete !== 'one-time-code');

export function Dialog({ opened, onClose, title, hasUnsaved, children, ...rest }: Props) {
  const { t } = useTranslation();
  const typed = useRef(new Set<HTMLInputElement | HTMLTextAreaElement>());
  const [isAsking, setAsking] = useState(false);
  // Until the next time that it opens.
  if (!opened && isAsking) setAsking(false);
  const isUnsaved = () => hasUnsaved ?? [...typed.current].some((field) => field.isConnected && field.value !== '');
  /** Going back may be meant for the page, so it asks about any typed text. Escape and the close button ask only with `hasUnsaved`. */
  const requestClose = (asks = hasUnsaved === true) => {
    if (onClose && asks) setAsking(true);
    else onClose?.();
  };
  useOverlay(
    opened,
    () => requestClose(isUnsaved()),
    () => onClose !== null && isUnsaved(),
  );
  const focusReturn = useFocusReturn(opened);
  const body = useCallback(
    (node: HTMLElement | null) => {
      focusReturn(node);
      if (node) markInitialFocus(node);
    },
    [focusReturn],
  );
  const close = useEffectEvent(() => requestClose());
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
      onClose={() => requestClose()}
      withCloseButton={onClose !== null}
      closeOnEscape={false}
      title={title}
      {...rest}
      returnFocus={false}
      // The library renders a header element, which would be a second banner next to the page's.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div ref={body} onInput={({ target }) => isText(target) && typed.current.add(target)}>
        {children}
      </div>
      {isAsking && (
        <Dialog opened onClose={() => setAsking(false)} title={t('form.leaveTitle')} hasUnsaved={false}>
          <Stack gap="md">
            <div className="muted">{t('form.leaveText')}</div>
            <DialogButtons color="red" onCancel={() => setAsking(false)} onClick={() => onClose?.()}>
              {t('form.leave')}
            </DialogButtons>
          </Stack>
        </Dialog>
      )}
    </Modal>
  );
}
