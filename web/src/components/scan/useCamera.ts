// The camera's picture in a video element: choice of the camera, its light, and the reason when there is none.
import { type RefObject, useEffect, useState } from 'react';

/** `refused`: by the user or the browser. `busy`: used by another program. `none`: no camera, or a page without TLS. */
export type CameraState = 'opening' | 'open' | 'refused' | 'busy' | 'none';

export interface Camera {
  state: CameraState;
  /** Available cameras; their labels are known once one is open. */
  cameras: readonly { id: string; label: string }[];
  /** Id of the open camera; '' until one is open. */
  id: string;
  choose: (id: string) => void;
  /** Null when the light cannot be switched. */
  isLit: boolean | null;
  setLit: (isLit: boolean) => void;
}

/** Capability and constraint of phone cameras in addition to the standard ones. */
interface WithLight {
  torch?: boolean;
}

const STATES: Record<string, CameraState> = { NotAllowedError: 'refused', NotReadableError: 'busy' };
/** Resolution high enough for the small codes of labels. */
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
    const stop = () => stream?.getTracks().forEach((each) => void each.stop());
    const open = async () => {
      const source = chosen ? { deviceId: { exact: chosen } } : { facingMode: 'environment' };
      stream = await mediaDevices.getUserMedia({ video: { ...source, ...SIZE } });
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
      // Unplugged, or claimed by the system.
      opened!.addEventListener('ended', () => setState('busy'));
    };
    setState('opening');
    open().catch((reason: unknown) => {
      // A camera closed before it played also rejects.
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
    setLit(requested) {
      const advanced: MediaTrackConstraintSet & WithLight = { torch: requested };
      track?.applyConstraints({ advanced: [advanced] }).then(
        () => setLit(requested),
        () => setLit(null),
      );
    },
  };
}
