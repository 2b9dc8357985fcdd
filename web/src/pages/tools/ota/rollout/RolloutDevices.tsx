// Devices of a roll-out by wave: progress, and the reason of a failure.
import { ROLLOUT_STEPS } from '@heliograph/contract/rollouts.ts';
import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/useCall.ts';
import { Choice } from '../../../../components/Choice.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { Pager } from '../../../../components/list/Pager.tsx';
import { dateTime } from '../../../../format/times.ts';
import { links } from '../../../../links.ts';
import { RowSkeletons } from '../../../../ui/Skeleton.tsx';
import { StatusDot } from '../../../../ui/StatusDot.tsx';
import classes from './rollout.module.css';
import { deviceReasonText, REFETCH_MS, TONES } from './words.ts';

const SIZE = 20;

export function RolloutDevices({ id }: { id: string }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const [typed, setTyped] = useState('');
  const [step, setStep] = useState('');
  const keywords = useDeferredValue(typed.trim());
  const devices = useCall(
    'configuration/ota/rollout/devices',
    { id, page: { size: SIZE, num: page }, filters: { keywords, step } },
    { keepsPrevious: true, refetchIntervalMs: REFETCH_MS },
  );
  const { data } = devices;
  if (devices.error && !data) return <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />;
  return (
    <>
      <h3>{t('ota.devices')}</h3>
      <div className={classes.fields}>
        <TextInput
          type="search"
          label={t('rollout.search')}
          placeholder={t('ota.searchDevices')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(0);
          }}
        />
        <Choice
          label={t('ota.stateTitle')}
          value={step}
          choices={['', ...ROLLOUT_STEPS].map((one) => ({
            value: one,
            label: one === '' ? t('rollout.any') : t(`rollout.step.${one as (typeof ROLLOUT_STEPS)[number]}`),
          }))}
          onChange={(value) => {
            setStep(value);
            setPage(0);
          }}
        />
      </div>
      {!data && <RowSkeletons rows={4} height={56} />}
      {data?.total === 0 && <p className="muted">{t('ota.noDevicesFound')}</p>}
      {data && data.total > 0 && (
        <ul className={classes.devices}>
          {data.list.map((device) => (
            <li key={`${device.sid} ${device.sn}`}>
              <span className={classes.what}>
                <b>{device.sn}</b>
                <Link className={classes.small} {...links.siteDetail(device.sid)}>
                  {device.siteName}
                </Link>
              </span>
              <span className={classes.what}>
                <StatusDot tone={TONES[device.step]}>{t(`rollout.step.${device.step}`)}</StatusDot>
                <span className={classes.small}>
                  {[dateOf(device), deviceReasonText(t, device)].filter((part) => part !== '').join(' · ')}
                </span>
              </span>
              <span className={`${classes.what} num`}>
                {t('rollout.fromTo', { before: device.before, version: device.versionName })}
                <span className={classes.small}>{t('rollout.wave', { wave: device.wave + 1 })}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > SIZE && <Pager page={page} size={SIZE} total={data.total} onPage={setPage} />}
    </>
  );
}

const dateOf = ({ endedIso, askedIso }: { endedIso: string | null; askedIso: string | null }): string => {
  const at = endedIso ?? askedIso;
  return at === null ? '' : dateTime(at);
};
