// The camera's picture in a video, while somebody looks: which camera, its light, and why there is none.
import { type RefObject, useEffect, useState } from 'react';

/** `refused`: by its reader or the browser. `busy`: another program has it. `none`: there is none, or the page did not come by TLS. */
export type CameraState = 'opening' | 'open' | 'refused' | 'busy' | 'none';

export interface Camera {
  state: CameraState;
  /** Named once one of them is open. */
  cameras: readonly { id: string; label: string }[];
  /** '' until one is open. */
  id: string;
  choose: (id: string) => void;
  /** Null: it has no light that can be switched. */
  isLit: boolean | null;
  setLit: (isLit: boolean) => void;
}

/** What cameras of phones tell and take beside the standard's list. */
interface WithLight {
  torch?: boolean;
}

const STATES: Record<string, CameraState> = { NotAllowedError: 'refused', NotReadableError: 'busy' };
/** A label's small codes need the pixels. */
const SIZE = { width: { ideal: 1920 }, height: { ideal: 1080 } };

export function useCamera(video: RefObject<HTMLVideoElement | null>): Camera {
  const [chosen, setChosen] = useState('');
  const [state, setState] = useState<CameraState>('opening');
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const [cameras, setCameras] = useState<Camera['cameras']>([]);
  const [isLit, setLit] = useState<boolean | null>(null);

  useEffect(() => {
    const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
    if (!mediaDevices) return setState('none');
    let isClosed = false;
    let stream: MediaStream | undefined;
    const stop = () => stream?.getTracks().forEach((one) => void one.stop());
    const open = async () => {
      const which = chosen ? { deviceId: { exact: chosen } } : { facingMode: 'environment' };
      stream = await mediaDevices.getUserMedia({ video: { ...which, ...SIZE } });
      if (isClosed) return stop();
      video.current!.srcObject = stream;
      await video.current!.play();
      const all = await mediaDevices.enumerateDevices();
      if (isClosed) return;
      const [opened] = stream.getVideoTracks();
      setTrack(opened!);
      setCameras(
        all.filter(({ kind }) => kind === 'videoinput').map(({ deviceId, label }) => ({ id: deviceId, label })),
      );
      setLit((opened!.getCapabilities?.() as WithLight | undefined)?.torch ? false : null);
      setState('open');
      // Unplugged, or taken by the system.
      opened!.addEventListener('ended', () => setState('busy'));
    };
    setState('opening');
    open().catch((reason: unknown) => {
      // What was closed before it played says so by failing.
      if (!isClosed) setState(STATES[reason instanceof Error ? reason.name : ''] ?? 'none');
    });
    return () => {
      isClosed = true;
      stop();
    };
  }, [chosen, video]);

  return {
    state,
    cameras,
    id: track?.getSettings().deviceId ?? '',
    choose: setChosen,
    isLit,
    setLit(wanted) {
      const advanced: MediaTrackConstraintSet & WithLight = { torch: wanted };
      track?.applyConstraints({ advanced: [advanced] }).then(
        () => setLit(wanted),
        () => setLit(null),
      );
    },
  };
}
