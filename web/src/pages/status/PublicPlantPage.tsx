// Public page of a plant, for a hall screen and for recipients of its link: no session, no controls, and neither location nor owner.
import type { Response } from '@heliograph/contract/calls.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { Button } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/failures.ts';
import { queryClient, useCall } from '../../api/useCall.ts';
import { Logo } from '../../brand/Logo.tsx';
import { brand } from '../../brand/portal.ts';
import { useIsStale, useNow } from '../../components/Age.tsx';
import { EnergyFlow } from '../../components/EnergyFlow.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { LiveAge } from '../../components/LiveAge.tsx';
import { PowerChart } from '../../components/PowerChart.tsx';
import { lackText } from '../../components/provenanceText.ts';
import { SEVERITY_ICONS, SEVERITY_TONES } from '../../components/severity.tsx';
import { comparedPeak, energyOfKwh, inline, likeOf, mass, powerLike, wireNumber } from '../../format/numbers.ts';
import { time } from '../../format/times.ts';
import { useAnnounced } from '../../ui/announcer.ts';
import { Figure } from '../../ui/Figure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import classes from './public.module.css';
import { StatusFrame } from './StatusFrame.tsx';
import statusClasses from './StatusPage.module.css';
import { useWallDisplay } from './wallDisplay.ts';

const REFETCH_MS = 30_000;
const CHART_PX = 300;
/** Height of everything but the chart on a page that does not scroll. */
const OUTSIDE_CHART_PX = 440;
/** Breakpoint and zoom of large hall screens; same values as in public.module.css. */
const LARGE = { widthPx: 1800, heightPx: 900, zoom: 1.5 };
const PHONE_PX = 800;
/** A wall display does not scroll, so small screens leave out the totals and the energy flow; same values as in public.module.css. */
const LOW_PX = 640;
const LOWEST_PX = 480;
const OUTSIDE_CHART_ON_WALL_PX = { phone: 420, low: 340, lowest: 220 };
const MIN_CHART_PX = 80;

/** Returns the height of the chart, which fills the rest of the screen. */
function useChartPx(isOnWall: boolean): number {
  const { width, height } = useViewportSize();
  if (isOnWall && (width <= PHONE_PX || height < LOW_PX)) {
    const kind = width <= PHONE_PX ? 'phone' : height < LOWEST_PX ? 'lowest' : 'low';
    return Math.max(MIN_CHART_PX, height - OUTSIDE_CHART_ON_WALL_PX[kind]);
  }
  if (width <= PHONE_PX) return CHART_PX;
  const zoom = width >= LARGE.widthPx && height >= LARGE.heightPx ? LARGE.zoom : 1;
  const rest = Math.floor(height / zoom) - OUTSIDE_CHART_PX;
  return isOnWall ? rest : Math.max(CHART_PX - 40, rest);
}

/** Errors of an invalid link, including a mistyped one. */
const INVALID_LINK: readonly number[] = [ERROR_CODES.publicPageNotFound, ERROR_CODES.badRequest];

function PublicPlant() {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  const page = useCall('public/plant', { token }, { staleMs: 0, refetchIntervalMs: REFETCH_MS });
  const { data, error } = page;
  const wall = useWallDisplay(data?.isNight);
  const { t } = useTranslation();
  // Replaces stored data too: a withdrawn page must not stay visible.
  if (error instanceof ApiError && INVALID_LINK.includes(error.code)) return <Gone />;
  return (
    <div
      className={`${classes.page} ${wall.isOn ? classes.wall : ''} ${wall.isTouched ? classes.touched : ''}`}
      style={wall.style}
    >
      {data ? (
        <Plant plant={data} lostSinceMs={error ? page.dataUpdatedAt : null} isOnWall={wall.isOn} />
      ) : error ? (
        <main>
          <ErrorState error={error} onRetry={() => void page.refetch()} />
        </main>
      ) : (
        <main aria-busy>
          <Skeleton height={420} />
        </main>
      )}
      <footer className={classes.foot}>
        <Logo size={24} />
        {brand.name}
        <Button
          className={classes.toggle}
          variant="subtle"
          size="xs"
          leftSection={
            wall.isOn ? (
              <IconMinimize size={18} stroke={1.75} aria-hidden />
            ) : (
              <IconMaximize size={18} stroke={1.75} aria-hidden />
            )
          }
          onClick={wall.toggle}
        >
          {t(wall.isOn ? 'publicPage.leaveWall' : 'publicPage.wall')}
        </Button>
      </footer>
    </div>
  );
}

function Gone() {
  const { t } = useTranslation();
  return (
    <StatusFrame title={t('publicPage.gone')}>
      <main className={statusClasses.prose}>
        <h1>{t('publicPage.gone')}</h1>
        <p>{t('publicPage.goneText')}</p>
      </main>
    </StatusFrame>
  );
}

