// Reads bar codes and QR codes with the camera until it is closed, or from a picture; many in a row and several in one
// picture, each once, with a tone.
import '@mantine/core/styles/Switch.layer.css';
import { ActionIcon, Button, FileButton, Stack, Switch } from '@mantine/core';
import { IconBulb, IconBulbOff, IconPhoto, IconTrash } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce, useAnnounced } from '../../ui/announcer.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Scrolls } from '../../ui/Scrolls.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { Choice } from '../Choice.tsx';
import { type CodeReader, type FoundCode, openCodeReader } from './codeReader.ts';
import classes from './scan.module.css';
import { isSoundOn, signal, storeSoundOn } from './sound.ts';
import { type Camera, useCamera } from './useCamera.ts';
import { type Scanned, type ScanProps, useScanned } from './useScanned.ts';

/** Interval between reads of frames; hands move more slowly. */
const READ_INTERVAL_MS = 150;
/** Maximum pixels of the longer side; a photo of a sheet of labels has finer codes than a label held to the camera. */
const FRAME_PX = 1920;
const PHOTO_PX = 3200;

type Fault = 'noReader' | 'noPicture' | 'noCode';

interface Props extends ScanProps {
  /** Instruction, for uses other than adding numbers to a list. */
  hint?: string | undefined;
  onClose: () => void;
}

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true };

/** Codes of one frame and the frame's size in pixels. */
interface Marks {
  codes: readonly FoundCode[];
  width: number;
  height: number;
}

function useCodeReader(): RefObject<CodeReader | null> {
  const reader = useRef<CodeReader>(null);
  useEffect(() => {
    const opened = openCodeReader();
    reader.current = opened;
    return () => opened.close();
  }, []);
  return reader;
}

interface ReadOptions {
  video: RefObject<HTMLVideoElement | null>;
  reader: RefObject<CodeReader | null>;
  isOpen: boolean;
  /** Handler of the codes of a frame, in a ref because the function changes as numbers are added. */
  onCodes: RefObject<(codes: readonly FoundCode[], isStill: boolean) => void>;
  setFault: (fault: Fault) => void;
}

/** Reads frame after frame while the camera is open; returns null while it is not. */
function useFrameReading({ video, reader, isOpen, onCodes, setFault }: ReadOptions): Marks | null {
  const [marks, setMarks] = useState<Marks | null>(null);
  useEffect(() => {
    if (!isOpen) return setMarks(null);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const read = async () => {
      const picture = video.current!;
      const { videoWidth: width, videoHeight: height } = picture;
      try {
        const codes = width > 0 ? await reader.current!.read(picture, width, height, FRAME_PX) : [];
        if (isStopped) return;
        setMarks({ codes, width, height });
        onCodes.current(codes, false);
      } catch {
        if (!isStopped) setFault('noReader');
        return;
      }
      timer = setTimeout(read, READ_INTERVAL_MS);
    };
    void read();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [video, reader, isOpen, onCodes, setFault]);
  return marks;
}

/** Signals and speaks what was read in one picture. */
function report(scanned: readonly Scanned[]): void {
  signal(scanned.some(({ tone }) => tone === 'ok') ? 'accepted' : 'refused');
  announce(scanned.map(({ content, text }) => `${content}: ${text}`).join(', '));
}

/** Signals and speaks the numbers that the check refuses after they were read. */
function useRefusals(list: readonly Scanned[], checkOf: ScanProps['checkOf']): void {
  const reported = useRef(new Set<string>());
  useEffect(() => {
    const refused = list.flatMap(({ content, isNumber }) => {
      const refusal = isNumber ? checkOf?.(content)?.refusal : '';
      return refusal && !reported.current.has(content) ? [{ content, text: refusal }] : [];
    });
    if (refused.length === 0) return;
    for (const { content } of refused) reported.current.add(content);
    signal('refused');
    announce(refused.map(({ content, text }) => `${content}: ${text}`).join(', '));
  });
}

export default function ScanDialog({ hint, onClose, onNumbers, isOneByOne, onRemove, checkOf }: Props) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video);
  const { list, hasSeveral, acceptCodes, remove } = useScanned({
    onNumbers,
    isOneByOne: isOneByOne ?? false,
    other: { tone: 'offline', text: t('scan.noSerialNumber') },
    onRead: report,
  });
  useRefusals(list, checkOf);
  useAnnounced(hasSeveral ? t('scan.several') : '');
  const [fault, setFault] = useState<Fault | null>(null);
  const [isReading, setReading] = useState(false);
  const onCodes = useRef(acceptCodes);
  onCodes.current = acceptCodes;
  const reader = useCodeReader();
  const marks = useFrameReading({ video, reader, isOpen: camera.state === 'open', onCodes, setFault });

  const readFile = async (file: File | null) => {
    if (!file) return;
    setFault(null);
    setReading(true);
    const picture = await createImageBitmap(file).catch(() => null);
    if (picture) {
      const { width, height } = picture;
      const codes = await reader.current!.read(picture, width, height, PHOTO_PX).catch(() => null);
      picture.close();
      if (codes) onCodes.current(codes, true);
      if (!codes || codes.length === 0) setFault(codes ? 'noCode' : 'noReader');
    } else setFault('noPicture');
    setReading(false);
  };

  const { state } = camera;
  return (
    <Dialog opened onClose={onClose} title={t('scan.title')}>
      <Stack gap="sm">
        <p className={classes.hint}>{hasSeveral ? t('scan.several') : (hint ?? t('scan.text'))}</p>
        {state === 'open' || state === 'opening' ? (
          <div className={classes.frame}>
            <video ref={video} playsInline muted aria-label={t('scan.picture')} />
            {marks && <Outlines {...marks} />}
          </div>
        ) : (
          <Notice kind="warning">{t(`scan.camera.${state}`)}</Notice>
        )}
        <div className={classes.tools}>
          {(state === 'open' || state === 'opening') && <CameraTools camera={camera} />}
          <FileButton accept="image/*" onChange={(file) => void readFile(file)}>
            {(press) => (
              <Button
                {...press}
                variant="default"
                size="xs"
                loading={isReading}
                leftSection={<IconPhoto {...ICON} />}
                data-autofocus
              >
                {t('scan.fromPicture')}
              </Button>
            )}
          </FileButton>
        </div>
        {fault && <Notice kind="error">{t(`scan.${fault}`)}</Notice>}
        <div className={classes.head}>
          <b className="num">
            {onRemove ? t('scan.count', { count: list.filter(({ isNumber }) => isNumber).length }) : t('scan.found')}
          </b>
          <SoundSwitch />
        </div>
        <Results
          list={list}
          checkOf={checkOf}
          onRemove={
            onRemove &&
            ((sn) => {
              onRemove(sn);
              remove(sn);
            })
          }
        />
        <div className={classes.end}>
          <Button onClick={onClose}>{t('scan.done')}</Button>
        </div>
      </Stack>
    </Dialog>
  );
}

