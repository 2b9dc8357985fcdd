// Panel for the background photo of the plan: select, scale, move, and set its opacity.
import '@mantine/core/styles/Slider.layer.css';
import { PHOTO_BYTES } from '@heliograph/contract/limits.ts';
import { Button, FileButton, SimpleGrid, Slider, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useChange } from '../../api/useCall.ts';
import { percent } from '../../format/numbers.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Draft } from './draft.ts';
import classes from './layout.module.css';
import { Measure, Measures } from './Measure.tsx';

interface Props {
  sid: string;
  draft: Draft;
  change: (draft: Draft) => void;
  /** A drag moves the photo instead of zones and modules. */
  isMoving: boolean;
  onMoving: (isMoving: boolean) => void;
}

/** Width in metres until the user enters it. */
const INITIAL_WIDTH_M = 20;

export function PhotoPanel({ sid, draft, change, isMoving, onMoving }: Props) {
  const { t } = useTranslation();
  const send = useChange('site/layoutPhoto');
  const [isTooLarge, setTooLarge] = useState(false);
  const { photo } = draft;
  const uploadFile = (file: File | null) => {
    if (!file) return;
    send.reset();
    setTooLarge(file.size > PHOTO_BYTES);
    if (file.size > PHOTO_BYTES) return;
    void file.arrayBuffer().then((bytes) =>
      send.mutate(
        { sid, photo: new Uint8Array(bytes) },
        {
          onSuccess: (stored) =>
            change({
              ...draft,
              photo: { ...stored, x: 0, y: 0, opacity: 0.6 },
              photoScale: INITIAL_WIDTH_M / stored.width,
            }),
        },
      ),
    );
  };
  const failure = isTooLarge
    ? t('roof.photoTooLarge', { size: PHOTO_BYTES / 1_048_576 })
    : send.error && messageOf(send.error, t);
  return (
    <section className={classes.part} aria-label={t('roof.photo')}>
      <div className={classes.partHead}>
        <h2>{t('roof.photo')}</h2>
      </div>
      <Stack gap="xs">
        {!photo && <p className="muted">{t('roof.photoText')}</p>}
        {photo && <Adjustments draft={draft} photo={photo} change={change} />}
        <div className={classes.buttons}>
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={uploadFile}>
            {(props) => (
              <Button {...props} variant="default" size="xs" loading={send.isPending}>
                {t(photo ? 'roof.photoOther' : 'roof.photoChoose')}
              </Button>
            )}
          </FileButton>
          {photo && (
            <>
              <Button
                variant={isMoving ? 'filled' : 'default'}
                size="xs"
                aria-pressed={isMoving}
                onClick={() => onMoving(!isMoving)}
              >
                {t('roof.photoMove')}
              </Button>
              <Button variant="default" size="xs" onClick={() => change({ ...draft, photo: null })}>
                {t('roof.photoRemove')}
              </Button>
            </>
          )}
        </div>
        {failure && <Notice kind="error">{failure}</Notice>}
      </Stack>
    </section>
  );
}

interface AdjustmentsProps {
  draft: Draft;
  photo: NonNullable<Draft['photo']>;
  change: (draft: Draft) => void;
}

function Adjustments({ draft, photo, change }: AdjustmentsProps) {
  const { t } = useTranslation();
  const set = (part: Partial<typeof photo>) => change({ ...draft, photo: { ...photo, ...part } });
  return (
    <>
      <div>
        <div className={classes.fieldLabel}>{t('roof.opacity')}</div>
        <Slider
          thumbLabel={t('roof.opacity')}
          min={0.05}
          max={1}
          step={0.05}
          label={(value) => percent(value)}
          key={photo.opacity}
          defaultValue={photo.opacity}
          onChangeEnd={(opacity) => set({ opacity })}
        />
      </div>
      <SimpleGrid cols={3} spacing="xs">
        <Measure
          label={t('roof.photoWidth')}
          unit="m"
          value={Math.round(photo.width * draft.photoScale * 100) / 100}
          min={0.5}
          max={1000}
          onChange={(value) => value !== null && change({ ...draft, photoScale: value / photo.width })}
        />
        <Measures names={['x', 'y']} values={photo} set={set} />
      </SimpleGrid>
    </>
  );
}
