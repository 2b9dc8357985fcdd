// Live values of a string inverter: its inputs and strings, compared with those of the same orientation, and its AC side.
import type { Response } from '@heliograph/contract/calls.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import detailClasses from '../../components/plant/plant.module.css';
import { angle, full } from '../../format/numbers.ts';
import { Card } from '../../ui/Card.tsx';
import { acPairs } from './acValues.ts';
import { temperatureText } from './batteryPairs.ts';
import { inputColumns, inputRows } from './inputValues.ts';
import type { NowProps } from './kinds.ts';
import { NeverReported } from './NeverReported.tsx';
import { Pairs } from './Pairs.tsx';
import { PhaseValues } from './PhaseValues.tsx';
import { Produced } from './Produced.tsx';
import { Values } from './Values.tsx';
import classes from './values.module.css';

const MIN_FOR_COLUMNS = 4;

type Strings = Response<'device/strings'>;

export function StringNow({ device, isStale, now: inverter, temperatureUnit }: NowProps<Response<'device/strings'>>) {
  const { t } = useTranslation();
  if (device.lastUpdateIso === null) return <NeverReported />;
  return (
    <Card className={detailClasses.wide}>
      <div className={detailClasses.hero}>
        <Produced device={device} isStale={isStale} powerW={inverter.ac.power} withShare />
      </div>
      <Pairs
        isWide
        isStale={isStale}
        pairs={[
          ...acPairs(inverter.ac, t),
          [t('device.temperature'), temperatureText(inverter.temperature, temperatureUnit)],
          [t('device.insulation'), insulationText(inverter.insulation)],
        ]}
      />
      <div className={classes.halves}>
        {inverter.inputs.length > 0 && (
          <Values
            caption={t('device.inputs')}
            of={t('device.input')}
            columns={inputColumns(t)}
            rows={inputRows(inverter.inputs, t)}
            shareTitle={t('device.beside')}
            isStale={isStale}
          />
        )}
        <PhaseValues ac={inverter.ac} caption={t('device.acSide')} isStale={isStale} />
        {splitColumns(inverter.strings).map((strings, _at, halves) => (
          <Values
            key={strings[0]!.string}
            caption={
              halves.length === 1
                ? t('device.strings')
                : t('device.stringsOf', { first: strings[0]!.string, last: strings.at(-1)!.string })
            }
            of={t('device.string')}
            columns={[{ title: t('device.current'), unit: 'A', digits: 2 }]}
            rows={strings.map(({ string, current, share }) => ({
              name: t('device.stringOf', { n: string }),
              values: [current],
              share,
            }))}
            shareTitle={t('device.beside')}
            isStale={isStale}
          />
        ))}
      </div>
      {inverter.inputs.length + inverter.strings.length > 0 && (
        <p className={detailClasses.hint}>{comparedText(inverter, t)}</p>
      )}
    </Card>
  );
}

/** Splits the strings into two columns from MIN_FOR_COLUMNS strings on. */
function splitColumns(strings: Strings['strings']): Strings['strings'][] {
  if (strings.length === 0) return [];
  if (strings.length < MIN_FOR_COLUMNS) return [strings];
  const half = Math.ceil(strings.length / 2);
  return [strings.slice(0, half), strings.slice(half)];
}

function comparedText({ compared: { tilt, azimuth, devices } }: Strings, t: TFunction): string {
  if (tilt === null || azimuth === null) return t('device.comparedWithItself');
  return t('device.compared', { count: devices, tilt: angle(tilt), azimuth: angle(azimuth) });
}

/** Formats an insulation resistance in ohms as kΩ or MΩ; undefined if not reported. */
function insulationText(ohm: number | null): string | undefined {
  if (ohm === null) return undefined;
  return ohm >= 1e6 ? `${full(ohm / 1e6, 2)} MΩ` : `${full(ohm / 1e3, 0)} kΩ`;
}
