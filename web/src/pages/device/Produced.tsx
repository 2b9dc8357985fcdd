// Current production of an inverter, as the main figure of its page, with its maximum.
import { useTranslation } from 'react-i18next';
import { inline, percent, powerLike } from '../../format/numbers.ts';
import { Figure } from '../../ui/Figure.tsx';
import { AgeWhenStale } from './AgeWhenStale.tsx';
import { type Device, deviceLike } from './kinds.ts';

interface Props {
  device: Device;
  isStale: boolean;
  /** Watts; null if not reported. */
  powerW: number | null;
  /** Watts that determine the unit; by default those of the device. */
  likeW?: number;
  /** Adds the percentage of the rated power. */
  withShare?: boolean;
}

export function Produced({ device, isStale, powerW, likeW = deviceLike(device), withShare = false }: Props) {
  const { t } = useTranslation();
  const { ratedPower } = device;
  const share = withShare && powerW !== null ? ` · ${percent(powerW / ratedPower)}` : '';
  return (
    <Figure
      size="lg"
      label={t('device.produced')}
      figure={powerLike(powerW, likeW)}
      isStale={isStale}
      note={
        <AgeWhenStale device={device} isStale={isStale}>
          {ratedPower > 0 ? t('plant.ofPeak', { peak: inline(powerLike(ratedPower, likeW)) }) + share : undefined}
        </AgeWhenStale>
      }
    />
  );
}
