// Page of one device: header, live values, day, energies, readings and alerts. Follows the reports of its plant.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { SID_FORM } from '@heliograph/contract/limits.ts';
import { IconCpu } from '@tabler/icons-react';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/failures.ts';
import { useSiteNotifications } from '../../api/liveNudges.ts';
import { prefetchCall, useCall } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { NotFound } from '../../components/NotFound.tsx';
import { AlertsTab, Readings, TabSkeleton } from '../../components/plant/lazyTabs.tsx';
import { SiteHeaderSkeleton } from '../../components/plant/SiteHeader.tsx';
import { REFETCH_MS } from '../../components/plant/useToday.ts';
import { SetUpPart } from '../../components/setUp/SetUpPart.tsx';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { BatterySettings } from './battery/part.ts';
import { DeviceHeader } from './DeviceHeader.tsx';
import { DeviceOverview } from './DeviceOverview.tsx';
import { DeviceTabs, isSettable } from './DeviceTabs.tsx';
import type { DeviceKind } from './kinds.ts';
import { type DeviceSearch, readDeviceSearch } from './search.ts';

export const isAddressed = ({ sid, sn }: DeviceSearch): boolean => SID_FORM.test(sid) && sn !== '';

type NowCall = 'bdnz/three/overview' | 'battery/hx/overview' | 'ksp/overview' | 'device/strings';

/** Prefetches the calls of the overview; `path` is the call of the live values. */
export const prefetchOf =
  (path: NowCall) =>
  (search: Record<string, unknown>): Promise<void>[] => {
    const read = readDeviceSearch(search);
    const device = { sid: read.sid, sn: read.sn };
    if (!isAddressed(read)) return [];
    return [
      prefetchCall('device/detail', device),
      prefetchCall('site/detail', { sid: read.sid }),
      prefetchCall(path, device),
      prefetchCall('device/powerParamateMap', device),
      prefetchCall('device/statistics/overview/electricity', device),
    ];
  };

export function DevicePage<Answer>({ of }: { of: DeviceKind<Answer> }) {
  const search = readDeviceSearch(useSearch({ strict: false }));
  const key = `${search.sid} ${search.sn}`;
  return isAddressed(search) ? <OneDevice key={key} of={of} search={search} /> : <DeviceNotFound />;
}

function OneDevice<Answer>({ of, search }: { of: DeviceKind<Answer>; search: DeviceSearch }) {
  const { sid, sn, view = 'overview' } = search;
  const navigate = useNavigate();
  useSiteNotifications(sid);
  const detail = useCall('device/detail', { sid, sn }, { refetchIntervalMs: REFETCH_MS });
  const site = useCall('site/detail', { sid });
  const change = useCallback(
    (changed: Partial<DeviceSearch>) => {
      const { sid: _sid, sn: _sn, ...rest } = search;
      const to = links.device({ sid, sn, kind: of.kind }, { ...rest, ...changed });
      void navigate({ ...to, replace: true, resetScroll: false });
    },
    [navigate, search, sid, sn, of.kind],
  );
  if (detail.error instanceof ApiError && detail.error.code === ERROR_CODES.deviceNotFound) return <DeviceNotFound />;
  if (detail.error && !detail.data) {
    return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />;
  }
  const device = detail.data;
  // The address was typed by hand, or the device was replaced by one of another kind.
  if (device && device.kind !== of.kind) return <Navigate {...links.device(device)} replace />;
  const temperatureUnit = site.data?.shownTemperatureUnit;
  return (
    <>
      {device ? <DeviceHeader device={device} view={view} /> : <SiteHeaderSkeleton />}
      <DeviceTabs search={search} kind={of.kind} />
      {!device && <TabSkeleton />}
      {device && view === 'overview' && (
        <DeviceOverview of={of} device={device} temperatureUnit={temperatureUnit} search={search} change={change} />
      )}
      <Suspense fallback={<TabSkeleton />}>
        {device && view === 'history' && (
          <Readings
            sid={sid}
            sn={sn}
            timezone={device.timezone}
            temperatureUnit={temperatureUnit}
            search={search}
            change={change}
          />
        )}
        {device && view === 'alerts' && <AlertsTab search={{ ...search, device: sn }} change={change} isOfDevice />}
        {device && view === 'settings' && isSettable(of.kind) && (
          <BatterySettings sid={sid} sn={sn} kind={of.kind} timeZone={device.timezone} />
        )}
        {device && view === 'setUp' && <SetUpPart sid={sid} sn={sn} />}
      </Suspense>
    </>
  );
}

export function DeviceNotFound() {
  const { t } = useTranslation();
  const mayList = usePermission('Devices');
  return (
    <NotFound
      title={t('device.none')}
      icon={<IconCpu size={22} stroke={1.75} aria-hidden />}
      heading={t('device.noneWhat')}
      text={t('device.noneText')}
      to={mayList ? links.devices() : links.sites()}
      toLabel={t(mayList ? 'device.toList' : 'device.toPlants')}
    />
  );
}
