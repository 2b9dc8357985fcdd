// Reads bar and QR codes with the camera until it is closed; each code is taken once.
import { Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { makeCodeReader, serialNumberIn } from './codeReader.ts';
import classes from './SerialNumberInput.module.css';

const EVERY_MS = 200;

export default function CodeScanner({ onCode, onClose }: { onCode: (sn: string) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const take = useRef(onCode);
  take.current = onCode;
  const [found, setFound] = useState<string[]>([]);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    const reader = makeCodeReader();
    const seen = new Set<string>();
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isClosed = false;
    const look = async () => {
      const codes = video.current ? await reader.detect(video.current).catch(() => []) : [];
      for (const sn of codes.map(({ rawValue }) => serialNumberIn(rawValue))) {
        if (sn === '' || seen.has(sn)) continue;
        seen.add(sn);
        setFound([...seen]);
        take.current(sn);
      }
      if (!isClosed) timer = setTimeout(look, EVERY_MS);
    };
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'environment' } })
      .then(async (opened) => {
        stream = opened;
        if (isClosed) return opened.getTracks().forEach((track) => void track.stop());
        video.current!.srcObject = opened;
        await video.current!.play();
        void look();
      })
      .catch(() => setFailed(true));
    return () => {
      isClosed = true;
      clearTimeout(timer);
      stream?.getTracks().forEach((track) => void track.stop());
    };
  }, []);
  return (
    <Dialog opened onClose={onClose} title={t('edit.scanTitle')}>
      <Stack gap="sm">
        {hasFailed ? (
          <Notice kind="error">{t('edit.noCamera')}</Notice>
        ) : (
          <video ref={video} className={classes.video} playsInline muted />
        )}
        <span className="muted" role="status">
          {found.length === 0 ? t('edit.scanText') : found.join(', ')}
        </span>
      </Stack>
    </Dialog>
  );
}
