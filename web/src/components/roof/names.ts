// What zones and modules of a plan are called in the reader's language.
import type { TFunction } from 'i18next';
import { angle } from '../../format/numbers.ts';
import type { Zone } from './plan.ts';

const DIRECTIONS = ['north', 'northEast', 'east', 'southEast', 'south', 'southWest', 'west', 'northWest'] as const;

/** Which way an azimuth looks, to an eighth of the compass; flat ones look up. */
export function facing(azimuth: number | null, tilt: number | null, t: TFunction): string | null {
  if (tilt !== null && tilt < 3) return t('roof.flat');
  if (azimuth === null) return null;
  return t(`roof.directions.${DIRECTIONS[Math.round(azimuth / 45) % 8]!}`);
}

/** One without a name is called by the direction that it faces, and how steep it is. */
export function zoneName({ id, name, azimuth, tilt }: Zone, t: TFunction): string {
  if (name !== '') return name;
  const faces = facing(azimuth, tilt, t);
  if (faces === null) return t('roof.zoneNumber', { number: id });
  return tilt === null ? faces : `${faces} ${angle(tilt)}`;
}

export interface NamedModule {
  sn: string;
  input: number;
  plcSN: string;
  label: string;
  alias: string;
}

export const moduleName = ({ label, alias, plcSN, input }: NamedModule): string =>
  label || (alias ? `${alias} ${input}` : plcSN);