/** Outlines of the codes in the camera's picture. */
function Outlines({ codes, width, height }: Marks) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid meet" aria-hidden>
      {codes.map(({ text, corners }) => (
        <polygon key={text} points={corners.map(([x, y]) => `${x * width},${y * height}`).join(' ')} />
      ))}
    </svg>
  );
}

/** Choice of the camera, and switch of its light. */
function CameraTools({ camera }: { camera: Camera }) {
  const { t } = useTranslation();
  return (
    <>
      {camera.cameras.length > 1 && (
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
      {camera.isLit !== null && (
        <Button
          variant="default"
          size="xs"
          aria-pressed={camera.isLit}
          leftSection={camera.isLit ? <IconBulbOff {...ICON} /> : <IconBulb {...ICON} />}
          onClick={() => camera.setLit(!camera.isLit)}
        >
          {t(camera.isLit ? 'scan.lightOff' : 'scan.lightOn')}
        </Button>
      )}
    </>
  );
}

function SoundSwitch() {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(isSoundOn);
  return (
    <Switch
      label={t('scan.sound')}
      labelPosition="left"
      checked={isOn}
      onChange={({ currentTarget: { checked } }) => {
        storeSoundOn(checked);
        setOn(checked);
      }}
    />
  );
}

interface ResultsProps extends Pick<ScanProps, 'checkOf' | 'onRemove'> {
  list: readonly Scanned[];
}

/** Scanned codes with their outcomes and products, newest first. */
function Results({ list, checkOf, onRemove }: ResultsProps) {
  const { t } = useTranslation();
  return (
    <Scrolls className={classes.told} aria-label={t('scan.found')}>
      {list.length > 0 && (
        <ul>
          {list.map(({ content, isNumber, tone, text }) => {
            const check = isNumber ? checkOf?.(content) : undefined;
            return (
              <li key={content}>
                <div className={classes.code}>
                  <b className="num">{content}</b>
                  {check && check.product !== '' && <span className="muted">{check.product}</span>}
                </div>
                {check?.refusal ? (
                  <StatusDot tone="fault">{check.refusal}</StatusDot>
                ) : (
                  <StatusDot tone={tone}>{text}</StatusDot>
                )}
                {isNumber && onRemove && (
                  <ActionIcon
                    size={32}
                    aria-label={t('scan.remove', { sn: content })}
                    onClick={() => onRemove(content)}
                  >
                    <IconTrash size={18} stroke={1.75} aria-hidden />
                  </ActionIcon>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Scrolls>
  );
}
