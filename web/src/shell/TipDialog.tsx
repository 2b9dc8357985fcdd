// The Tip dialog: reports a new version, and OK reloads. In the first bundle, because no other file may load any more.
import { Button } from '@mantine/core';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './TipDialog.module.css';
import { onTip, tipIsShown } from './tip.ts';

export function TipDialog({ reload = () => location.reload() }: { reload?: () => void }) {
  const { t } = useTranslation();
  const isShown = useSyncExternalStore(onTip, tipIsShown);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isShown && !dialog.current?.open) dialog.current?.showModal();
  }, [isShown]);
  if (!isShown) return null;
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby="tip-title"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="tip-title">{t('errors.tipTitle')}</h2>
      <p>{t('errors.tipText')}</p>
      <Button onClick={reload} autoFocus>
        {t('common.ok')}
      </Button>
    </dialog>
  );
}
