// Translated names of zones and modules of a plan.
import type { TFunction } from 'i18next';
import { angle } from '../../format/numbers.ts';
import type { Zone } from './plan.ts';

const DIRECTIONS = ['north', 'northEast', 'east', 'southEast', 'south', 'southWest', 'west', 'northWest'] as const;

/** Returns the direction of an azimuth, to an eighth of the compass; "flat" for a tilt below 3 degrees; null when unknown. */
export function facing(azimuth: number | null, tilt: number | null, t: TFunction): string | null {
  if (tilt !== null && tilt < 3) return t('roof.flat');
  if (azimuth === null) return null;
  return t(`roof.directions.${DIRECTIONS[Math.round(azimuth / 45) % 8]!}`);
}

/** Returns the name of a zone; without one, its direction and tilt. */
export function zoneName(
  { id, name, azimuth, tilt }: Pick<Zone, 'id' | 'name' | 'azimuth' | 'tilt'>,
  t: TFunction,
): string {
  if (name !== '') return name;
  const direction = facing(azimuth, tilt, t);
  if (direction === null) return t('roof.zoneNumber', { number: id });
  return tilt === null ? direction : `${direction} ${angle(tilt)}`;
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
