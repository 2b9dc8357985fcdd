// Number of devices in a roll-out, and the skipped devices by reason.
import type { Response } from '@heliograph/contract/calls.ts';
import { MAX_ROLLOUT_DEVICES } from '@heliograph/contract/rollouts.ts';
import { useTranslation } from 'react-i18next';
import { useAnnounced } from '../../../../ui/announcer.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import classes from './rollout.module.css';

interface Props {
  preview: Response<'configuration/ota/rollout/find'>;
  isRollback: boolean;
}

export function RolloutPreview({ preview: { devices, isTooMany, leftOut, targets, missing }, isRollback }: Props) {
  const { t } = useTranslation();
  const versionList = (rows: readonly { versionName: string; devices: number }[]) =>
    rows.map(({ versionName, devices: n }) => t('rollout.choice', { name: versionName, count: n })).join(', ');
  useAnnounced(t('rollout.found', { count: devices }));
  return (
    <div className={classes.what}>
      <b>{t('rollout.found', { count: devices })}</b>
      {isRollback && targets.length > 0 && <span>{t('rollout.targets', { versions: versionList(targets) })}</span>}
      {leftOut.map(({ reason, devices: n }) => (
        <span key={reason} className={classes.small}>
          {t('rollout.leftOut', { count: n, why: t(`rollout.skip.${reason}`) })}
        </span>
      ))}
      {missing.length > 0 && <Notice kind="info">{t('rollout.missing', { versions: versionList(missing) })}</Notice>}
      {isTooMany && <Notice kind="error">{t('rollout.tooMany', { most: MAX_ROLLOUT_DEVICES })}</Notice>}
    </div>
  );
}
