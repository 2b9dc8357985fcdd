// /devices/gateway: a gateway with its connection, the attached devices and their power, rejected data, and alerts.
import type { Response } from '@heliograph/contract/calls.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { Button } from '@mantine/core';
import { IconPlus, IconSettings } from '@tabler/icons-react';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/failures.ts';
import { useSiteNotifications } from '../../../api/liveNudges.ts';
import { lazyPart, preload } from '../../../api/loading.ts';
import { prefetchCall, useCall } from '../../../api/useCall.ts';
import { CredentialsDialog } from '../../../components/Credentials.tsx';
import { ConnectionFacts, ConnectionState } from '../../../components/connection/ConnectionFacts.tsx';
import { hasRejectedRows, RejectedRows } from '../../../components/connection/RejectedRows.tsx';
import { useRenewal } from '../../../components/connection/useRenewal.tsx';
import { DocumentsLink } from '../../../components/DocumentsLink.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { deviceName } from '../../../components/plant/deviceOrder.ts';
import { AlertsTab, TabSkeleton } from '../../../components/plant/lazyTabs.tsx';
import classes from '../../../components/plant/plant.module.css';
import { SiteHeaderSkeleton } from '../../../components/plant/SiteHeader.tsx';
import { SetUpPart } from '../../../components/setUp/SetUpPart.tsx';
import { energyOfKwh, power } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import { Card } from '../../../ui/Card.tsx';
import { Figure } from '../../../ui/Figure.tsx';
import { RowSkeletons, Skeleton } from '../../../ui/Skeleton.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { DeviceFacts } from '../DeviceFacts.tsx';
import { DeviceNotFound, isAddressed } from '../DevicePage.tsx';
import deviceClasses from '../device.module.css';
import type { Device } from '../kinds.ts';
import { type DeviceSearch, readDeviceSearch } from '../search.ts';
import { Children } from './Children.tsx';

type Connection = Response<'device/connection'>;
/** Polls, as changes of the connection cause no nudge. */
const REFETCH_MS = 20_000;

const loadAdd = () => import('../../plantForm/AddDevices.tsx').then((file) => ({ default: file.AddDevices }));
const AddDevices = lazyPart(loadAdd);

export function prefetch(raw: Record<string, unknown>): Promise<void>[] {
  const search = readDeviceSearch(raw);
  const { sid, sn } = search;
  return isAddressed(search)
    ? [prefetchCall('device/detail', { sid, sn }), prefetchCall('device/connection', { sid, sn })]
    : [];
}

export default function GatewayPage() {
  const search = readDeviceSearch(useSearch({ strict: false }));
  return isAddressed(search) ? <Gateway key={`${search.sid} ${search.sn}`} search={search} /> : <DeviceNotFound />;
}

