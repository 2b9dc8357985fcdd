// An upload that broke off: the same file is chosen once more, and goes on where it was.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import classes from '../documents/documents.module.css';
import { FileChoice } from './FileChoice.tsx';
import type { FirmwareDetail } from './firmwareForm.ts';
import { UploadProgress } from './UploadProgress.tsx';
import { useUpload } from './useUpload.ts';

export function GoOn({ firmware, onDone }: { firmware: FirmwareDetail; onDone: () => void }) {
  const { t } = useTranslation();
  const { id, fileName, bytes, received } = firmware;
  const [file, setFile] = useState<File | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const upload = useUpload();
  const isOther = file !== null && file.size !== bytes;
  const send = async () => {
    if (!file) return;
    setFailure(null);
    await upload.send(id, file, received).catch((error) => setFailure(messageOf(error, t)));
    onDone();
  };
  return (
    <Card title={t('ota.goOn')}>
      <div className={classes.stack}>
        <p className="muted">{t('ota.goOnText', { name: fileName })}</p>
        <UploadProgress sent={upload.sent ?? received} bytes={bytes} />
        <FileChoice file={file} onFile={setFile} failure={isOther ? t('ota.otherFile') : undefined} />
        {failure !== null && <Notice kind="error">{failure}</Notice>}
        <div className={classes.buttons}>
          <Button disabled={!file || isOther} loading={upload.sent !== null} onClick={() => void send()}>
            {t('ota.upload')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
