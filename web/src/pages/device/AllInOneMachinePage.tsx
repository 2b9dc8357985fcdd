// /devices/allInOneMachine: a hybrid inverter or an all-in-one device.
import type { Response } from '@heliograph/contract/calls.ts';
import { useCall } from '../../api/useCall.ts';
import { REFETCH_MS } from '../../components/plant/useToday.ts';
import { BatteryHealth } from './BatteryHealth.tsx';
import { DevicePage, prefetchOf } from './DevicePage.tsx';
import { HybridNow } from './HybridNow.tsx';
import type { DeviceKind } from './kinds.ts';
import { YearOnYear } from './YearOnYear.tsx';

export const prefetch = prefetchOf('ksp/overview');

const hybrid: DeviceKind<Response<'ksp/overview'>> = {
  kind: 'hybrid',
  useNow: (device) => useCall('ksp/overview', device, { refetchIntervalMs: REFETCH_MS }),
  Now: HybridNow,
  Below: ({ device }) => (
    <>
      <BatteryHealth device={device} />
      <YearOnYear sid={device.sid} sn={device.sn} />
    </>
  ),
  lines: ['Production', 'Load Power', 'Grid Power', 'Battery Power'],
  energyCharts: {
    energies: ['day', 'month', 'year'],
    useEnergies: ({ types, ...request }, options) =>
      useCall('ksp/statistics/electricity', { ...request, types: types === 1 ? 3 : types }, options),
  },
};

export default function AllInOneMachinePage() {
  return <DevicePage of={hybrid} />;
}
