// Reads a battery's settings from the device when its page opens, and when its button is pressed: one command, never while one runs.
import type { Response } from '@heliograph/contract/calls.ts';
import { useEffect, useRef } from 'react';
import { useChange } from '../../../api/useCall.ts';
import { msOf } from '../../../format/times.ts';
import { CALLS } from './calls.ts';

/** Values this young are not read again when the page opens. */
const FRESH_MS = 60_000;

interface Device {
  sid: string;
  sn: string;
  kind: keyof typeof CALLS;
}

export function useReading({ sid, sn, kind }: Device, view: Response<'battery/hx/params/view'> | undefined) {
  const read = useChange('battery/hx/params/read', [CALLS[kind].view, 'gateway/commands/list']);
  const start = () => read.mutate({ sid, sn });
  const opened = useRef('');
  useEffect(() => {
    if (!view || opened.current === sn) return;
    opened.current = sn;
    const readMs = msOf(view.inDeviceIso);
    const isFresh = readMs !== null && Date.now() - readMs < FRESH_MS;
    if (view.rights.read && view.isOnline !== false && !view.isBusy && !isFresh) read.mutate({ sid, sn });
  }, [view, sid, sn, read.mutate]);
  return { start, isPending: read.isPending || view?.isBusy === true, error: read.error };
}
