// Chooses the file of a firmware; says when it is too large, or another one than was begun.
import { FIRMWARE_BYTES } from '@heliograph/contract/firmware.ts';
import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { sizeOf } from '../../../components/files/fileTexts.ts';
import { Notice } from '../../../ui/Notice.tsx';
import classes from '../documents/documents.module.css';

interface Props {
  file: File | null;
  onFile: (file: File) => void;
  failure?: string | undefined;
}

export const isTooLarge = (file: File): boolean => file.size > FIRMWARE_BYTES;

export function FileChoice({ file, onFile, failure }: Props) {
  const { t } = useTranslation();
  const size = FIRMWARE_BYTES / 1_048_576;
  const wrong = file && isTooLarge(file) ? t('ota.tooLarge', { size }) : failure;
  return (
    <div className={classes.wide}>
      <div className={classes.file}>
        <FileButton onChange={(chosen) => chosen && onFile(chosen)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}>
              {t(file ? 'ota.chooseOther' : 'ota.choose')}
            </Button>
          )}
        </FileButton>
        {file && (
          <span className={classes.fileName}>
            {file.name} <span className="muted">{sizeOf(file.size)}</span>
          </span>
        )}
      </div>
      <p className="muted">{t('ota.fileText', { size })}</p>
      {wrong && <Notice kind="error">{wrong}</Notice>}
    </div>
  );
}
