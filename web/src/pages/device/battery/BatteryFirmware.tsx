// Firmware of a battery or a hybrid: installed version, available versions and progress of the last update; starts updates.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { reasonText, STEP_TONES } from '../../../components/firmwareWords.ts';
import parameterClasses from '../../../components/parameters/parameters.module.css';
import { dateTime } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';

type Version = Response<'battery/hx/ota'>['offered'][number];

/** Fallback; a response of the device updates the page at once. */
const REFETCH_MS = 15_000;

export function BatteryFirmware({ sid, sn, timeZone }: { sid: string; sn: string; timeZone: string }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Version | null>(null);
  const { data, error, refetch } = useCall('battery/hx/ota', { sid, sn }, { refetchIntervalMs: REFETCH_MS });
  const update = useChange('configuration/ota/update', ['battery/hx/ota', 'gateway/commands/list']);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const isRollback = chosen?.fit === 'older';
  const close = () => {
    setChosen(null);
    update.reset();
  };
  return (
    <Card flush title={t('battery.firmware')}>
      {!data && <RowSkeletons rows={2} height={48} />}
      {data && (
        <div className={parameterClasses.part}>
          <FirmwareState data={data} timeZone={timeZone} />
          {data.offered.length === 0 && (
            <p className="muted">{t(data.versionName === '' ? 'battery.noVersion' : 'battery.noneOffered')}</p>
          )}
        </div>
      )}
      {data && data.offered.length > 0 && (
        <ul className={`${parameterClasses.commands} num`}>
          {data.offered.map((one) => (
            <Offer key={one.id} version={one} onChoose={data.rights.update ? () => setChosen(one) : null} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={chosen !== null}
        onClose={close}
        onConfirm={() => {
          if (chosen) update.mutate({ sid, sn, id: chosen.id, isRollback }, { onSuccess: close });
        }}
        title={t(isRollback ? 'ota.rollBackTitle' : 'ota.updateTitle', { sn, version: chosen?.versionName ?? '' })}
        text={t('ota.updateText', { before: data?.versionName ?? '', version: chosen?.versionName ?? '' })}
        confirmLabel={t(isRollback ? 'ota.rollBack' : 'ota.update')}
        confirmColor={isRollback ? 'red' : undefined}
        isBusy={update.isPending}
        error={update.error ? messageOf(update.error, t) : null}
      />
    </Card>
  );
}

const joinNonEmpty = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

function FirmwareState({ data, timeZone }: { data: Response<'battery/hx/ota'>; timeZone: string }) {
  const { t } = useTranslation();
  return (
    <dl className={`${parameterClasses.facts} num`}>
      <div>
        <dt>{t('battery.firmwareRuns')}</dt>
        <dd>
          <span className={parameterClasses.value}>
            {data.versionName === '' ? t('ota.notTold') : data.versionName}
          </span>
          {data.hardware !== '' && (
            <span className={parameterClasses.small}>{t('ota.hardwareOf', { hardware: data.hardware })}</span>
          )}
        </dd>
      </div>
      {data.update && (
        <div>
          <dt>{t('battery.lastUpdate')}</dt>
          <dd>
            <StatusDot tone={STEP_TONES[data.update.step]}>
              {t(`ota.step.${data.update.step}`, { version: data.update.versionName })}
            </StatusDot>
            <span className={parameterClasses.small}>
              {joinNonEmpty([
                dateTime(data.update.endedIso ?? data.update.askedIso, timeZone),
                data.update.reason === '' ? '' : reasonText(t, data.update.reason),
              ])}
            </span>
          </dd>
        </div>
      )}
    </dl>
  );
}

interface OfferProps {
  version: Version;
  /** Null without permission to update. */
  onChoose: (() => void) | null;
}

function Offer({ version, onChoose }: OfferProps) {
  const { t } = useTranslation();
  const label = t(version.fit === 'older' ? 'ota.rollBack' : 'ota.update');
  return (
    <li>
      <div className={parameterClasses.what}>
        <b>{version.versionName}</b>
        <span className={parameterClasses.small}>
          {joinNonEmpty([
            t(version.fit === 'older' ? 'battery.older' : 'battery.newer'),
            version.isForced && version.fit === 'newer' ? t('ota.forced') : '',
            version.description,
          ])}
        </span>
      </div>
      {onChoose && (
        <div className={parameterClasses.end}>
          <Button
            size="xs"
            variant="default"
            aria-label={t('ota.actionOf', { action: label, sn: version.versionName })}
            onClick={onChoose}
          >
            {label}
          </Button>
        </div>
      )}
    </li>
  );
}
