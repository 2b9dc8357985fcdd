// A firmware version with its target devices, or a new one.
import { IconCpu } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import { useCall } from '../../api/useCall.ts';
import { NotFound } from '../../components/NotFound.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { DeleteButton } from './DeleteButton.tsx';
import { DetailView } from './DetailView.tsx';
import classes from './documents/documents.module.css';
import { modelText } from './ota/columns.tsx';
import { FirmwareDevices } from './ota/FirmwareDevices.tsx';
import { FirmwareEditor } from './ota/FirmwareEditor.tsx';
import { FirmwareFacts } from './ota/FirmwareFacts.tsx';

import { ResumeUpload } from './upload/ResumeUpload.tsx';

const Rollouts = lazyPart(() => import('./ota/rollout/Rollouts.tsx'));

function NoSuchFirmware() {
  const { t } = useTranslation();
  return (
    <NotFound
      title={t('ota.firmware')}
      icon={<IconCpu size={22} stroke={1.75} aria-hidden />}
      heading={t('ota.noSuch')}
      text={t('ota.noSuchText')}
      to={links.firmwares()}
      toLabel={t('ota.toList')}
    />
  );
}

function ExistingFirmware({ id }: { id: number }) {
  const { t } = useTranslation();
  const detail = useCall('configuration/ota/detail', { id }, { staleMs: 0 });
  const mayControl = usePermission('DeviceControl');
  return (
    <DetailView detail={detail} title={t('ota.firmware')} missing="firmwareNotFound" notFound={<NoSuchFirmware />}>
      {({ firmware }) => {
        const title = `${modelText(firmware)} ${firmware.versionName}`;
        return (
          <>
            <PageHeader title={title} />
            <div className={classes.stack}>
              <FirmwareFacts
                firmware={firmware}
                deleteButton={
                  firmware.rights.update && (
                    <DeleteButton
                      call="configuration/ota/del"
                      id={id}
                      invalidates={['configuration/ota/list']}
                      title={t('ota.deleteTitle', { title })}
                      text={t('ota.deleteText')}
                      done={t('ota.deleted', { title })}
                      next={links.firmwares()}
                    />
                  )
                }
              />
              {firmware.state === 'uploading' && firmware.rights.update && (
                <ResumeUpload kind="firmware" of={firmware} onDone={() => void detail.refetch()} />
              )}
              {firmware.isPublished && <FirmwareDevices firmware={firmware} />}
              {mayControl && firmware.state !== 'uploading' && (
                <Suspense fallback={<RowSkeletons rows={3} height={56} />}>
                  <Rollouts firmware={firmware} />
                </Suspense>
              )}
            </div>
          </>
        );
      }}
    </DetailView>
  );
}

export default function OtaFileEditPage() {
  const { t } = useTranslation();
  const { id } = useSearch({ from: '/signedIn/hardwareConfig/otaFileEdit' });
  const mayChange = usePermission('OtaChange');
  if (id !== undefined) return <ExistingFirmware key={id} id={id} />;
  if (!mayChange) return <NoSuchFirmware />;
  return (
    <>
      <PageHeader title={t('ota.new')} />
      <FirmwareEditor />
    </>
  );
}
