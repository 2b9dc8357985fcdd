// The user's export files of a device and its whole plant, below the readings.
import { useTranslation } from 'react-i18next';
import { FileList } from '../../files/FileList.tsx';
import classes from '../../files/files.module.css';
import type { HistoryFile } from '../../files/useFiles.ts';

export default function UserFiles({ files }: { files: readonly HistoryFile[] }) {
  const { t } = useTranslation();
  return (
    <section className={classes.own} aria-label={t('files.title')}>
      <h2>{t('files.title')}</h2>
      <FileList files={files} />
    </section>
  );
}
