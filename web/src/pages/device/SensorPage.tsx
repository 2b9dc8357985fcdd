// /devices/sensor: a sensor of irradiance, temperatures or wind.
import type { Response } from '@heliograph/contract/calls.ts';
import { prefetchCall, useCall } from '../../api/useCall.ts';
import { REFETCH_MS } from '../../components/plant/useToday.ts';
import { DevicePage, isAddressed } from './DevicePage.tsx';
import type { DeviceKind } from './kinds.ts';
import { SensorNow } from './SensorNow.tsx';
import { readDeviceSearch } from './search.ts';

export function prefetch(raw: Record<string, unknown>): Promise<void>[] {
  const search = readDeviceSearch(raw);
  const { sid, sn } = search;
  if (!isAddressed(search)) return [];
  return [
    prefetchCall('device/detail', { sid, sn }),
    prefetchCall('site/detail', { sid }),
    prefetchCall('device/powerParamateMap', { sid, sn }),
  ];
}

const sensor: DeviceKind<Response<'device/detail'>> = {
  kind: 'sensor',
  useNow: (device) => useCall('device/detail', device, { refetchIntervalMs: REFETCH_MS }),
  Now: SensorNow,
  lines: ['Irradiance', 'Module Temperature', 'Ambient Temperature'],
};

export default function SensorPage() {
  return <DevicePage of={sensor} />;
}
