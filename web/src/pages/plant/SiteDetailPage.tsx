// The page of one plant: overview, power of a day, energy by day, month and year. It updates when the plant reports.
import type { Response } from '@heliograph/contract/calls.ts';
import { SID_FORM } from '@heliograph/contract/limits.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSiteNotifications } from '../../api/liveNudges.ts';
import { lazyPart } from '../../api/loading.ts';
import { callKey, prefetchCall, queryClient, useCall } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { AlertsTab, HistoryTab, TabSkeleton, UpdateQuestions } from '../../components/plant/lazyTabs.tsx';
import { isPlantNotFound, PlantNotFound } from '../../components/plant/PlantNotFound.tsx';
import { SiteHeader, SiteHeaderSkeleton } from '../../components/plant/SiteHeader.tsx';
import { readSearch, useSiteSearch } from '../../components/plant/search.ts';
import { REFETCH_MS } from '../../components/plant/useToday.ts';
import { SetUpPart } from '../../components/setUp/SetUpPart.tsx';
import { curveOf } from '../../format/shownDay.ts';
import { EnergyTab, LayoutTab, PlaybackTab, PowerTab, ReportTab } from './lazyTabs.tsx';
import { OverviewTab } from './overview/OverviewTab.tsx';
import { SiteTabs } from './SiteTabs.tsx';

/** Loaded on demand: most plants have no running jobs. */
const SiteJobs = lazyPart(() => import('./SiteJobs.tsx'));

function Site({ sid }: { sid: string }) {
  const { t } = useTranslation();
  const [search, change] = useSiteSearch();
  const { view = 'overview' } = search;
  useSiteNotifications(sid);
  const overview = useCall('site/overview', { sid }, { refetchIntervalMs: REFETCH_MS });
  const detail = useCall('site/detail', { sid });
  // Also hides data loaded before the plant became inaccessible.
  if (isPlantNotFound(overview.error)) return <PlantNotFound />;
  if (overview.error && !overview.data) {
    return <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />;
  }
  const site = overview.data;
  return (
    <>
      {site ? <SiteHeader site={site} detail={detail.data} view={t(`plant.${view}`)} /> : <SiteHeaderSkeleton />}
      {site && site.jobs.length > 0 && (
        <Suspense fallback={null}>
          <SiteJobs jobs={site.jobs} />
        </Suspense>
      )}
      <SiteTabs search={search} />
      {site && site.updates > 0 && view === 'overview' && (
        <Suspense fallback={null}>
          <UpdateQuestions sid={sid} timeZone={site.timezone} />
        </Suspense>
      )}
      {view === 'overview' && <OverviewTab site={site} detail={detail.data} />}
      <Suspense fallback={<TabSkeleton />}>
        {view === 'power' && (
          <PowerTab site={site} temperatureUnit={detail.data?.shownTemperatureUnit} search={search} change={change} />
        )}
        {view === 'history' && (
          <HistoryTab
            site={site}
            temperatureUnit={detail.data?.shownTemperatureUnit}
            mayRegister={detail.data?.rights.addDevices ?? false}
            search={search}
            change={change}
          />
        )}
        {view === 'alerts' && <AlertsTab search={search} change={change} />}
        {view === 'report' && <ReportTab site={site} search={search} change={change} />}
        {view === 'playback' && <PlaybackTab site={site} search={search} change={change} />}
        {view === 'layout' && (
          <LayoutTab
            sid={sid}
            timeZone={site?.timezone}
            measure={search.measure}
            shown={search.device === undefined ? undefined : { sn: search.device, input: search.module }}
            change={change}
          />
        )}
        {view === 'setUp' && <SetUpPart sid={sid} />}
        {view === 'energy' && <EnergyTab site={site} search={search} change={change} />}
      </Suspense>
    </>
  );
}

/** Prefetches the overview and then its curve, whose day depends on the overview's figures. */
async function prefetchOverview(sid: string, isShown: boolean): Promise<void> {
  await prefetchCall('site/overview', { sid });
  const site = queryClient.getQueryData<Response<'site/overview'>>(callKey('site/overview', { sid }));
  if (site && isShown) void prefetchCall('site/statistics/echarts', curveOf(site, Date.now()));
}

export function prefetch(search: Record<string, unknown>): Promise<void>[] {
  const { sid, view = 'overview' } = readSearch(search);
  return SID_FORM.test(sid) ? [prefetchOverview(sid, view === 'overview'), prefetchCall('site/detail', { sid })] : [];
}

export default function SiteDetailPage() {
  const [{ sid }] = useSiteSearch();
  return SID_FORM.test(sid) ? <Site key={sid} sid={sid} /> : <PlantNotFound />;
}
