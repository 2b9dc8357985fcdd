// What an inverter produces now: the large figure of its page, beside what it can give at most.
import { useTranslation } from 'react-i18next';
import { inline, percent, powerLike } from '../../format/numbers.ts';
import { Figure } from '../../ui/Figure.tsx';
import { AgeOr } from './AgeOr.tsx';
import { type Device, deviceLike } from './kinds.ts';

interface Props {
  device: Device;
  isOld: boolean;
  /** W; null: it does not tell it. */
  powerW: number | null;
  /** Shown in the unit of these watts; left out: as all of its power. */
  likeW?: number;
  /** Says which part of the most it is. */
  withShare?: boolean;
}

export function Produced({ device, isOld, powerW, likeW = deviceLike(device), withShare = false }: Props) {
  const { t } = useTranslation();
  const { ratedPower } = device;
  const share = withShare && powerW !== null ? ` · ${percent(powerW / ratedPower)}` : '';
  return (
    <Figure
      size="lg"
      label={t('device.produced')}
      figure={powerLike(powerW, likeW)}
      isStale={isOld}
      note={
        <AgeOr device={device} isOld={isOld}>
          {ratedPower > 0 ? t('plant.ofPeak', { peak: inline(powerLike(ratedPower, likeW)) }) + share : undefined}
        </AgeOr>
      }
    />
  );
}
