// Asks before typed things are left behind; there only while something differs from what was saved.
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isSignedIn } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

/** `isKept`: this browser keeps what was typed, so that it can be continued. */
export function LeaveGuard({ isKept = false }: { isKept?: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    // An ended session leads to sign-in at once: what was typed could not be sent any more. One address is one form:
    // that of another plant differs in its search alone.
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