function Gateway({ search }: { search: DeviceSearch }) {
  const { t } = useTranslation();
  const { sid, sn } = search;
  const navigate = useNavigate();
  useSiteNotifications(sid);
  const detail = useCall('device/detail', { sid, sn });
  const connection = useCall('device/connection', { sid, sn }, { refetchIntervalMs: REFETCH_MS });
  const site = useCall('site/detail', { sid });
  const renewal = useRenewal(sn);
  const [isAdding, setAdding] = useState(false);
  const change = useCallback(
    (changed: Partial<DeviceSearch>) =>
      void navigate({
        ...links.device({ sid, sn, kind: 'gateway' }, { ...search, ...changed }),
        replace: true,
        resetScroll: false,
      }),
    [navigate, search, sid, sn],
  );
  if (detail.error instanceof ApiError && detail.error.code === ERROR_CODES.deviceNotFound) return <DeviceNotFound />;
  if (detail.error && !detail.data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />;
  const device = detail.data;
  if (device && device.kind !== 'gateway') return <Navigate {...links.device(device)} replace />;
  const { data } = connection;
  return (
    <>
      {device ? (
        <Header device={device} connection={data}>
          <Button
            variant="default"
            leftSection={<IconSettings size={18} stroke={1.75} aria-hidden />}
            renderRoot={(props) => <Link {...props} {...links.parameterSetting(sid, sn)} />}
          >
            {t('gateway.parameters')}
          </Button>
          {site.data?.rights.addDevices && device.signsIn && renewal.button}
        </Header>
      ) : (
        <SiteHeaderSkeleton />
      )}
      <div className={classes.stack}>
        <div className={deviceClasses.columns}>
          <Card title={t('device.connection')}>
            {data ? <ConnectionFacts data={data} /> : <RowSkeletons rows={4} />}
          </Card>
          <Card title={t('gateway.children')} note={data && data.count.inPlant > 0 ? countText(data, t) : undefined}>
            <Now connection={connection} />
          </Card>
        </div>
        <ChildrenCard sid={sid} data={data} onAdd={site.data?.rights.addDevices ? () => setAdding(true) : null} />
        <SetUpPart sid={sid} sn={sn} />
        {data && hasRejectedRows(data) && (
          <Card title={t('connection.rows')}>
            <RejectedRows data={data} />
          </Card>
        )}
        <Suspense fallback={<TabSkeleton />}>
          <AlertsTab search={search} change={change} gateway={sn} title={t('gateway.alerts')} />
        </Suspense>
        {device && <DeviceFacts device={device} />}
      </div>
      {renewal.confirmation}
      {isAdding && site.data && (
        <AddChildren sid={sid} sn={sn} version={site.data.version} onClose={() => setAdding(false)} />
      )}
      <CredentialsDialog sid={sid} credentials={renewal.issued} onClose={renewal.onSaved} />
    </>
  );
}

interface ChildrenCardProps {
  sid: string;
  data: Connection | undefined;
  /** Null without permission to add devices. */
  onAdd: (() => void) | null;
}

function ChildrenCard({ sid, data, onAdd }: ChildrenCardProps) {
  const { t } = useTranslation();
  return (
    <Card
      flush
      title={t('connection.children')}
      side={
        onAdd && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onPointerEnter={() => preload(loadAdd)}
            onClick={onAdd}
          >
            {t('edit.openAddUnder')}
          </Button>
        )
      }
    >
      {data ? (
        <Children sid={sid} list={data.children} hasAnnounced={data.announced !== null} mayWithdraw={onAdd !== null} />
      ) : (
        <RowSkeletons rows={6} />
      )}
    </Card>
  );
}

interface AddChildrenProps {
  sid: string;
  sn: string;
  /** Version of the plant. */
  version: number;
  onClose: () => void;
}

function AddChildren({ sid, sn, version, onClose }: AddChildrenProps) {
  const { t } = useTranslation();
  return (
    <Suspense>
      <AddDevices
        opened
        sid={sid}
        version={version}
        gatewaySn={sn}
        onClose={onClose}
        onAdded={(serialNumbers) => {
          onClose();
          toastDone(t('edit.added', { count: serialNumbers.length }));
        }}
      />
    </Suspense>
  );
}

const countText = ({ count }: Connection, t: TFunction): string =>
  t('gateway.live', { live: count.live, count: count.inPlant });

interface HeaderProps {
  device: Device;
  connection: Connection | undefined;
  children: ReactNode;
}

function Header({ device, connection, children }: HeaderProps) {
  const { t } = useTranslation();
  const { sid, sn, alias, modelName, siteName } = device;
  return (
    <PageHeader
      isCompact
      title={deviceName(device)}
      facts={
        <>
          {connection && <ConnectionState data={connection} timeZone={device.timezone} />}
          <span>{[t('deviceKind.gateway'), modelName].join(' ')}</span>
          {alias !== '' && <span>{sn}</span>}
          <Link {...links.siteDetail(sid)}>{siteName}</Link>
          <DocumentsLink product={modelName} />
        </>
      }
    >
      {children}
    </PageHeader>
  );
}

interface NowProps {
  connection: { data: Connection | undefined; error: unknown; refetch: () => unknown };
}

function Now({ connection }: NowProps) {
  const { t } = useTranslation();
  const { data, error } = connection;
  if (!data && error) return <ErrorState error={error} onRetry={() => void connection.refetch()} compact />;
  if (!data) return <Skeleton height={78} />;
  const waiting = data.children.filter((child) => child.refused === null && child.lastUpdateIso === null).length;
  return (
    <>
      <div className={`${classes.hero} ${classes.flat}`}>
        <Figure size="lg" label={t('plant.now')} figure={power(data.now)} />
        <Figure label={t('plant.today')} figure={energyOfKwh(data.todayPower)} />
      </div>
      {waiting > 0 && <p className={classes.hint}>{t('gateway.waiting', { count: waiting })}</p>}
      {data.children.length === 0 && <p className={classes.hint}>{t('connection.childrenNone')}</p>}
    </>
  );
}
