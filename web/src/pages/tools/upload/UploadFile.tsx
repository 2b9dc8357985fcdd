// File to upload; reports a file that is too large.
import { useTranslation } from 'react-i18next';
import { FileChoice } from './FileChoice.tsx';
import { isTooLarge, UPLOADS, type UploadKind } from './uploads.ts';

interface Props {
  kind: UploadKind;
  file: File | null;
  onFile: (file: File) => void;
  /** `accept` attribute of the file input. */
  accept?: string;
  failure?: string | undefined;
}

export function UploadFile({ kind, file, onFile, accept, failure }: Props) {
  const { t } = useTranslation();
  const size = UPLOADS[kind].maxBytes / 1_048_576;
  return (
    <FileChoice
      file={file}
      onFile={onFile}
      {...(accept ? { accept } : {})}
      label={t(file ? 'upload.chooseOther' : 'upload.choose')}
      text={t(`upload.fileText.${kind}`, { size })}
      failure={file && isTooLarge(kind, file) ? t('upload.tooLarge', { size }) : failure}
    />
  );
}
