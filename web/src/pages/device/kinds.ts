// What the page of each kind of device adds to the frame that all of them share; a further kind is a page of a few lines and its cards.
import type { Response } from '@heliograph/contract/calls.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { CallOptions } from '../../api/useCall.ts';
import type { EnergyBars } from '../../components/plant/flowLines.ts';
import type { TemperatureUnit } from '../../format/numbers.ts';
import type { Energies } from './search.ts';

export type Device = Response<'device/detail'>;
/** The watts in whose unit all of its power is shown: what it can give, else, as of a meter, what its plant can. 0: neither is known. */
export const deviceLike = ({ ratedPower, sitePowerMax }: Device): number => ratedPower || sitePowerMax;

export interface NowProps<Answer> {
  device: Device;
  /** What it tells now. */
  now: Answer;
  /** Too old to be of now: grey, and nothing moves. */
  isOld: boolean;
  /** What the plant's readers measure temperature in. */
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
  /** A hook: asks for what it tells now. */
  useNow: (device: { sid: string; sn: string }) => UseQueryResult<Answer, Error>;
  /** The first row of the overview. */
  Now: ComponentType<NowProps<Answer>>;
  /** Lines of the day's chart until one chooses. */
  lines: readonly string[];
  /** Below all of it: it comes when it comes, and nothing moves. */
  Below?: ComponentType<{ device: Device }>;
  /** Left out: it passes no energy on. */
  passes?: {
    /** Which charts of energies there are, the first when none is chosen. */
    energies: readonly Energies[];
    /** A hook: asks for them. */
    useEnergies: (asked: EnergyBarsRequest, options: CallOptions) => UseQueryResult<EnergyBars, Error>;
  };
}
