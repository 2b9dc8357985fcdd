// One firmware with the devices that it is for, or a new one.
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
import { DeleteOne } from './DeleteOne.tsx';
import classes from './documents/documents.module.css';
import { OneOf } from './OneOf.tsx';
import { modelText } from './ota/columns.tsx';
import { FirmwareDevices } from './ota/FirmwareDevices.tsx';
import { FirmwareEditor } from './ota/FirmwareEditor.tsx';
import { FirmwareFacts } from './ota/FirmwareFacts.tsx';

import { GoOn } from './upload/GoOn.tsx';

const Rollouts = lazyPart(() => import('./ota/rollout/Rollouts.tsx'));

function NoSuchFirmware() {
  const { t } = useTranslation();
  return (
    <NotFound
      title={t('ota.firmware')}
      icon={<IconCpu size={22} stroke={1.75} aria-hidden />}
      what={t('ota.noSuch')}
      text={t('ota.noSuchText')}
      to={links.firmwares()}
      toLabel={t('ota.toList')}
    />
  );
}

function Known({ id }: { id: number }) {
  const { t } = useTranslation();
  const detail = useCall('configuration/ota/detail', { id }, { staleMs: 0 });
  const mayControl = usePermission('DeviceControl');
  return (
    <OneOf detail={detail} title={t('ota.firmware')} missing="firmwareNotFound" none={<NoSuchFirmware />}>
      {({ firmware }) => {
        const title = `${modelText(firmware)} ${firmware.versionName}`;
        return (
          <>
            <PageHeader title={title} />
            <div className={classes.stack}>
              <FirmwareFacts
                firmware={firmware}
                deletes={
                  firmware.rights.update && (
                    <DeleteOne
                      call="configuration/ota/del"
                      id={id}
                      shows={['configuration/ota/list']}
                      title={t('ota.deleteTitle', { title })}
                      text={t('ota.deleteText')}
                      done={t('ota.deleted', { title })}
                      next={links.firmwares()}
                    />
                  )
                }
              />
              {firmware.state === 'uploading' && firmware.rights.update && (
                <GoOn kind="firmware" of={firmware} onDone={() => void detail.refetch()} />
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
    </OneOf>
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
      <PageHeader title={t('ota.new')} />
      <FirmwareEditor />
    </>
  );
}
