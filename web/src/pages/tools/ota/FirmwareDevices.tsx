// Target devices of a firmware: installed version, progress of the update, and the button that starts one.
import '@mantine/core/styles/Checkbox.layer.css';
import type { Response } from '@heliograph/contract/calls.ts';
import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Pager } from '../../../components/list/Pager.tsx';
import { NeedsFactor } from '../../../components/NeedsFactor.tsx';
import { dateTime } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import type { FirmwareDetail } from './firmwareForm.ts';
import classes from './ota.module.css';
import { reasonText, STEP_TONES } from './words.ts';

type Device = Response<'configuration/ota/list/sn'>['list'][number];

const SIZE = 20;
/** Polls, as no nudge covers devices of many plants. */
const REFETCH_MS = 5_000;

export function FirmwareDevices({ firmware }: { firmware: FirmwareDetail }) {
  const { t } = useTranslation();
  const { id, versionName } = firmware;
  const [page, setPage] = useState(0);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Device | null>(null);
  /** Choice of the user; null for the default. */
  const [asksOverride, setAsksOverride] = useState<boolean | null>(null);
  const keywords = useDeferredValue(typed.trim());
  const devices = useCall(
    'configuration/ota/list/sn',
    { id, page: { size: SIZE, num: page }, filters: { keywords } },
    { keepsPrevious: true, refetchIntervalMs: REFETCH_MS },
  );
  const update = useChange('configuration/ota/update', ['configuration/ota/list/sn']);
  const { data } = devices;
  if (devices.error && !data) return <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />;
  const isRollback = chosen?.fit === 'older';
  const asksOwner = asksOverride ?? !(firmware.isForced || isRollback);
  const close = () => {
    setChosen(null);
    setAsksOverride(null);
    update.reset();
  };
  return (
    <Card flush title={t('ota.devices')}>
      <div className={classes.part}>
        <TextInput
          className={classes.search}
          type="search"
          aria-label={t('ota.searchDevices')}
          placeholder={t('ota.searchDevices')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(0);
          }}
        />
        {data?.needsSecondFactor && data.total > 0 && (
          <NeedsFactor text={t('ota.needsSecond')} way={t('ota.toAccount')} />
        )}
        {data?.total === 0 && <p className="muted">{t(keywords === '' ? 'ota.noDevices' : 'ota.noDevicesFound')}</p>}
      </div>
      {!data && <RowSkeletons rows={4} height={56} />}
      {data && data.total > 0 && (
        <ul className={classes.devices}>
          {data.list.map((device) => (
            <DeviceLine key={`${device.sid} ${device.sn}`} device={device} onUpdate={() => setChosen(device)} />
          ))}
        </ul>
      )}
      {data && data.total > SIZE && <Pager page={page} size={SIZE} total={data.total} onPage={setPage} />}
      <ConfirmDialog
        opened={chosen !== null}
        onClose={close}
        onConfirm={() => {
          if (chosen)
            update.mutate({ sid: chosen.sid, sn: chosen.sn, id, isRollback, asksOwner }, { onSuccess: close });
        }}
        title={t(isRollback ? 'ota.rollBackTitle' : 'ota.updateTitle', { sn: chosen?.sn ?? '', version: versionName })}
        text={
          <Stack gap="sm">
            {t('ota.updateText', { before: chosen?.versionName ?? '', version: versionName })}
            <Checkbox
              label={t('ota.asksOwner')}
              description={t('ota.asksOwnerText')}
              checked={asksOwner}
              onChange={(event) => setAsksOverride(event.currentTarget.checked)}
            />
          </Stack>
        }
        confirmLabel={t(isRollback ? 'ota.rollBack' : 'ota.update')}
        confirmColor={isRollback ? 'red' : undefined}
        isBusy={update.isPending}
        error={update.error ? messageOf(update.error, t) : null}
      />
    </Card>
  );
}

function DeviceLine({ device, onUpdate }: { device: Device; onUpdate: () => void }) {
  const { t } = useTranslation();
  const { sid, siteName, sn, alias, versionName, hardware, fit, update, rights } = device;
  const label = t(fit === 'older' ? 'ota.rollBack' : 'ota.update');
  return (
    <li>
      <span className={classes.what}>
        <b>{alias === '' ? sn : `${alias} (${sn})`}</b>
        <Link className={classes.small} {...links.siteDetail(sid)}>
          {siteName}
        </Link>
      </span>
      <span className={`${classes.what} num`}>
        {versionName === '' ? t('ota.notTold') : versionName}
        <span className={classes.small}>
          {[hardware === '' ? '' : t('ota.hardwareOf', { hardware }), t(`ota.fit.${fit}`)]
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
      </span>
      <span className={classes.what}>
        {update && (
          <>
            <StatusDot tone={STEP_TONES[update.step]}>
              {t(`ota.step.${update.step}`, { version: update.versionName })}
            </StatusDot>
            <span className={classes.small}>
              {[dateTime(update.endedIso ?? update.askedIso), update.reason === '' ? '' : reasonText(t, update.reason)]
                .filter((part) => part !== '')
                .join(' · ')}
            </span>
          </>
        )}
      </span>
      <span>
        {rights.update && (
          <Button size="xs" variant="default" aria-label={t('ota.actionOf', { action: label, sn })} onClick={onUpdate}>
            {label}
          </Button>
        )}
      </span>
    </li>
  );
}
