// The next step of an uncommissioned plant: the day on which it was commissioned.

import '@mantine/core/styles/Stack.layer.css';
import type { Response } from '@heliograph/contract/calls.ts';
import { Button, Stack } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../api/loading.ts';
import { dayText } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';

const CommissionDialog = lazyPart(() => import('./CommissionDialog.tsx'));

export function Commissioning({
  detail,
  className,
}: {
  detail: Response<'site/detail'>;
  className: string | undefined;
}) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { commissionDay } = detail;
  return (
    <Card className={className ?? ''} title={t('plant.commissionTitle')}>
      <Stack align="flex-start" gap="sm">
        <p className="muted">
          {commissionDay === null
            ? t('plant.commissionText')
            : t('plant.commissionOn', { day: dayText(commissionDay) })}
        </p>
        <Button onClick={() => setOpen(true)}>{t('plant.commission')}</Button>
      </Stack>
      {isOpen && (
        <Suspense>
          <CommissionDialog detail={detail} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
