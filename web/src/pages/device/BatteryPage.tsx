// /devices/battery: a battery that reports by itself.
import type { Response } from '@heliograph/contract/calls.ts';
import { useCall } from '../../api/useCall.ts';
import { REFETCH_MS } from '../../components/plant/useToday.ts';
import { BatteryHealth } from './BatteryHealth.tsx';
import { BatteryNow } from './BatteryNow.tsx';
import { DevicePage, prefetchOf } from './DevicePage.tsx';
import type { DeviceKind } from './kinds.ts';

export const prefetch = prefetchOf('battery/hx/overview');

const battery: DeviceKind<Response<'battery/hx/overview'>> = {
  kind: 'battery',
  useNow: (device) => useCall('battery/hx/overview', device, { refetchIntervalMs: REFETCH_MS }),
  Now: BatteryNow,
  Below: BatteryHealth,
  lines: ['Battery Power', 'Battery SOC'],
  energyCharts: {
    energies: ['midnight', 'day', 'month', 'year'],
    useEnergies: ({ types, ...request }, options) =>
      useCall(
        'battery/hx/echarts',
        { ...request, types, ...(types === 1 ? { lines: ['Charge', 'Discharge'] } : {}) },
        options,
      ),
  },
};

export default function BatteryPage() {
  return <DevicePage of={battery} />;
}
