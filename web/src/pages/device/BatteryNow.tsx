// Live values of a battery: charge, power and energies of today.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import detailClasses from '../../components/plant/plant.module.css';
import { energyLike, full, powerLike } from '../../format/numbers.ts';
import { Card } from '../../ui/Card.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { AgeWhenStale } from './AgeWhenStale.tsx';
import { batteryPairs, batteryWord } from './batteryPairs.ts';
import classes from './device.module.css';
import { deviceLike, type NowProps } from './kinds.ts';
import { Pairs } from './Pairs.tsx';

export function BatteryNow({
  device,
  isStale,
  now: battery,
  temperatureUnit,
}: NowProps<Response<'battery/hx/overview'>>) {
  const { t } = useTranslation();
  const [charged, discharged] = [battery.charge?.today.energy, battery.discharge?.today.energy];
  return (
    <Card className={detailClasses.wide}>
      <div className={detailClasses.hero}>
        <Figure
          size="lg"
          label={t('device.soc')}
          figure={{ text: full(battery.soc, 1), unit: battery.soc === null ? '' : '%' }}
          isStale={isStale}
          note={<AgeWhenStale device={device} isStale={isStale} />}
        />
        <Figure
          label={t(batteryWord(battery))}
          figure={powerLike(battery.power === null ? null : Math.abs(battery.power), deviceLike(device))}
          isStale={isStale}
        />
        <Figure label={t('device.chargedToday')} figure={energyLike(charged, [discharged])} />
        <Figure label={t('device.dischargedToday')} figure={energyLike(discharged, [charged])} />
      </div>
      <div className={classes.level} data-stale={isStale || undefined} aria-hidden>
        <i style={{ width: `${battery.soc ?? 0}%` }} />
      </div>
      {battery.isLive ? (
        <Pairs isWide isStale={isStale} pairs={batteryPairs(battery, temperatureUnit, t)} />
      ) : (
        <p className={detailClasses.hint}>
          {t(device.lastUpdateIso === null ? 'device.valuesToCome' : 'device.noLiveValues')}
        </p>
      )}
    </Card>
  );
}
