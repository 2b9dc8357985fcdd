// Asks before typed things are left behind; there only while something was typed.
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isSignedIn } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

export default function LeaveGuard() {
  const { t } = useTranslation();
  const blocker = useBlocker({
    // An ended session leads to sign-in at once: what was typed could not be sent any more.
    shouldBlockFn: ({ current, next }) => isSignedIn() && current.pathname !== next.pathname,
    enableBeforeUnload: true,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title={t('form.leaveTitle')}
      text={t('form.leaveText')}
      confirmLabel={t('form.leave')}
    />
  );
}
