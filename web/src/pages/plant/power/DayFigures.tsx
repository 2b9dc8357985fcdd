// Energy and highest power of the shown day, beside those of the comparison.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import type { DayData } from '../../../components/DayChart.tsx';
import { EnergyFigure } from '../../../components/EnergyFigure.tsx';
import classes from '../../../components/plant/plant.module.css';
import { powerLike } from '../../../format/numbers.ts';
import { time } from '../../../format/times.ts';
import { Figure } from '../../../ui/Figure.tsx';
import { FigureSkeleton } from '../../../ui/Skeleton.tsx';
import { valuationBasisText } from '../valuationBasisText.ts';

type Total = Response<'device/statistics/date'>;

interface Figures {
  chart: DayData | undefined;
  peak: DayData['peak'];
  likeW: number;
  total: Total | undefined;
  /** Energy of the comparison and its label. */
  compared: { label: string; total: Total | undefined } | undefined;
  timeZone: string;
  isOfDevice: boolean;
  /** Loading has failed, so no skeleton is shown. */
  hasFailed: boolean;
}

export function DayFigures({ chart, peak, likeW, total, compared, timeZone, isOfDevice, hasFailed }: Figures) {
  const { t } = useTranslation();
  if (!chart && !total) {
    return hasFailed ? null : (
      <div className={classes.hero}>
        <FigureSkeleton size="lg" />
        <FigureSkeleton />
        <FigureSkeleton withNote={false} />
      </div>
    );
  }
  const basis = total && valuationBasisText(total.worthBasis, total.economicUnit, t, isOfDevice);
  return (
    <div className={classes.hero}>
      <EnergyFigure
        size="lg"
        label={t('plant.dayEnergy')}
        energy={total?.power}
        comparedKwh={compared?.total?.power}
        provenance={total?.provenance}
        revenue={total && { amount: total.economic, currency: total.economicUnit, basis }}
      />
      <Figure
        label={t('plant.dayPeak')}
        figure={powerLike(peak?.powerW, likeW)}
        note={peak && peak.powerW > 0 ? t('plant.at', { time: time(peak.atIso, timeZone) }) : ''}
      />
      {compared && (
        <EnergyFigure
          label={compared.label}
          energy={compared.total?.power}
          comparedKwh={total?.power}
          provenance={compared.total?.provenance}
        />
      )}
      {chart?.sun.rise && chart.sun.set && (
        <Figure
          label={t('plant.daylight')}
          figure={{ text: `${time(chart.sun.rise, timeZone)} – ${time(chart.sun.set, timeZone)}`, unit: '' }}
        />
      )}
    </div>
  );
}
