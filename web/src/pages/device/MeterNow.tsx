// Live values of a meter: direction of the energy, each phase, their sum and their imbalance.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import detailClasses from '../../components/plant/plant.module.css';
import { DASH, powerLike } from '../../format/numbers.ts';
import { Card } from '../../ui/Card.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { AgeWhenStale } from './AgeWhenStale.tsx';
import { acPairs, withUnit } from './acValues.ts';
import { deviceLike, type NowProps } from './kinds.ts';
import { Pairs } from './Pairs.tsx';
import { PhaseValues } from './PhaseValues.tsx';

type Meter = Response<'bdnz/three/overview'>;

/** Returns the text key for the power, by the role of the meter and the direction. */
function labelOf({ role, ac }: Meter) {
  if (role === 'production') return 'device.produced';
  if (role === 'load') return 'device.used';
  if (ac.power === null || ac.power === 0) return 'device.atGrid';
  return ac.power > 0 ? 'device.fromGrid' : 'device.toGrid';
}

export function MeterNow({ device, isStale, now: meter }: NowProps<Response<'bdnz/three/overview'>>) {
  const { t } = useTranslation();
  // Without a phase table, one card holds all values.
  const isWide = meter.ac.phases.length === 0;
  const values = (
    <>
      {isWide && meter.powerMode === null && <p className={detailClasses.hint}>{t('device.noPhases')}</p>}
      <Pairs
        isWide={isWide}
        isStale={isStale}
        pairs={[
          [t('device.wires'), meter.powerMode ? t(`device.powerMode.${meter.powerMode}`) : undefined],
          ...meter.ac.lineVoltages.map(
            ({ name, voltage }) => [name.replace('-', '–'), withUnit(voltage, 1, 'V') ?? DASH] as const,
          ),
          ...acPairs(meter.ac, t),
          [t('device.voltageImbalance'), withUnit(meter.imbalance.voltage, 2, '%')],
          [t('device.powerSpread'), withUnit(meter.imbalance.power, 0, 'W')],
        ]}
      />
    </>
  );
  return (
    <>
      <Card className={isWide ? detailClasses.wide : ''}>
        <div className={detailClasses.hero}>
          <Figure
            size="lg"
            label={t(labelOf(meter))}
            figure={powerLike(meter.ac.power === null ? null : Math.abs(meter.ac.power), deviceLike(device))}
            isStale={isStale}
            note={
              <AgeWhenStale device={device} isStale={isStale}>
                {t(`device.roles.${meter.role}`)}
              </AgeWhenStale>
            }
          />
          {meter.ac.phases.length > 1 && (
            <Figure
              label={t('device.imbalance')}
              figure={{
                text: withUnit(meter.imbalance.current, 0, '') ?? DASH,
                unit: meter.imbalance.current === null ? '' : '%',
              }}
              isStale={isStale}
              note={t('device.imbalanceNote')}
            />
          )}
        </div>
        {meter.reversed && <Notice kind="warning">{t('device.reversed')}</Notice>}
        {isWide ? values : <PhaseValues ac={meter.ac} caption={t('device.phases')} isStale={isStale} />}
      </Card>
      {!isWide && <Card title={t('device.connection')}>{values}</Card>}
    </>
  );
}
