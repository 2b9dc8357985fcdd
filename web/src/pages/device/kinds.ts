// Differences between the device pages, by kind; a further kind is a small page and its cards.
import type { Response } from '@heliograph/contract/calls.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { CallOptions } from '../../api/useCall.ts';
import type { EnergyBars } from '../../components/plant/flowLines.ts';
import type { TemperatureUnit } from '../../format/numbers.ts';
import type { Energies } from './search.ts';

export type Device = Response<'device/detail'>;
/** Watts that determine the unit of all powers of the device: its rated power, else (as for a meter) the peak power of its plant; 0 if neither is known. */
export const deviceLike = ({ ratedPower, sitePowerMax }: Device): number => ratedPower || sitePowerMax;

export interface NowProps<Answer> {
  device: Device;
  /** Response of `useNow`. */
  now: Answer;
  /** True if the values are no longer live: shown grey and without animation. */
  isStale: boolean;
  /** Unit in which the user sees temperatures. */
  temperatureUnit: TemperatureUnit | undefined;
}

export interface EnergyBarsRequest {
  sid: string;
  sn: string;
  types: 1 | 3 | 5 | 6;
  date: string;
}

export interface DeviceKind<Answer> {
  kind: ReportKind;
  /** Hook that fetches the live values. */
  useNow: (device: { sid: string; sn: string }) => UseQueryResult<Answer, Error>;
  /** First row of the overview. */
  Now: ComponentType<NowProps<Answer>>;
  /** Names of the default lines of the day chart. */
  lines: readonly string[];
  /** Last part of the overview; may appear late, as nothing below it can move. */
  Below?: ComponentType<{ device: Device }>;
  /** Charts of energies; undefined for kinds without any. */
  energyCharts?: {
    /** Available charts; the first is the default. */
    energies: readonly Energies[];
    /** Hook that fetches them. */
    useEnergies: (request: EnergyBarsRequest, options: CallOptions) => UseQueryResult<EnergyBars, Error>;
  };
}
