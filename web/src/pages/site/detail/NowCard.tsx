// The answer first: power now of what is installed, energy and money of today, and the curve of the day.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { LiveAge } from '../../../components/LiveAge.tsx';
import { PowerChart } from '../../../components/PowerChart.tsx';
import { provenanceText } from '../../../components/provenanceText.ts';
import { energyOfKwh, inline, money, peakPower, percent, power, wireNumber } from '../../../format/numbers.ts';
import { dayIn } from '../../../format/times.ts';
import { usePermission } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { Figure } from '../../../ui/Figure.tsx';
import classes from './detail.module.css';
import { heardAt } from './SiteHeader.tsx';
import { REFETCH_MS, useClock } from './useToday.ts';

const HEIGHT = 248;

interface Props {
  site: Response<'site/overview'>;
  isStale: boolean;
  className?: string;
}

export function NowCard({ site, isStale, className }: Props) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const nowMs = useClock();
  const today = dayIn(nowMs, site.timezone);
  const chart = useCall(
    'site/statistics/echarts',
    { sid: site.sid, types: 1, date: today },
    { keepsPrevious: true, refetchIntervalMs: REFETCH_MS },
  );
  const made = site.statisticsProduction;
  const nowW = wireNumber(made.totalNow);
  // The server's highest is of quarter-hour means; the newest value may be above them.
  const peakW = site.max_power === null ? null : Math.max(site.max_power, isStale ? 0 : (nowW ?? 0));
  const share = nowW !== null && site.powerMax > 0 ? nowW / site.powerMax : null;
  return (
    <Card className={className}>
      <div className={classes.hero}>
        <Figure
          size="lg"
          label={t('plant.now')}
          figure={power(nowW)}
          isStale={isStale}
          note={
            isStale && site.deviceCount !== 0 ? (
              <LiveAge at={heardAt(site)} uploadEveryS={site.expectedUploadS} timeZone={site.timezone} />
            ) : (
              `${t('plant.ofPeak', { peak: inline(peakPower(site.powerMax)) })}${share === null ? '' : ` · ${percent(share)}`}`
            )
          }
        />
        <Figure
          label={t('plant.today')}
          figure={energyOfKwh(wireNumber(made.today))}
          note={
            <>
              {showsMoney && <div>{money(wireNumber(made.todayMoney), made.totalMoneyUnit)}</div>}
              <div>{provenanceText(site.provenance.today, t)}</div>
            </>
          }
        />
        <Figure label={t('plant.peakToday')} figure={power(peakW)} note={site.isNight ? t('plant.night') : ''} />
      </div>
      <PowerChart
        data={chart.data}
        name={site.siteName}
        day={today}
        timeZone={site.timezone}
        nowMs={nowMs}
        height={HEIGHT}
        error={chart.error}
        onRetry={() => void chart.refetch()}
      />
    </Card>
  );
}
