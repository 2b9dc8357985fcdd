// A plant with a meter or battery now and today: power of home, battery and grid, the stacked curve of the day, and today's self-sufficiency, import, export and money.
import type { Response } from '@heliograph/contract/calls.ts';
import { useMediaQuery } from '@mantine/hooks';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { type FlowNode, flowLike, flowNodes } from '../../../components/flow.ts';
import { HomeChart } from '../../../components/HomeChart.tsx';
import { LiveAge } from '../../../components/LiveAge.tsx';
import { DoubtfulMark, figureOfFlow } from '../../../components/plant/Doubtful.tsx';
import classes from '../../../components/plant/plant.module.css';
import { lastUpdateAt } from '../../../components/plant/SiteHeader.tsx';
import { REFETCH_MS, useClock } from '../../../components/plant/useToday.ts';
import { comparedPeak, inline, percent, powerLike } from '../../../format/numbers.ts';
import { curveOf } from '../../../format/shownDay.ts';
import { time } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';
import { Figure } from '../../../ui/Figure.tsx';
import { siteLike } from '../siteLike.ts';
import { TodayBalance } from './TodayBalance.tsx';

type Site = Response<'site/overview'>;

interface Props {
  site: Site;
  isStale: boolean;
  className?: string | undefined;
}

/** The home first, then what supplies it. */
const ORDER = ['home', 'battery', 'grid', 'PVPanel', 'gen'] as const;
const LABELS = {
  home: 'flow.name.home',
  battery: 'flow.name.battery',
  grid: 'flow.name.grid',
  PVPanel: 'flow.name.solar',
  gen: 'flow.name.generator',
} as const;
const STATES = {
  battery: { out: 'plant.discharging', in: 'plant.charging', idle: 'plant.idle' },
  grid: { out: 'plant.importing', in: 'plant.exporting', idle: 'plant.idle' },
} as const;

/** Heights of the chart on a screen and on a phone, where all figures of today fit below it. */
const HEIGHT = { screen: 248, phone: 144 };

/** Returns the power in watts; negative for a home that supplies, which is impossible and shows that a meter is wrong. */
const shownPower = ({ kind, direction, powerW }: FlowNode): number | null =>
  kind === 'home' && direction === 'out' && powerW !== null ? -powerW : powerW;

/** Returns what the node does, in words; '' where its figure says it. */
function noteOf({ kind, direction, powerW }: FlowNode, site: Site, likeW: number, t: TFunction): ReactNode {
  if (kind === 'PVPanel') {
    if (site.isNight && !powerW && site.sunriseIso)
      return t('plant.sunFrom', { time: time(site.sunriseIso, site.timezone) });
    return site.powerMax > 0 ? t('plant.ofPeak', { peak: inline(comparedPeak(site.powerMax)) }) : '';
  }
  if ((kind !== 'battery' && kind !== 'grid') || powerW === null) return '';
  const state = t(STATES[kind][direction]);
  return kind === 'battery' && direction !== 'idle' ? `${state} ${inline(powerLike(powerW, likeW))}` : state;
}

export function HomeCard({ site, isStale, className }: Props) {
  const { t } = useTranslation();
  const nowMs = useClock();
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const request = curveOf(site, nowMs);
  const chart = useCall('site/statistics/echarts', request, { keepsPrevious: true, refetchIntervalMs: REFETCH_MS });
  const nodes = flowNodes(site.energy);
  const likeW = flowLike(nodes, siteLike(site));
  const shown = ORDER.flatMap((kind) => nodes.find((node) => node.kind === kind) ?? []);
  return (
    <Card className={className}>
      <div className={classes.live}>
        {shown.map((node, index) => {
          const label = t(LABELS[node.kind]);
          const charge = node.kind === 'battery' ? node.share : null;
          return (
            <Figure
              key={node.kind}
              size={index === 0 ? 'lg' : 'md'}
              label={label}
              mark={<DoubtfulMark about={label} figures={figureOfFlow(node.kind)} />}
              figure={
                charge === null
                  ? powerLike(shownPower(node), likeW)
                  : { text: percent(charge).replace(/\s*%$/, ''), unit: '%' }
              }
              isStale={isStale || node.isOld}
              note={
                index === 0 && isStale && site.deviceCount !== 0 ? (
                  <LiveAge at={lastUpdateAt(site)} uploadEveryS={site.expectedUploadS} timeZone={site.timezone} />
                ) : (
                  noteOf(node, site, likeW, t)
                )
              }
            />
          );
        })}
      </div>
      <HomeChart
        data={chart.data}
        name={site.siteName}
        day={request.date}
        timeZone={site.timezone}
        nowMs={nowMs}
        likeW={siteLike(site)}
        height={isPhone ? HEIGHT.phone : HEIGHT.screen}
        error={chart.error}
        onRetry={() => void chart.refetch()}
      />
      {site.balance && (
        <TodayBalance balance={site.balance.today} currency={site.statisticsProduction.totalMoneyUnit} />
      )}
    </Card>
  );
}
