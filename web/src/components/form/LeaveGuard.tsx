// Asks before unsaved input is left; rendered only while something differs from the saved values.
import { useBlocker, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignedIn } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { hasOpenOverlay } from '../../ui/overlays.ts';

interface Place {
  pathname: string;
  search: unknown;
}
/**
 * An ended session opens sign-in at once, because the input could not be sent any more. Each address is a form of its own:
 * that of another plant differs only in its search parameters.
 */
const losesInput = ({ current, next }: { current: Place; next: Place }): boolean =>
  isSignedIn() &&
  (current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search));

/** `isKept`: the browser stores the input as a draft, so that it can be continued. */
export function LeaveGuard({ isKept = false }: { isKept?: boolean }) {
  const { t } = useTranslation();
  const { history } = useRouter();
  const [wantsBack, setWantsBack] = useState(false);
  // While a question is pending, the browser would already be at the previous page, and going back once more would leave both.
  useBlocker({
    shouldBlockFn: (navigation) => {
      const isBack = navigation.action === 'BACK' && !hasOpenOverlay() && losesInput(navigation);
      if (isBack) setWantsBack(true);
      return isBack;
    },
    enableBeforeUnload: true,
  });
  const blocker = useBlocker({
    shouldBlockFn: (navigation) => navigation.action !== 'BACK' && losesInput(navigation),
    enableBeforeUnload: false,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={wantsBack || blocker.status === 'blocked'}
      onClose={() => {
        setWantsBack(false);
        blocker.reset?.();
      }}
      onConfirm={() => (wantsBack ? history.back({ ignoreBlocker: true }) : blocker.proceed?.())}
      title={t('form.leaveTitle')}
      text={t(isKept ? 'form.leaveKept' : 'form.leaveText')}
      confirmLabel={t('form.leave')}
      confirmColor={isKept ? undefined : 'red'}
    />
  );
}
