// Dialog that claims a device with proof: a reason, and one to three pictures or PDFs.
import { OWNERSHIP_KINDS, type OwnershipKind } from '@heliograph/contract/ownership.ts';
import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { ReasonField } from '../../../components/ReasonField.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { isTooLarge, MEGABYTES, ProofFiles, proofsOf } from './ProofFiles.tsx';

const MAX_REASON = 1000;

interface Props {
  sid: string;
  sn: string;
  /** The device is in the plant, and its earlier reports are withheld. */
  isOwn?: boolean;
  onClose: () => void;
  onSent?: () => void;
}

export default function ClaimDialog({ sid, sn, isOwn = false, onClose, onSent }: Props) {
  const { t } = useTranslation();
  const claim = useChange('device/ownership/claim', ['device/ownership']);
  const [kind, setKind] = useState<OwnershipKind>('bought');
  const [reason, setReason] = useState('');
  const [files, setFiles] = useState<File[]>([]);
  const send = async () => {
    const { proof, ...others } = await proofsOf(files);
    if (!proof) return;
    claim.mutate(
      { sid, sn, kind, reason, proof, ...others },
      {
        onSuccess: () => {
          toastDone(t('ownership.sent', { sn }));
          onSent?.();
          onClose();
        },
      },
    );
  };
  const failure = isTooLarge(files)
    ? t('ownership.tooLarge', { size: MEGABYTES })
    : claim.error && messageOf(claim.error, t);
  return (
    <Dialog opened onClose={onClose} title={t('ownership.title', { sn })}>
      <Stack gap="md">
        <p className="muted">{t(isOwn ? 'ownership.ownText' : 'ownership.text', { sn })}</p>
        <Select
          label={t('ownership.kind')}
          description={isOwn ? undefined : t('ownership.kindText')}
          value={kind}
          onChange={(chosen) => setKind((chosen ?? 'other') as OwnershipKind)}
          data={OWNERSHIP_KINDS.map((value) => ({ value, label: t(`ownership.kinds.${value}`) }))}
          allowDeselect={false}
        />
        <ReasonField
          label={t('ownership.reason')}
          description={t('ownership.reasonText')}
          value={reason}
          onChange={setReason}
          maxLength={MAX_REASON}
          isRequired
        />
        <ProofFiles files={files} onChange={setFiles} text={t('ownership.proofText', { size: MEGABYTES })} />
        {failure && <Notice kind="error">{failure}</Notice>}
        <DialogButtons
          onCancel={onClose}
          disabled={reason.trim() === '' || files.length === 0 || isTooLarge(files)}
          loading={claim.isPending}
          onClick={() => void send()}
        >
          {t('ownership.send')}
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
