// One firmware with the devices that it is for, or a new one.
import { REFUSALS } from '@heliograph/contract/errors.ts';
import { Button } from '@mantine/core';
import { IconCpu } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf, Refused } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { RowBones } from '../../ui/Bones.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { toastDone } from '../../ui/toast.tsx';
import classes from './documents/documents.module.css';
import { modelText } from './ota/columns.tsx';
import { FirmwareDevices } from './ota/FirmwareDevices.tsx';
import { FirmwareEditor } from './ota/FirmwareEditor.tsx';
import { FirmwareFacts } from './ota/FirmwareFacts.tsx';
import { GoOn } from './ota/GoOn.tsx';

function NoSuchFirmware() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('ota.firmware')} backTo={links.firmwares()} />
      <Card flush>
        <EmptyState
          icon={<IconCpu size={22} stroke={1.75} aria-hidden />}
          title={t('ota.noSuch')}
          text={t('ota.noSuchText')}
          action={<Button renderRoot={(props) => <Link {...props} {...links.firmwares()} />}>{t('ota.toList')}</Button>}
        />
      </Card>
    </>
  );
}

function Known({ id }: { id: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const detail = useCall('configuration/ota/detail', { id }, { staleMs: 0 });
  const del = useChange('configuration/ota/del', ['configuration/ota/list', 'configuration/ota/detail']);
  const [isAsking, setAsking] = useState(false);
  const { data, error } = detail;
  if (error instanceof Refused && error.code === REFUSALS.noSuchFirmware) return <NoSuchFirmware />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void detail.refetch()} />;
  if (!data)
    return (
      <>
        <PageHeader title={t('ota.firmware')} backTo={links.firmwares()} />
        <Card>
          <RowBones rows={6} height={56} />
        </Card>
      </>
    );
  const { firmware } = data;
  const title = `${modelText(firmware)} ${firmware.versionName}`;
  const remove = () =>
    del.mutate(
      { id },
      {
        onSuccess: () => {
          toastDone(t('ota.deleted', { title }));
          void navigate({ ...links.firmwares(), replace: true });
        },
      },
    );
  return (
    <>
      <PageHeader title={title} backTo={links.firmwares()} />
      <div className={classes.stack}>
        <FirmwareFacts firmware={firmware} onDelete={() => setAsking(true)} />
        {firmware.state === 'uploading' && firmware.rights.update && (
          <GoOn firmware={firmware} onDone={() => void detail.refetch()} />
        )}
        {firmware.isPublished && <FirmwareDevices firmware={firmware} />}
      </div>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => {
          setAsking(false);
          del.reset();
        }}
        onConfirm={remove}
        title={t('ota.deleteTitle', { title })}
        text={t('ota.deleteText')}
        isBusy={del.isPending}
        error={del.error ? messageOf(del.error, t) : null}
      />
    </>
  );
}

export default function OtaFileEditPage() {
  const { t } = useTranslation();
  const { id } = useSearch({ from: '/signedIn/hardwareConfig/otaFileEdit' });
  const mayChange = usePermission('OtaChange');
  if (id !== undefined) return <Known key={id} id={id} />;
  if (!mayChange) return <NoSuchFirmware />;
  return (
    <>
      <PageHeader title={t('ota.new')} backTo={links.firmwares()} />
      <FirmwareEditor />
    </>
  );
}
