// Dialog that claims a device with proof: a reason, and one to three pictures or PDFs.
import { PROOF_BYTES } from '@heliograph/contract/limits.ts';
import { ActionIcon, Button, FileButton, Group, Stack } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { ReasonField } from '../../../components/ReasonField.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toastDone } from '../../../ui/toast.tsx';

const MAX_FILES = 3;
const MAX_REASON = 1000;
const MEGABYTES = PROOF_BYTES / 1_048_576;

interface Props {
  sid: string;
  sn: string;
  /** The device is in the plant, and its earlier reports are withheld. */
  isOwn?: boolean;
  onClose: () => void;
  onSent?: () => void;
}

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer());

export default function ClaimDialog({ sid, sn, isOwn = false, onClose, onSent }: Props) {
  const { t } = useTranslation();
  const claim = useChange('device/ownership/claim', ['device/ownership']);
  const [reason, setReason] = useState('');
  const [files, setFiles] = useState<File[]>([]);
  const isTooLarge = files.some(({ size }) => size > PROOF_BYTES);
  const send = async () => {
    const [proof, proof2, proof3] = await Promise.all(files.map(bytesOf));
    if (!proof) return;
    claim.mutate(
      { sid, sn, reason, proof, ...(proof2 && { proof2 }), ...(proof3 && { proof3 }) },
      {
        onSuccess: () => {
          toastDone(t('ownership.sent', { sn }));
          onSent?.();
          onClose();
        },
      },
    );
  };
  const failure = isTooLarge ? t('ownership.tooLarge', { size: MEGABYTES }) : claim.error && messageOf(claim.error, t);
  return (
    <Dialog opened onClose={onClose} title={t('ownership.title', { sn })}>
      <Stack gap="md">
        <p className="muted">{t(isOwn ? 'ownership.ownText' : 'ownership.text', { sn })}</p>
        <ReasonField
          label={t('ownership.reason')}
          description={t('ownership.reasonText')}
          value={reason}
          onChange={setReason}
          maxLength={MAX_REASON}
          isRequired
        />
        <div>
          {files.map((file, index) => (
            <Group key={`${file.name} ${file.lastModified}`} gap="xs">
              <span>{file.name}</span>
              <ActionIcon
                size={32}
                aria-label={t('ownership.removeFile', { name: file.name })}
                onClick={() => setFiles(files.filter((_, other) => other !== index))}
              >
                <IconTrash size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          {files.length < MAX_FILES && (
            <FileButton
              multiple
              accept="image/png,image/jpeg,image/webp,application/pdf"
              onChange={(chosen) => setFiles([...files, ...chosen].slice(0, MAX_FILES))}
            >
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}>
                  {t('ownership.addProof')}
                </Button>
              )}
            </FileButton>
          )}
          <p className="muted">{t('ownership.proofText', { size: MEGABYTES })}</p>
        </div>
        {failure && <Notice kind="error">{failure}</Notice>}
        <DialogButtons
          onCancel={onClose}
          disabled={reason.trim() === '' || files.length === 0 || isTooLarge}
          loading={claim.isPending}
          onClick={() => void send()}
        >
          {t('ownership.send')}
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
