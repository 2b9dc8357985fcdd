// /devices/module/detail: one module, an input of a device: live values compared with its neighbours, position, energies and alerts of its device.
import type { Response } from '@heliograph/contract/calls.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/failures.ts';
import { useSiteNotifications } from '../../../api/liveNudges.ts';
import { prefetchCall, useCall } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { LiveAge } from '../../../components/LiveAge.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { deviceName } from '../../../components/plant/deviceOrder.ts';
import { AlertsTab, TabSkeleton } from '../../../components/plant/lazyTabs.tsx';
import classes from '../../../components/plant/plant.module.css';
import { SiteHeaderSkeleton } from '../../../components/plant/SiteHeader.tsx';
import { TabBar } from '../../../components/plant/TabBar.tsx';
import { REFETCH_MS } from '../../../components/plant/useToday.ts';
import { moduleName } from '../../../components/roof/names.ts';
import { SiteStatusBadge } from '../../../components/SiteStatusBadge.tsx';
import { inline, power } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { DeviceNotFound, isAddressed } from '../DevicePage.tsx';
import { uploadEveryS } from '../live.ts';
import { YearOnYear } from '../YearOnYear.tsx';
import { ModuleDay } from './ModuleDay.tsx';
import { ModuleEnergies } from './ModuleEnergies.tsx';
import { PeerComparison } from './PeerComparison.tsx';
import { Position } from './Position.tsx';
import { type ModuleSearch, readModuleSearch } from './search.ts';

export type Module = Response<'device/modules/statistics/overview'>;
export type Sibling = Response<'device/modules'>['list'][number];

export function prefetch(raw: Record<string, unknown>): Promise<void>[] {
  const search = readModuleSearch(raw);
  const { sid, sn } = search;
  return isAddressed(search) ? [prefetchCall('device/modules', { sid, sn })] : [];
}

export default function ModulePage() {
  const search = readModuleSearch(useSearch({ strict: false }));
  return isAddressed(search) ? <Device key={`${search.sid} ${search.sn}`} search={search} /> : <DeviceNotFound />;
}

const isNoDevice = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === ERROR_CODES.deviceNotFound || error.code === ERROR_CODES.moduleNotFound);

function Device({ search }: { search: ModuleSearch }) {
  const { sid, sn } = search;
  useSiteNotifications(sid);
  const siblings = useCall('device/modules', { sid, sn }, { refetchIntervalMs: REFETCH_MS });
  if (isNoDevice(siblings.error)) return <DeviceNotFound />;
  if (siblings.error && !siblings.data)
    return <ErrorState error={siblings.error} onRetry={() => void siblings.refetch()} />;
  if (!siblings.data) {
    return (
      <>
        <SiteHeaderSkeleton />
        <TabSkeleton />
      </>
    );
  }
  const { list } = siblings.data;
  // Defaults to input 1 for a device that has not reported its inputs.
  const input = search.input ?? list[0]?.addr ?? 1;
  return <OneModule key={input} search={{ ...search, input }} siblings={list} />;
}

interface Props {
  search: ModuleSearch & { input: number };
  siblings: readonly Sibling[];
}

function OneModule({ search, siblings }: Props) {
  const { t } = useTranslation();
  const { sid, sn, input } = search;
  const navigate = useNavigate();
  const query = useCall(
    'device/modules/statistics/overview',
    { sid, sn, input, live: true },
    { refetchIntervalMs: REFETCH_MS },
  );
  const site = useCall('site/detail', { sid });
  const change = useCallback(
    (changed: Partial<ModuleSearch>) =>
      void navigate({ ...links.module({ ...search, ...changed }), replace: true, resetScroll: false }),
    [navigate, search],
  );
  if (isNoDevice(query.error)) return <DeviceNotFound />;
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const module = query.data;
  return (
    <>
      {module ? <Header module={module} /> : <SiteHeaderSkeleton />}
      {module && siblings.length > 1 && <Siblings search={search} siblings={siblings} />}
      {!module && <TabSkeleton />}
      {module && (
        <div className={classes.stack}>
          {module.alertCode !== '0000' && (
            <Notice kind="error">
              <b>{module.alertTitle}</b> <span className="num">{t('plant.alertCode', { code: module.alertCode })}</span>{' '}
              {module.alertDescription}
            </Notice>
          )}
          <PeerComparison module={module} search={search} change={change} currency={site.data?.currency ?? ''} />
          <ModuleDay module={module} search={search} change={change} />
          <Position module={module} mayEdit={site.data?.rights.update ?? false} />
          <ModuleEnergies module={module} search={search} change={change} />
          <Suspense fallback={<TabSkeleton />}>
            <AlertsTab search={{ ...search, device: sn }} change={change} isOfDevice title={t('module.alerts')} />
          </Suspense>
          {siblings.length > 1 ? (
            <>
              <YearOnYear sid={sid} sn={sn} input={module.addr} name={nameOf(module)} />
              <YearOnYear sid={sid} sn={sn} name={t('module.wholeOf', { name: deviceName(module) })} />
            </>
          ) : (
            <YearOnYear sid={sid} sn={sn} input={module.addr} />
          )}
        </div>
      )}
    </>
  );
}

/** Its name on the layout. */
export const nameOf = (module: Module): string => moduleName({ ...module, input: module.addr });

function Header({ module }: { module: Module }) {
  const { t } = useTranslation();
  const { sid, sn, addr, status, modelName, siteName, timezone, lastUpdateIso } = module;
  const ofDevice = t('module.inputOf', { n: addr, name: deviceName(module) });
  return (
    <PageHeader
      title={nameOf(module)}
      facts={
        <>
          <SiteStatusBadge status={status} isAsleep={module.isAsleep} />
          <span>{ofDevice}</span>
          <Link {...links.siteDetail(sid, { view: 'power', device: sn })}>{t('module.toDevice', { modelName })}</Link>
          <Link {...links.siteDetail(sid)}>{siteName}</Link>
          {lastUpdateIso === null ? (
            <span>{t('device.neverHeard')}</span>
          ) : (
            <LiveAge at={lastUpdateIso} uploadEveryS={uploadEveryS(module)} timeZone={timezone} isLong />
          )}
        </>
      }
    />
  );
}

/** Inputs of the same device with their current power, for a quick comparison. */
function Siblings({ search, siblings }: Props) {
  const { t } = useTranslation();
  const { sid, sn, input, day, lines } = search;
  return (
    <TabBar label={t('module.siblings')} open={String(input)}>
      {siblings.map(({ addr, label, now }) => (
        <Link
          key={addr}
          {...links.module({ sid, sn, input: addr, day, lines })}
          aria-current={addr === input ? 'page' : undefined}
          className={classes.tab}
          resetScroll={false}
        >
          {label || t('device.inputOf', { n: addr })}{' '}
          <span className="muted num">{now === null ? '' : inline(power(now))}</span>
        </Link>
      ))}
    </TabBar>
  );
}
