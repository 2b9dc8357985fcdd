// The notice about open requests for access to plants, and the dialog to answer them.
import '@mantine/core/styles/Stack.layer.css';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { JoinRequestRows } from './JoinRequests.tsx';
import classes from './joining.module.css';

export default function OpenRequests({ total }: { total: number }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.notice}>
      <Notice kind="info">
        {t('joining.notice', { count: total })}{' '}
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
          {t('joining.review')}
        </Button>
      </Notice>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('joining.title')} size="lg">
        <Stack gap="xs">
          <p className="muted">{t('joining.text')}</p>
          <JoinRequestRows />
        </Stack>
      </Dialog>
    </div>
  );
}
