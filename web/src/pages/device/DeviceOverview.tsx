// Overview of a device: alert, live values, day, energies and facts.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { TabSkeleton } from '../../components/plant/lazyTabs.tsx';
import detailClasses from '../../components/plant/plant.module.css';
import type { TemperatureUnit } from '../../format/numbers.ts';
import { links } from '../../links.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DayCard } from './DayCard.tsx';
import { DeviceFacts } from './DeviceFacts.tsx';
import classes from './device.module.css';
import { EnergiesCard } from './EnergiesCard.tsx';
import { EnergyFigures } from './EnergyFigures.tsx';
import type { Device, DeviceKind } from './kinds.ts';
import { useIsDeviceStale } from './live.ts';
import { RejectedValues } from './RejectedValues.tsx';
import type { DeviceSearch } from './search.ts';

interface Props<Answer> {
  of: DeviceKind<Answer>;
  device: Device;
  temperatureUnit: TemperatureUnit | undefined;
  search: DeviceSearch;
  change: (changed: Partial<DeviceSearch>) => void;
}

export function DeviceOverview<Answer>({ of, device, temperatureUnit, search, change }: Props<Answer>) {
  const { t } = useTranslation();
  const { sid, sn, alertCode, alertTitle, alertDescription } = device;
  const isStale = useIsDeviceStale(device);
  const now = of.useNow({ sid, sn });
  // The height of these cards depends on the responses; nothing is shown below them until then, so that nothing moves.
  const map = useCall('device/powerParamateMap', { sid, sn });
  if (!(now.data || now.error) || !(map.data || map.error)) return <TabSkeleton />;
  return (
    <div className={detailClasses.stack}>
      {alertCode !== '0000' && (
        <Notice kind="error">
          <b>{alertTitle}</b> <span className="num">{t('plant.alertCode', { code: alertCode })}</span>{' '}
          {alertDescription}{' '}
          <Link {...links.device({ sid, sn, kind: of.kind }, { view: 'alerts' })}>{t('device.toAlerts')}</Link>
        </Notice>
      )}
      {now.data ? (
        <div className={classes.columns}>
          <of.Now device={device} isStale={isStale} temperatureUnit={temperatureUnit} now={now.data} />
        </div>
      ) : (
        <Card>
          <ErrorState error={now.error} onRetry={() => void now.refetch()} compact />
        </Card>
      )}
      <DayCard
        defaultLines={of.lines}
        device={device}
        temperatureUnit={temperatureUnit}
        search={search}
        change={change}
      />
      {of.energyCharts && (
        <>
          <EnergyFigures device={device} />
          <EnergiesCard {...of.energyCharts} device={device} search={search} change={change} />
        </>
      )}
      <DeviceFacts device={device} />
      <RejectedValues device={device} />
      {of.Below && <of.Below device={device} />}
    </div>
  );
}
