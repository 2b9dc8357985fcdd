// Live values of a sensor: irradiance first, then temperatures and wind.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { lineLabel, unitText } from '../../components/chart/lines.ts';
import detailClasses from '../../components/plant/plant.module.css';
import { type FigureText, full, type TemperatureUnit, temperature } from '../../format/numbers.ts';
import { Card } from '../../ui/Card.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { AgeWhenStale } from './AgeWhenStale.tsx';
import type { NowProps } from './kinds.ts';
import { NeverReported } from './NeverReported.tsx';

type Value = Response<'device/detail'>['values'][number];

/** One decimal, except irradiance, whose sensors report whole watts. */
function figureOf({ value, unit }: Value, degrees: TemperatureUnit | undefined): FigureText {
  if (unitText(unit) === '°C') return temperature(value, degrees);
  return { text: full(value, unit.startsWith('W') ? 0 : 1), unit: value === null ? '' : unit };
}

export function SensorNow({ device, isStale, now, temperatureUnit }: NowProps<Response<'device/detail'>>) {
  const { t } = useTranslation();
  const [first, ...others] = now.values;
  if (!first) return <NeverReported />;
  return (
    <Card className={detailClasses.wide}>
      <div className={`${detailClasses.hero} ${detailClasses.flat}`}>
        <Figure
          size="lg"
          label={lineLabel(first.name, t, first.title)}
          figure={figureOf(first, temperatureUnit)}
          isStale={isStale}
          note={<AgeWhenStale device={device} isStale={isStale} />}
        />
        {others.map((value) => (
          <Figure
            key={value.name}
            label={lineLabel(value.name, t, value.title)}
            figure={figureOf(value, temperatureUnit)}
            isStale={isStale}
          />
        ))}
      </div>
    </Card>
  );
}
