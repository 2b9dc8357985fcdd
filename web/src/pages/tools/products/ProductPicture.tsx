// Picture of a product, with buttons to select and remove it.
import { PHOTO_BYTES } from '@heliograph/contract/limits.ts';
import { Button, FileButton } from '@mantine/core';
import { IconBox, IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { pictureUrl } from './pictureUrl.ts';
import type { Product } from './productForm.ts';
import classes from './products.module.css';

const MEGABYTES = PHOTO_BYTES / 1_048_576;
const INVALIDATED = ['product/detail', 'product/list'] as const;

export function ProductPicture({ product }: { product: Product }) {
  const { t } = useTranslation();
  const { model, name, picture, rights } = product;
  const upload = useChange('product/picture', INVALIDATED);
  const remove = useChange('product/removePicture', INVALIDATED);
  const [isTooLarge, setTooLarge] = useState(false);
  const choose = (file: File | null) => {
    if (!file) return;
    upload.reset();
    setTooLarge(file.size > PHOTO_BYTES);
    if (file.size > PHOTO_BYTES) return;
    void file.arrayBuffer().then((bytes) => upload.mutate({ model, picture: new Uint8Array(bytes) }));
  };
  const error = upload.error ?? remove.error;
  const failure = isTooLarge ? t('products.pictureTooLarge', { size: MEGABYTES }) : error && messageOf(error, t);
  return (
    <div className={classes.picture}>
      <div className={classes.frame}>
        {picture === '' ? (
          <IconBox size={40} stroke={1.25} aria-hidden />
        ) : (
          <img src={pictureUrl(picture)} width={208} height={156} alt={t('products.pictureOf', { name })} />
        )}
      </div>
      {rights.update && (
        <>
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={choose}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="xs"
                loading={upload.isPending}
                leftSection={<IconPhotoPlus size={16} stroke={1.75} aria-hidden />}
              >
                {t('products.pictureChoose')}
              </Button>
            )}
          </FileButton>
          {picture !== '' && (
            <Button
              variant="subtle"
              size="xs"
              loading={remove.isPending}
              leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
              onClick={() => remove.mutate({ model })}
            >
              {t('products.pictureRemove')}
            </Button>
          )}
        </>
      )}
      {failure && <Notice kind="error">{failure}</Notice>}
    </div>
  );
}
