// Progress of an upload.
import { useTranslation } from 'react-i18next';
import { sizeOf } from '../../../components/files/fileTexts.ts';
import classes from './upload.module.css';

export function UploadProgress({ sent, bytes }: { sent: number; bytes: number }) {
  const { t } = useTranslation();
  return (
    <div className={`${classes.progress} num`}>
      <progress value={sent} max={bytes} aria-label={t('upload.upload')} />
      <span>{t('upload.uploaded', { sent: sizeOf(sent), bytes: sizeOf(bytes) })}</span>
    </div>
  );
}
