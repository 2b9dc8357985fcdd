// Resumes an interrupted upload: the user selects the same file again, and it continues where it stopped.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toastFailed } from '../../../ui/toast.tsx';
import classes from '../documents/documents.module.css';
import { UploadFile } from './UploadFile.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { isDiscarded, type UploadKind } from './uploads.ts';
import { useUpload } from './useUpload.ts';

interface Props {
  kind: UploadKind;
  /** `toldSha256` is the announced hash of the whole file; '' or missing if unknown. */
  of: { id: number; fileName: string; bytes: number; received: number; toldSha256?: string };
  /** Called when the file is complete or rejected; the page refetches. */
  onDone: () => void;
}

export function ResumeUpload({ kind, of: { id, fileName, bytes, received, toldSha256 = '' }, onDone }: Props) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const upload = useUpload(kind);
  const isDifferentSize = file !== null && file.size !== bytes;
  const [isHashing, setHashing] = useState(false);
  const send = async () => {
    if (!file) return;
    setFailure(null);
    if (toldSha256 !== '') {
      setHashing(true);
      const { fileSum } = await import('./fileSum.ts');
      const isSame = await fileSum(file).then(
        (sum) => sum === toldSha256,
        () => false,
      );
      setHashing(false);
      if (!isSame) {
        setFailure(t('upload.otherContent'));
        return;
      }
    }
    try {
      await upload.send(id, file, received);
    } catch (error) {
      // The page disappears together with the discarded file.
      if (isDiscarded(kind, error)) toastFailed(messageOf(error, t));
      else setFailure(messageOf(error, t));
    }
    onDone();
  };
  return (
    <Card title={t('upload.goOn')}>
      <div className={classes.stack}>
        <p className="muted">{t('upload.goOnText', { name: fileName })}</p>
        <UploadProgress sent={upload.sent ?? received} bytes={bytes} />
        <UploadFile
          kind={kind}
          file={file}
          onFile={setFile}
          failure={isDifferentSize ? t('upload.otherFile') : undefined}
        />
        {failure !== null && <Notice kind="error">{failure}</Notice>}
        <div className={classes.buttons}>
          <Button
            disabled={!file || isDifferentSize}
            loading={isHashing || upload.sent !== null}
            onClick={() => void send()}
          >
            {t('upload.upload')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
