// Facts of a firmware, its download, and the buttons that publish, withdraw and delete it.
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { sizeOf } from '../../../components/files/fileTexts.ts';
import { dateOf } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import documents from '../documents/documents.module.css';
import { useDownload } from '../documents/useDownload.ts';
import { Facts } from '../Facts.tsx';
import { modelText } from './columns.tsx';
import type { FirmwareDetail } from './firmwareForm.ts';
import { STATE_TONES } from './words.ts';

const INVALIDATED = ['configuration/ota/list', 'configuration/ota/detail', 'configuration/ota/list/sn'] as const;

interface Props {
  firmware: FirmwareDetail;
  /** Button that deletes the firmware. */
  deleteButton: ReactNode;
}

function factsOf(firmware: FirmwareDetail, t: TFunction): [label: string, value: string, isCode?: true][] {
  const { versionName, hardware, description, fileName, bytes, sha256, signature } = firmware;
  const { createdIso, publishedIso, addedBy } = firmware;
  return [
    [t('ota.version'), versionName],
    [t('ota.model'), modelText(firmware)],
    [t('ota.hardware'), hardware || t('ota.anyHardware')],
    [t('ota.description'), description],
    [t('ota.file'), `${fileName} · ${sizeOf(bytes)}`],
    ['SHA-256', sha256, true],
    [t('ota.signature'), signature, true],
    [t('ota.created'), dateOf(createdIso)],
    [t('ota.addedBy'), addedBy],
    [t('ota.published'), publishedIso ? dateOf(publishedIso) : ''],
  ];
}

export function FirmwareFacts({ firmware, deleteButton }: Props) {
  const { t } = useTranslation();
  const download = useDownload('configuration/ota/link');
  const edit = useChange('configuration/ota/edit', INVALIDATED);
  const [isConfirming, setConfirming] = useState(false);
  const { id, versionName, description, revision, state, isForced, isPublished, rights } = firmware;
  const change = (changes: { isPublished?: boolean; isForced?: boolean }) =>
    edit.mutate(
      { id, revision, description, isForced, isPublished, ...changes },
      {
        onSuccess: () => {
          setConfirming(false);
          toastDone(t('saved.saved'));
        },
      },
    );
  return (
    <Card
      title={t('ota.firmware')}
      side={
        <StatusDot tone={STATE_TONES[state]}>
          {t(`ota.state.${state}`)}
          {isForced && ` · ${t('ota.forced')}`}
        </StatusDot>
      }
    >
      <Facts facts={factsOf(firmware, t)} />
      {edit.error && !isConfirming && <Notice kind="error">{messageOf(edit.error, t)}</Notice>}
      <div className={documents.buttons}>
        {deleteButton}
        {state !== 'uploading' && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate(id)}
          >
            {t('ota.download')}
          </Button>
        )}
        {rights.update && state !== 'uploading' && (
          <>
            <Button variant="default" loading={edit.isPending} onClick={() => change({ isForced: !isForced })}>
              {t(isForced ? 'ota.letChoose' : 'ota.force')}
            </Button>
            {isPublished ? (
              <Button variant="default" loading={edit.isPending} onClick={() => change({ isPublished: false })}>
                {t('ota.takeBack')}
              </Button>
            ) : (
              <Button loading={edit.isPending} onClick={() => setConfirming(true)}>
                {t('ota.publish')}
              </Button>
            )}
          </>
        )}
      </div>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => change({ isPublished: true })}
        title={t('ota.publishTitle', { version: versionName })}
        text={t('ota.publishText', { model: modelText(firmware) })}
        confirmLabel={t('ota.publish')}
        confirmColor={undefined}
        isBusy={edit.isPending}
        error={edit.error ? messageOf(edit.error, t) : null}
      />
    </Card>
  );
}