interface PlantProps {
  plant: Response<'public/plant'>;
  /** Time of the shown figures while the server cannot be reached; null otherwise. */
  lostSinceMs: number | null;
  isOnWall: boolean;
}

function Plant({ plant, lostSinceMs, isOnWall }: PlantProps) {
  const { t } = useTranslation();
  const { title, nowIso, powerMax, hasDevices, lastUpdateIso, expectedUploadS } = plant;
  const chartPx = useChartPx(isOnWall);
  const isSilent = useIsStale(lastUpdateIso, expectedUploadS);
  // Clock and ages advance even while the server cannot be reached.
  const nowMs = useNow(Date.now() / 1000 - 120);
  // Current UTC offset of the plant, such as "+02:00".
  const offset = nowIso.slice(-6);
  const clock = (ms: number) => time((ms + offsetMs(offset)) / 1000, 'UTC');
  useAnnounced(lostSinceMs === null ? '' : t('publicPage.lost', { time: clock(lostSinceMs) }));
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title]);
  const nowW = wireNumber(plant.now);
  const likeW = likeOf(powerMax, plant.peak?.powerW, nowW);
  const isNight = plant.isNight && hasDevices && (isSilent || !nowW);
  return (
    <main className={classes.plant}>
      <header className={classes.head}>
        <h1>{title}</h1>
        <div className={`${classes.state} num`}>
          {hasDevices && <Condition plant={plant} />}
          {lostSinceMs !== null && <span>{t('publicPage.lost', { time: clock(lostSinceMs) })}</span>}
          {hasDevices && lostSinceMs === null && <LiveAge at={lastUpdateIso} uploadEveryS={expectedUploadS} isLong />}
          <span>
            {t('publicPage.clock')} <time>{clock(nowMs)}</time>
          </span>
        </div>
      </header>
      <section className={classes.now}>
        <Figure
          size="lg"
          label={t('plant.now')}
          figure={isNight ? { text: t('publicPage.night'), unit: '' } : powerLike(nowW, likeW)}
          isStale={isNight || isSilent}
          note={
            hasDevices
              ? isNight
                ? t('publicPage.nightText')
                : powerMax > 0 && t('plant.ofPeak', { peak: inline(comparedPeak(powerMax)) })
              : t('publicPage.noDevices')
          }
        />
        <Figure
          size="lg"
          label={t('plant.today')}
          figure={energyOfKwh(wireNumber(plant.today))}
          note={lackText(plant.provenance, t)}
        />
      </section>
      <section className={classes.flow} aria-label={t('publicPage.flow')}>
        <EnergyFlow flow={plant.flow} ratedW={likeW} isStale={isSilent} hasNoData={lastUpdateIso === null} />
      </section>
      <section className={classes.curve} aria-label={t('publicPage.curve')}>
        <PowerChart
          data={{
            series: [{ name: 'Production', unit: 'W', data: plant.curve.data, stack: '' }],
            xAxisIso: plant.curve.xAxisIso,
            sun: { rise: null, set: null },
            peak: plant.peak,
          }}
          name={title}
          day={plant.day}
          timeZone={`UTC${offset}`}
          nowMs={nowMs}
          likeW={likeW}
          height={chartPx}
        />
      </section>
      <section className={classes.strip}>
        <Figure label={t('plant.month')} figure={energyOfKwh(wireNumber(plant.month))} />
        <Figure label={t('plant.year')} figure={energyOfKwh(wireNumber(plant.year))} />
        <Figure label={t('plant.lifetime')} figure={energyOfKwh(wireNumber(plant.total))} />
        <Figure label={t('plant.co2')} figure={mass(wireNumber(plant.co2))} />
      </section>
    </main>
  );
}

/** The worst open problem in general words, and the number of further ones. */
function Condition({ plant: { problem, problems } }: { plant: Response<'public/plant'> }) {
  const { t } = useTranslation();
  if (!problem) return <StatusDot tone="ok">{t('publicPage.noProblems')}</StatusDot>;
  const Icon = SEVERITY_ICONS[problem.level];
  return (
    <StatusDot
      tone={SEVERITY_TONES[problem.level]}
      icon={<Icon size={16} stroke={1.75} role="img" aria-label={t(`problem.level.${problem.level}`)} />}
    >
      {[problem.title, problems > 1 && t('publicPage.moreProblems', { count: problems - 1 })]
        .filter(Boolean)
        .join(', ')}
    </StatusDot>
  );
}

/** Parses an offset such as "+05:30" to milliseconds; the sign applies to hours and minutes. */
function offsetMs(offset: string): number {
  const [hours, minutes] = offset.slice(1).split(':').map(Number);
  return (offset.startsWith('-') ? -1 : 1) * (hours! * 60 + minutes!) * 60_000;
}

export default function PublicPlantPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <PublicPlant />
    </QueryClientProvider>
  );
}
