// Header of a device page: name, state, kind, plant, firmware and age of the values.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LiveAge } from '../../components/LiveAge.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { deviceName } from '../../components/plant/deviceOrder.ts';
import { SiteStatusBadge } from '../../components/SiteStatusBadge.tsx';
import { links } from '../../links.ts';
import { VIEW_LABELS } from './DeviceTabs.tsx';
import type { Device } from './kinds.ts';
import { uploadEveryS } from './live.ts';
import type { View } from './search.ts';

export function DeviceHeader({ device, view }: { device: Device; view: View }) {
  const { t } = useTranslation();
  const { sid, status, kind, alias, sn, siteName, CPUVersion, timezone, lastUpdateIso } = device;
  return (
    <PageHeader
      title={deviceName(device)}
      view={t(VIEW_LABELS[view])}
      // Past the views, to the battery's mode and reserve.
      skip={view === 'settings' ? t('layout.skip') : undefined}
      facts={
        <>
          <SiteStatusBadge status={status} isAsleep={device.isAsleep} />
          <span>{t(`deviceKind.${kind}`)}</span>
          {alias !== '' && <span>{sn}</span>}
          <Link {...links.siteDetail(sid)}>{siteName}</Link>
          {CPUVersion !== '' && <span>{t('plant.firmware', { version: CPUVersion })}</span>}
          {lastUpdateIso === null ? (
            <span>{t('device.neverHeard')}</span>
          ) : (
            <LiveAge at={lastUpdateIso} uploadEveryS={uploadEveryS(device)} timeZone={timezone} isLong />
          )}
        </>
      }
    />
  );
}
