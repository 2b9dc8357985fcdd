// The mark for light or for dark backgrounds, with the icons that are made from the light one.
import type { Scheme } from '@heliograph/contract/contrast.ts';
import { MARK_BYTES } from '@heliograph/contract/limits.ts';
import { Button, FileButton } from '@mantine/core';
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/Notice.tsx';
import { dataUrlOf } from './brandFile.ts';
import classes from './brands.module.css';

interface Props {
  scheme: Scheme;
  /** Address of the mark. */
  mark: string;
  /** Address of the icon of 180 pixels. */
  icon: string;
  /** Whether the brand has a mark of its own for the scheme. */
  isOwn: boolean;
  onChange: (mark: string | null) => void;
}

const MEGABYTES = MARK_BYTES / 1_048_576;

export function MarkField({ scheme, mark, icon, isOwn, onChange }: Props) {
  const { t } = useTranslation();
  const [isTooLarge, setTooLarge] = useState(false);
  const choose = async (file: File | null) => {
    if (!file) return;
    setTooLarge(file.size > MARK_BYTES);
    if (file.size <= MARK_BYTES) onChange(await dataUrlOf(file));
  };
  return (
    <section className={classes.mark} aria-label={t(`brands.marks.${scheme}`)}>
      <h3>{t(`brands.marks.${scheme}`)}</h3>
      <div className={classes.markFrame} data-scheme={scheme}>
        {scheme === 'light' ? (
          <>
            <img src={icon} width={180} height={180} alt={t('brands.iconOf', { px: 180 })} />
            <img src={mark} width={32} height={32} alt={t('brands.iconOf', { px: 32 })} />
          </>
        ) : (
          <img src={mark} width={96} height={96} alt={t('brands.marks.dark')} />
        )}
      </div>
      <div className={classes.markButtons}>
        <FileButton accept="image/svg+xml,image/png,image/jpeg,image/webp" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconPhotoPlus size={16} stroke={1.75} aria-hidden />}
              aria-label={t(`brands.choose.${scheme}`)}
            >
              {t('brands.chooseMark')}
            </Button>
          )}
        </FileButton>
        {isOwn && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
            aria-label={t(`brands.remove.${scheme}`)}
            onClick={() => {
              setTooLarge(false);
              onChange(null);
            }}
          >
            {t('brands.removeMark')}
          </Button>
        )}
      </div>
      {isTooLarge && <Notice kind="error">{t('brands.markTooLarge', { size: MEGABYTES })}</Notice>}
    </section>
  );
}
