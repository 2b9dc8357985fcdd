// How a meter is installed: its wiring and the place that it measures, with the dialog that changes them.
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../api/loading.ts';
import { useCall } from '../../../api/useCall.ts';
import { dayText } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';
import type { Device } from '../kinds.ts';
import { Pairs } from '../Pairs.tsx';

const MeterDialog = lazyPart(() => import('./MeterDialog.tsx'));

export function MeterSettings({ device: { sid, sn } }: { device: Device }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const settings = useCall('device/meter/settings', { sid, sn });
  const site = useCall('site/detail', { sid });
  const { data } = settings;
  if (!data) return null;
  const { meterType, role, list } = data;
  const today = list.findLast((setting) => setting.role === role && setting.validFrom <= new Date().toISOString());
  const since = today && today.validFrom > list[0]!.validFrom ? today.validFrom : undefined;
  return (
    <Card
      title={t('device.installed')}
      side={
        site.data?.rights.update && (
          <Button variant="default" size="xs" onClick={() => setOpen(true)}>
            {t('device.editInstalled')}
          </Button>
        )
      }
    >
      <Pairs
        isWide
        isStale={false}
        pairs={[
          [t('meter.type'), t(meterType === null ? 'meter.asReported' : `meter.types.${meterType}`)],
          [t('meter.role'), t(`meter.roles.${role}`)],
          [t('device.installedSince'), since && dayText(since)],
        ]}
      />
      {isOpen && (
        <Suspense>
          <MeterDialog settings={data} timeZone={site.data?.timezone} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
