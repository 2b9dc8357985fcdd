// Current power and its share of the installed power, today's energy and peak, and the day's curve against a clear sky.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { EnergyFigure } from '../../../components/EnergyFigure.tsx';
import { LiveAge } from '../../../components/LiveAge.tsx';
import { PowerChart } from '../../../components/PowerChart.tsx';
import { DoubtfulMark } from '../../../components/plant/Doubtful.tsx';
import classes from '../../../components/plant/plant.module.css';
import { lastUpdateAt } from '../../../components/plant/SiteHeader.tsx';
import { REFETCH_MS, useClock } from '../../../components/plant/useToday.ts';
import {
  comparedPeak,
  inline,
  percent,
  powerLike,
  specificYield,
  wireNumber,
  yieldText,
} from '../../../format/numbers.ts';
import { curveOf, displayDay } from '../../../format/shownDay.ts';
import { time } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';
import { Figure } from '../../../ui/Figure.tsx';
import { siteLike } from '../siteLike.ts';
import { valuationBasisText } from '../valuationBasisText.ts';

const HEIGHT = 248;

interface Props {
  site: Response<'site/overview'>;
  isStale: boolean;
  className?: string;
}

export function NowCard({ site, isStale, className }: Props) {
  const { t } = useTranslation();
  const nowMs = useClock();
  const { timezone, powerMax, peak, statisticsProduction: production } = site;
  const { day, isBeforeSunrise } = displayDay(site, nowMs);
  const chart = useCall('site/statistics/echarts', curveOf(site, nowMs), {
    keepsPrevious: true,
    refetchIntervalMs: REFETCH_MS,
  });
  const nowW = wireNumber(production.totalNow);
  const likeW = siteLike(site);
  const yieldToday = specificYield(wireNumber(production.today), powerMax);
  // The same share of the installed power as in the energy flow.
  const share = wireNumber(site.energy.PVPanel.rate);
  const basis = valuationBasisText(site.worthBasis, production.totalMoneyUnit, t);
  const isAsleep = site.isNight && site.deviceCount !== 0 && (isStale || !nowW);
  return (
    <Card className={className}>
      <div className={classes.hero}>
        <Figure
          size="lg"
          label={t('plant.now')}
          mark={<DoubtfulMark about={t('plant.now')} figures={['production']} />}
          figure={isAsleep ? { text: t('state.night'), unit: '' } : powerLike(nowW, likeW)}
          isStale={isStale || isAsleep}
          note={
            isAsleep ? (
              site.sunriseIso && t('plant.sunriseAt', { time: time(site.sunriseIso, timezone) })
            ) : isStale && site.deviceCount !== 0 ? (
              <LiveAge at={lastUpdateAt(site)} uploadEveryS={site.expectedUploadS} timeZone={timezone} />
            ) : (
              powerMax > 0 &&
              `${t('plant.ofPeak', { peak: inline(comparedPeak(powerMax)) })}${share === null ? '' : ` · ${percent(share / 100)}`}`
            )
          }
        />
        <EnergyFigure
          label={t('plant.today')}
          energy={production.today}
          provenance={site.provenance.today}
          revenue={{ amount: production.todayMoney, currency: production.totalMoneyUnit, basis }}
          note={yieldToday !== null && <div>{t('plant.perPeak', { amount: yieldText(yieldToday) })}</div>}
        />
        <Figure
          label={t('plant.peakToday')}
          mark={<DoubtfulMark about={t('plant.peakToday')} figures={['production', 'hours']} />}
          figure={powerLike(peak?.powerW, likeW)}
          note={peak && peak.powerW > 0 ? t('plant.at', { time: time(peak.atIso, timezone) }) : ''}
        />
      </div>
      <PowerChart
        data={chart.data}
        name={site.siteName}
        day={day}
        timeZone={timezone}
        nowMs={isBeforeSunrise ? null : nowMs}
        isMuted={isBeforeSunrise}
        likeW={likeW}
        height={HEIGHT}
        error={chart.error}
        onRetry={() => void chart.refetch()}
      />
      {isBeforeSunrise && site.lastUpdateIso !== null && <p className={classes.hint}>{t('plant.curveOfYesterday')}</p>}
    </Card>
  );
}
