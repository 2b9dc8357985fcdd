// The end of the wizard without a connection: the plant waits in this browser, and pictures wait along with it.
import { PHOTO_BYTES } from '@heliograph/contract/limits.ts';
import { Button, FileButton } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';
import { useQueuedChange } from '../../offline/useQueuedChange.ts';
import { useWaiting } from '../../offline/waitingList.ts';
import { focusOn } from '../../ui/focus.ts';
import { Notice } from '../../ui/Notice.tsx';
import classes from './edit.module.css';

const focusOnMount = (node: HTMLElement | null) => {
  if (node) focusOn(node);
};

/** `sid`: local id of the plant. */
export function WaitingPlant({ sid, onAnother }: { sid: string; onAnother: () => void }) {
  const { t } = useTranslation();
  const entries = useWaiting().filter((one) => one.sid === sid);
  const plant = entries.find(({ path }) => path === 'site/createFast');
  const pictures = entries.filter(({ path }) => path === 'site/picture').length;
  return (
    <div className={classes.page}>
      <PageHeader title={t('edit.newTitle')} />
      <div className={classes.form}>
        <div className={classes.done}>
          <h2 ref={focusOnMount}>{t(plant ? 'edit.plantWaiting' : 'edit.plantSent')}</h2>
          {plant && <p className="muted">{t('edit.plantWaitingText')}</p>}
          {plant?.state === 'refused' && <Notice kind="error">{plant.reason}</Notice>}
          {plant && <AddPicture sid={sid} siteName={plant.place} />}
          {pictures > 0 && <Notice kind="info">{t('edit.pictures.waiting', { count: pictures })}</Notice>}
          <div className={classes.doneButtons}>
            <Button variant="default" onClick={onAnother}>
              {t('edit.another')}
            </Button>
            <Button renderRoot={(props) => <Link {...props} {...links.sites()} />}>{t('edit.toPlants')}</Button>
          </div>
        </div>
      </div>
    </div>
  );
}

function AddPicture({ sid, siteName }: { sid: string; siteName: string }) {
  const { t } = useTranslation();
  const upload = useQueuedChange('site/picture', () => siteName);
  const [isTooLarge, setTooLarge] = useState(false);
  const add = (file: File | null) => {
    setTooLarge((file?.size ?? 0) > PHOTO_BYTES);
    if (!file || file.size > PHOTO_BYTES) return;
    void file.arrayBuffer().then((bytes) => upload.mutate({ sid, picture: new Uint8Array(bytes) }));
  };
  return (
    <>
      <FileButton accept="image/png,image/jpeg,image/webp" onChange={add}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={upload.isPending}
            leftSection={<IconPhotoPlus size={18} stroke={1.75} aria-hidden />}
          >
            {t('edit.pictures.add')}
          </Button>
        )}
      </FileButton>
      {isTooLarge && <Notice kind="error">{t('edit.pictures.tooLarge', { size: PHOTO_BYTES / 1_048_576 })}</Notice>}
      {upload.error && <Notice kind="error">{messageOf(upload.error, t)}</Notice>}
    </>
  );
}
