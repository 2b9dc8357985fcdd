// Notice after a device was added: number and start of the imported frames, and a link to the plant.
import type { Credential } from '@heliograph/contract/entities/device.ts';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useHistoryImport } from '../../../components/useHistoryImport.ts';
import { energyOfKwh, full, inline } from '../../../format/numbers.ts';
import { dateOf } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { Notice } from '../../../ui/Notice.tsx';
import classes from './unregistered.module.css';
import type { UnregisteredRow } from './unregisteredList.ts';

export interface Added {
  device: UnregisteredRow;
  sid: string;
  siteName: string;
  /** Credentials of a device that signs in over MQTT; returned only once. */
  credentials: Credential[];
}

export function AddedNotice({ added: { device, sid, siteName }, onClose }: { added: Added; onClose: () => void }) {
  const { t } = useTranslation();
  const history = useHistoryImport(sid, [device.sn]);
  return (
    <div className={classes.added}>
      <Notice kind="ok">
        <b>{t('unregistered.added', { sn: device.sn, name: siteName })}</b>{' '}
        {device.frames > 0 &&
          t('unregistered.taken', {
            count: device.frames,
            frames: full(device.frames, 0),
            since: dateOf(device.firstSeenIso),
          })}{' '}
        {history.totalKwh !== null && t('unregistered.energy', { energy: inline(energyOfKwh(history.totalKwh)) })}{' '}
        <Link {...links.siteDetail(sid)}>{t('edit.toPlant', { name: siteName })}</Link>
      </Notice>
      <ActionIcon size={28} onClick={onClose} aria-label={t('common.close')}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  );
}
