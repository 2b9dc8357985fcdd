// Live values of a hybrid inverter or an all-in-one device: energy flow, inputs, battery and AC side.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { EnergyFlow } from '../../components/EnergyFlow.tsx';
import { flowLike, flowNodes } from '../../components/flow.ts';
import detailClasses from '../../components/plant/plant.module.css';
import { full, inline, likeOf, powerLike } from '../../format/numbers.ts';
import { Card } from '../../ui/Card.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { acPairs } from './acValues.ts';
import { batteryPairs, batteryWord, temperatureText } from './batteryPairs.ts';
import { inputColumns, inputRows } from './inputValues.ts';
import { deviceLike, type NowProps } from './kinds.ts';
import { NeverReported } from './NeverReported.tsx';
import { Pairs } from './Pairs.tsx';
import { PhaseValues } from './PhaseValues.tsx';
import { Produced } from './Produced.tsx';
import { Values } from './Values.tsx';

export function HybridNow({ device, isStale, now: hybrid, temperatureUnit }: NowProps<Response<'ksp/overview'>>) {
  const { t } = useTranslation();
  if (device.lastUpdateIso === null) return <NeverReported />;
  const { energy } = hybrid;
  const likeW = likeOf(deviceLike(device), hybrid.pv.power, hybrid.backup?.power, flowLike(flowNodes(energy), 0));
  return (
    <>
      <Card>
        <div className={detailClasses.hero}>
          <Produced device={device} isStale={isStale} powerW={hybrid.pv.power} likeW={likeW} />
          {hybrid.battery && (
            <Figure
              label={t('device.soc')}
              figure={{ text: full(hybrid.battery.soc, 1), unit: hybrid.battery.soc === null ? '' : '%' }}
              isStale={isStale}
              note={hybrid.battery.power === null ? '' : t(batteryWord(hybrid.battery))}
            />
          )}
        </div>
        {hybrid.pv.inputs.length > 0 && (
          <Values
            caption={t('device.inputs')}
            of={t('device.input')}
            columns={inputColumns(t)}
            rows={inputRows(hybrid.pv.inputs, t)}
            isStale={isStale}
          />
        )}
        <PhaseValues ac={hybrid.ac} caption={t('device.acSide')} isStale={isStale} />
        <Pairs
          isStale={isStale}
          pairs={[
            [t('device.backup'), hybrid.backup ? inline(powerLike(hybrid.backup.power, likeW)) : undefined],
            ...acPairs(hybrid.ac, t),
            [t('device.temperature'), temperatureText(hybrid.temperature, temperatureUnit)],
          ]}
        />
      </Card>
      <Card title={t('flow.title')}>
        <EnergyFlow flow={energy} ratedW={likeW} isStale={isStale} />
        {hybrid.battery && (
          <Pairs
            title={t('device.battery')}
            isStale={isStale}
            pairs={batteryPairs(hybrid.battery, temperatureUnit, t)}
          />
        )}
      </Card>
    </>
  );
}
