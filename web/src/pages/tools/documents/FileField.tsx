// The file of a new document: chosen, named, and told of when it is too large.
import { DOCUMENT_ENDINGS } from '@heliograph/contract/documents.ts';
import { DOCUMENT_BYTES } from '@heliograph/contract/limits.ts';
import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { sizeOf } from '../../../components/files/fileTexts.ts';
import { useFormField } from '../../../components/form/formContext.ts';
import { Notice } from '../../../ui/Notice.tsx';
import classes from './documents.module.css';

interface Props {
  file: File | null;
  onFile: (file: File) => void;
}

export const isTooLarge = (file: File): boolean => file.size > DOCUMENT_BYTES;

export function FileField({ file, onFile }: Props) {
  const { t } = useTranslation();
  const { onChange, error } = useFormField('fileName');
  const choose = (chosen: File | null) => {
    if (!chosen) return;
    onChange(chosen.name);
    onFile(chosen);
  };
  const size = DOCUMENT_BYTES / 1_048_576;
  const failure = file && isTooLarge(file) ? t('documentation.tooLarge', { size }) : error;
  return (
    <div className={classes.wide}>
      <div className={classes.file}>
        <FileButton accept={DOCUMENT_ENDINGS.map((ending) => `.${ending}`).join(',')} onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}>
              {t(file ? 'documentation.chooseOther' : 'documentation.choose')}
            </Button>
          )}
        </FileButton>
        {file && (
          <span className={classes.fileName}>
            {file.name} <span className="muted">{sizeOf(file.size)}</span>
          </span>
        )}
      </div>
      <p className="muted">{t('documentation.fileText', { size })}</p>
      {failure && <Notice kind="error">{failure}</Notice>}
    </div>
  );
}
