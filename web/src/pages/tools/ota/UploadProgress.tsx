// How much of a firmware's file is there.
import { useTranslation } from 'react-i18next';
import { sizeOf } from '../../../components/files/fileTexts.ts';
import classes from './ota.module.css';

export function UploadProgress({ sent, bytes }: { sent: number; bytes: number }) {
  const { t } = useTranslation();
  return (
    <div className={`${classes.progress} num`}>
      <progress value={sent} max={bytes} aria-label={t('ota.upload')} />
      <span>{t('ota.uploaded', { sent: sizeOf(sent), bytes: sizeOf(bytes) })}</span>
    </div>
  );
}
