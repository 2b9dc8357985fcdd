// How old a device's values are, by its own interval.
import { MISSED_UPLOADS } from '@heliograph/contract/freshness.ts';
import { useIsStale } from '../../components/Age.tsx';
import type { Device } from './kinds.ts';

export const uploadEveryS = ({ staleAfterS }: Pick<Device, 'staleAfterS'>): number => staleAfterS / MISSED_UPLOADS;

/** Too old to be of now: grey, and nothing moves. */
export const useIsOld = (device: Pick<Device, 'lastUpdateIso' | 'staleAfterS'>): boolean =>
  useIsStale(device.lastUpdateIso, uploadEveryS(device));
