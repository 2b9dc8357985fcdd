// Dialog that answers somebody else's claim for a device of the plant.
import { SegmentedControl, Stack } from '@mantine/core';
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

const MAX_TEXT = 1000;
type Answer = 'ours' | 'theirs';

interface Props {
  sid: string;
  id: string;
  sn: string;
  onClose: () => void;
}

export default function AnswerDialog({ sid, id, sn, onClose }: Props) {
  const { t } = useTranslation();
  const send = useChange('device/ownership/answer', ['device/ownership']);
  const [answer, setAnswer] = useState<Answer>('ours');
  const [text, setText] = useState('');
  const [files, setFiles] = useState<File[]>([]);
  const confirm = async () =>
    send.mutate(
      { sid, id, answer, text, ...(answer === 'ours' && (await proofsOf(files))) },
      {
        onSuccess: () => {
          toastDone(t('ownership.answerSent', { sn }));
          onClose();
        },
      },
    );
  const failure = isTooLarge(files)
    ? t('ownership.tooLarge', { size: MEGABYTES })
    : send.error && messageOf(send.error, t);
  return (
    <Dialog opened onClose={onClose} title={t('ownership.answerTitle', { sn })}>
      <Stack gap="md">
        <p className="muted">{t('ownership.answerHint')}</p>
        <SegmentedControl
          aria-label={t('ownership.whose')}
          value={answer}
          onChange={(chosen) => setAnswer(chosen as Answer)}
          data={(['ours', 'theirs'] as const).map((value) => ({ value, label: t(`ownership.whoseIs.${value}`) }))}
        />
        <ReasonField
          label={t('ownership.explanation')}
          value={text}
          onChange={setText}
          maxLength={MAX_TEXT}
          isRequired={answer === 'ours'}
        />
        {answer === 'ours' && (
          <ProofFiles files={files} onChange={setFiles} text={t('ownership.answerProofText', { size: MEGABYTES })} />
        )}
        {failure && <Notice kind="error">{failure}</Notice>}
        <DialogButtons
          onCancel={onClose}
          disabled={(answer === 'ours' && text.trim() === '') || isTooLarge(files)}
          loading={send.isPending}
          onClick={() => void confirm()}
        >
          {t('ownership.sendAnswer')}
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
