// Reads bar and QR codes with the camera until it is closed, or in a picture; several in one picture, each once.
import { Button, FileButton, Stack } from '@mantine/core';
import { IconBulb, IconBulbOff, IconPhoto } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Scrolls } from '../../ui/Scrolls.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { Choice } from '../Choice.tsx';
import { type CodeReader, type FoundCode, openCodeReader } from './codeReader.ts';
import classes from './scan.module.css';
import { useCamera } from './useCamera.ts';
import { type ScanProps, useScanned } from './useScanned.ts';

/** Between two looks: hands move more slowly. */
const EVERY_MS = 150;
/** Of the longer side: a photo of a sheet of labels has finer codes than what is held before the camera. */
const FRAME_PX = 1920;
const PHOTO_PX = 3200;

type Fault = 'noReader' | 'noPicture' | 'noCode';

interface Props extends ScanProps {
  /** What to do, where it is not to add numbers to a list. */
  hint?: string | undefined;
  onClose: () => void;
}

export default function ScanDialog({ hint, onClose, ...props }: Props) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const reader = useRef<CodeReader>(null);
  const camera = useCamera(video);
  const { list, isSeveral, take } = useScanned(props, { tone: 'offline', text: t('scan.noSerialNumber') });
  const [marks, setMarks] = useState<{ codes: readonly FoundCode[]; width: number; height: number } | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [isReading, setReading] = useState(false);
  const hear = useRef(take);
  hear.current = take;

  useEffect(() => {
    const opened = openCodeReader();
    reader.current = opened;
    return () => opened.close();
  }, []);

  useEffect(() => {
    if (camera.state !== 'open') return setMarks(null);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      const { videoWidth: width, videoHeight: height } = video.current!;
      try {
        const codes = width > 0 ? await reader.current!.read(video.current!, width, height, FRAME_PX) : [];
        if (isOver) return;
        setMarks({ codes, width, height });
        hear.current(codes, false);
      } catch {
        if (!isOver) setFault('noReader');
        return;
      }
      timer = setTimeout(look, EVERY_MS);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [camera.state]);

  const choose = async (file: File | null) => {
    if (!file) return;
    setFault(null);
    setReading(true);
    const picture = await createImageBitmap(file).catch(() => null);
    if (picture) {
      const { width, height } = picture;
      const codes = await reader.current!.read(picture, width, height, PHOTO_PX).catch(() => null);
      picture.close();
      if (codes) hear.current(codes, true);
      if (!codes || codes.length === 0) setFault(codes ? 'noCode' : 'noReader');
    } else setFault('noPicture');
    setReading(false);
  };

  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true };
  const hasCamera = camera.state === 'open' || camera.state === 'opening';
  return (
    <Dialog opened onClose={onClose} title={t('scan.title')}>
      <Stack gap="sm">
        <p className={classes.hint}>{isSeveral ? t('scan.several') : (hint ?? t('scan.text'))}</p>
        {hasCamera ? (
          <div className={classes.frame}>
            <video ref={video} playsInline muted aria-label={t('scan.picture')} />
            {marks && (
              <svg viewBox={`0 0 ${marks.width} ${marks.height}`} preserveAspectRatio="xMidYMid meet" aria-hidden>
                {marks.codes.map(({ text, corners }) => (
                  <polygon
                    key={text}
                    points={corners.map(([x, y]) => `${x * marks.width},${y * marks.height}`).join(' ')}
                  />
                ))}
              </svg>
            )}
          </div>
        ) : (
          <Notice kind="warning">{t(`scan.camera.${camera.state as 'refused' | 'busy' | 'none'}`)}</Notice>
        )}
        <div className={classes.tools}>
          {hasCamera && camera.cameras.length > 1 && (
            <Choice
              aria-label={t('scan.whichCamera')}
              size="xs"
              value={camera.id}
              choices={camera.cameras.map(({ id, label }, n) => ({
                value: id,
                label: label || t('scan.cameraNumber', { n: n + 1 }),
              }))}
              onChange={camera.choose}
            />
          )}
          {hasCamera && camera.isLit !== null && (
            <Button
              variant="default"
              size="xs"
              aria-pressed={camera.isLit}
              leftSection={camera.isLit ? <IconBulbOff {...icon} /> : <IconBulb {...icon} />}
              onClick={() => camera.setLit(!camera.isLit)}
            >
              {t(camera.isLit ? 'scan.lightOff' : 'scan.lightOn')}
            </Button>
          )}
          <FileButton accept="image/*" onChange={(file) => void choose(file)}>
            {(press) => (
              <Button
                {...press}
                variant="default"
                size="xs"
                loading={isReading}
                leftSection={<IconPhoto {...icon} />}
                data-autofocus
              >
                {t('scan.fromPicture')}
              </Button>
            )}
          </FileButton>
        </div>
        {fault && <Notice kind="error">{t(`scan.${fault}`)}</Notice>}
        <Scrolls className={classes.told} aria-label={t('scan.found')}>
          {list.length > 0 && (
            <ul>
              {list.map(({ said, tone, text }) => (
                <li key={said}>
                  <b className="num">{said}</b>
                  <StatusDot tone={tone}>{text}</StatusDot>
                </li>
              ))}
            </ul>
          )}
        </Scrolls>
        <div role="status" className="visuallyHidden">
          {isSeveral ? t('scan.several') : list[0] ? `${list[0].said}: ${list[0].text}` : ''}
        </div>
        <div className={classes.end}>
          <Button onClick={onClose}>{t('scan.done')}</Button>
        </div>
      </Stack>
    </Dialog>
  );
}
