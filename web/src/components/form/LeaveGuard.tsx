// Asks before unsaved input is left; rendered only while something differs from the saved values.
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isSignedIn } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

/** `isKept`: the browser stores the input as a draft, so that it can be continued. */
export function LeaveGuard({ isKept = false }: { isKept?: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    // An ended session opens sign-in at once, because the input could not be sent any more. Each address is a form of its
    // own: that of another plant differs only in its search parameters.
    shouldBlockFn: ({ current, next }) =>
      isSignedIn() &&
      (current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search)),
    enableBeforeUnload: true,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title={t('form.leaveTitle')}
      text={t(isKept ? 'form.leaveKept' : 'form.leaveText')}
      confirmLabel={t('form.leave')}
      confirmColor={isKept ? undefined : 'red'}
    />
  );
}
