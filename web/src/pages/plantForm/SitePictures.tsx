// The pictures of a plant, with buttons to add and remove them; in the plant form and at the end of the wizard.
import type { Response } from '@heliograph/contract/calls.ts';
import { MAX_SITE_PICTURES, PHOTO_BYTES } from '@heliograph/contract/limits.ts';
import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { apiBase } from '../../brand/portal.ts';
import { useQueuedChange } from '../../offline/useQueuedChange.ts';
import { useWaiting } from '../../offline/waitingList.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import partHead from './partHead.module.css';
import classes from './pictures.module.css';

const MEGABYTES = PHOTO_BYTES / 1_048_576;
type Picture = Response<'site/detail'>['pictures'][number];

/** Returns the URL of a picture, which is below the API base like every call. */
const urlOf = ({ path }: Picture): string => `${apiBase}/${path}`;

export function SitePictures({ sid, mayChange }: { sid: string; mayChange: boolean }) {
  const { t } = useTranslation();
  const detail = useCall('site/detail', { sid });
  const upload = useQueuedChange('site/picture', () => detail.data?.siteName ?? sid);
  const remove = useChange('site/removePicture', ['site/detail', 'site/listWithSN']);
  const [isTooLarge, setTooLarge] = useState(false);
  const [toRemove, setToRemove] = useState<Picture | null>(null);
  const pictures = detail.data?.pictures ?? [];
  const waiting = useWaiting().filter((entry) => entry.path === 'site/picture' && entry.sid === sid).length;
  const uploadFile = (file: File | null) => {
    if (!file) return;
    upload.reset();
    setTooLarge(file.size > PHOTO_BYTES);
    if (file.size > PHOTO_BYTES) return;
    void file.arrayBuffer().then((bytes) => upload.mutate({ sid, picture: new Uint8Array(bytes) }));
  };
  const close = () => {
    setToRemove(null);
    remove.reset();
  };
  const failure = isTooLarge
    ? t('edit.pictures.tooLarge', { size: MEGABYTES })
    : upload.error && messageOf(upload.error, t);
  return (
    <section aria-labelledby="site-pictures">
      <div className={partHead.head}>
        <div>
          <h2 id="site-pictures">{t('edit.pictures.title')}</h2>
          <p>{t('edit.pictures.text', { size: MEGABYTES })}</p>
        </div>
        {mayChange && pictures.length + waiting < MAX_SITE_PICTURES && (
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={uploadFile}>
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
        )}
      </div>
      {failure && <Notice kind="error">{failure}</Notice>}
      {waiting > 0 && <Notice kind="info">{t('edit.pictures.waiting', { count: waiting })}</Notice>}
      {detail.data && pictures.length === 0 && <p className={classes.none}>{t('edit.pictures.none')}</p>}
      {pictures.length > 0 && <PictureList pictures={pictures} onRemove={mayChange ? setToRemove : null} />}
      <ConfirmDialog
        opened={toRemove !== null}
        onClose={close}
        onConfirm={() => toRemove && remove.mutate({ sid, name: toRemove.name }, { onSuccess: close })}
        title={t('edit.pictures.removeTitle')}
        isBusy={remove.isPending}
        error={remove.error ? messageOf(remove.error, t) : null}
      />
    </section>
  );
}

interface PictureListProps {
  pictures: readonly Picture[];
  /** Null: without the right to change the plant. */
  onRemove: ((picture: Picture) => void) | null;
}

function PictureList({ pictures, onRemove }: PictureListProps) {
  const { t } = useTranslation();
  return (
    <ul className={classes.pictures}>
      {pictures.map((picture, index) => (
        <li key={picture.name}>
          <a href={urlOf(picture)} target="_blank" rel="noreferrer">
            <img
              src={urlOf(picture)}
              width={picture.width}
              height={picture.height}
              loading="lazy"
              alt={t('edit.pictures.picture', { n: index + 1 })}
            />
          </a>
          {onRemove && (
            <ActionIcon
              variant="default"
              size={32}
              className={classes.remove}
              aria-label={t('edit.pictures.remove', { n: index + 1 })}
              onClick={() => onRemove(picture)}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}
