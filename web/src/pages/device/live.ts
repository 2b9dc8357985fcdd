// Age of a device's values, relative to its own interval.
import { MISSED_UPLOADS } from '@heliograph/contract/freshness.ts';
import { useIsStale } from '../../components/Age.tsx';
import type { Device } from './kinds.ts';

export const uploadEveryS = ({ staleAfterS }: Pick<Device, 'staleAfterS'>): number => staleAfterS / MISSED_UPLOADS;

/** Returns whether the values are no longer live: shown grey and without animation. */
export const useIsDeviceStale = (device: Pick<Device, 'lastUpdateIso' | 'staleAfterS'>): boolean =>
  useIsStale(device.lastUpdateIso, uploadEveryS(device));
