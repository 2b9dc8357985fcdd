// /devices/electricMeter: a single-phase or three-phase meter.
import type { Response } from '@heliograph/contract/calls.ts';
import { useCall } from '../../api/useCall.ts';
import { REFETCH_MS } from '../../components/plant/useToday.ts';
import { DevicePage, prefetchOf } from './DevicePage.tsx';
import type { DeviceKind } from './kinds.ts';
import { MeterNow } from './MeterNow.tsx';
import { MeterSettings } from './meter/MeterSettings.tsx';

export const prefetch = prefetchOf('bdnz/three/overview');

/** Names of flows; meters for production or loads report others. */
const SINCE_MIDNIGHT = ['From grid', 'To grid', 'Production', 'Consumption'];

const meter: DeviceKind<Response<'bdnz/three/overview'>> = {
  kind: 'meter',
  useNow: (device) => useCall('bdnz/three/overview', device, { refetchIntervalMs: REFETCH_MS }),
  Now: MeterNow,
  Below: MeterSettings,
  lines: ['Grid Power'],
  energyCharts: {
    energies: ['midnight', 'day', 'month', 'year'],
    useEnergies: ({ types, ...request }, options) =>
      useCall('bdnz/three/echarts', { ...request, types, ...(types === 1 ? { lines: SINCE_MIDNIGHT } : {}) }, options),
  },
};

export default function ElectricMeterPage() {
  return <DevicePage of={meter} />;
}
