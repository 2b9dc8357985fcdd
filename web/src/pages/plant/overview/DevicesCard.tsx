// The plant's devices, problems first: state, name, power now, energy and curve of today, age; cards on phones.
import type { Response } from '@heliograph/contract/calls.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useIsStale } from '../../../components/Age.tsx';
import { LiveAge } from '../../../components/LiveAge.tsx';
import { DeviceProblem } from '../../../components/plant/DeviceProblem.tsx';
import { DeviceTable } from '../../../components/plant/DeviceTable.tsx';
import { deviceName, problemsFirst, type SiteDevice } from '../../../components/plant/deviceOrder.ts';
import { NoDevices } from '../../../components/plant/NoDevices.tsx';
import { PowerCells } from '../../../components/plant/PowerCells.tsx';
import classes from '../../../components/plant/plant.module.css';
import { lastUpdateAt } from '../../../components/plant/SiteHeader.tsx';
import { SiteStatusBadge } from '../../../components/SiteStatusBadge.tsx';
import { SparkLine } from '../../../components/SparkLine.tsx';
import { wireNumber } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import { Card } from '../../../ui/Card.tsx';

type Site = Response<'site/overview'>;
/** Number of devices shown until the user expands the list. */
const COLLAPSED_COUNT = 12;

function DeviceRow({ device, site, top }: { device: SiteDevice; site: Site; top: number }) {
  const { t } = useTranslation();
  const at = lastUpdateAt({ lastUpdateIso: device.lastUpdateIso, lastUpdateTime: device.lastUpdateTime });
  const isStale = useIsStale(at, device.expectedUploadS);
  return (
    <tr>
      <td>
        <SiteStatusBadge status={device.status} isAsleep={device.isAsleep} problem={device.problem} />
      </td>
      <th scope="row">
        <Link {...links.device(device)} aria-label={t('plant.toPower', { name: deviceName(device) })}>
          {deviceName(device)}
        </Link>{' '}
        {device.alias && <span className="muted num">{device.sn}</span>}
        <DeviceProblem device={device} currency={site.statisticsProduction.totalMoneyUnit} />
      </th>
      <td className={classes.model}>
        {device.modelName}
        {device.version !== '' && <div className="muted num">{t('plant.firmware', { version: device.version })}</div>}
      </td>
      <PowerCells device={device} nowW={wireNumber(device.now)} todayKwh={wireNumber(device.today)} isStale={isStale} />
      <td className={classes.spark}>
        <SparkLine data={device.spark} top={top} />
      </td>
      <td className={classes.ageCell}>
        <LiveAge at={at} uploadEveryS={device.expectedUploadS} timeZone={site.timezone} />
      </td>
    </tr>
  );
}

/** `mayRegister`: the server lets this session add devices to this plant. */
export function DevicesCard({ site, mayRegister }: { site: Site; mayRegister: boolean }) {
  const { t } = useTranslation();
  const devices = problemsFirst(site.deviceList);
  // One scale for all curves, so that a weak device stands out.
  const top = Math.max(0, ...devices.flatMap(({ spark }) => spark.map((value) => value ?? 0)));
  if (devices.length === 0) {
    return (
      <Card flush title={t('plant.devices')}>
        <NoDevices sid={site.sid} mayRegister={mayRegister} compact />
      </Card>
    );
  }
  return (
    <Card flush title={t('plant.devices')} note={t('plant.devicesNote', { count: devices.length })}>
      <DeviceTable
        devices={devices}
        maxCollapsed={COLLAPSED_COUNT}
        hasCurve
        lastReportTitle={t('plant.lastReport')}
        row={(device) => <DeviceRow key={device.sn} device={device} site={site} top={top} />}
      />
    </Card>
  );
}
