// Button that withdraws an announced device which waits to join the plant.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';

export function WithdrawClaim({ sid, sn }: { sid: string; sn: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const withdraw = useChange('device/claim/withdraw', ['device/connection']);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${t('gateway.withdraw')} ${sn}`}
        onClick={() => setOpen(true)}
      >
        {t('gateway.withdraw')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => withdraw.mutate({ sid, sn }, { onSuccess: () => setOpen(false) })}
        title={t('gateway.withdrawTitle', { sn })}
        text={t('gateway.withdrawText')}
        confirmLabel={t('gateway.withdraw')}
        isBusy={withdraw.isPending}
        error={withdraw.error ? messageOf(withdraw.error, t) : null}
      />
    </>
  );
}
