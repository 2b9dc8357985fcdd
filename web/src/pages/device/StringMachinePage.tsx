// /devices/stringMachine: a string inverter.
import type { Response } from '@heliograph/contract/calls.ts';
import { useCall } from '../../api/useCall.ts';
import { REFETCH_MS } from '../../components/plant/useToday.ts';
import { DevicePage, prefetchOf } from './DevicePage.tsx';
import type { DeviceKind } from './kinds.ts';
import { StringNow } from './StringNow.tsx';
import { YearOnYear } from './YearOnYear.tsx';

export const prefetch = prefetchOf('device/strings');

const inverter: DeviceKind<Response<'device/strings'>> = {
  kind: 'inverter',
  useNow: (device) => useCall('device/strings', device, { refetchIntervalMs: REFETCH_MS }),
  Now: StringNow,
  Below: ({ device: { sid, sn } }) => <YearOnYear sid={sid} sn={sn} />,
  lines: ['Production'],
  energyCharts: {
    energies: ['day', 'month', 'year'],
    useEnergies: (request, options) => useCall('device/statistics/echarts', request, options),
  },
};

export default function StringMachinePage() {
  return <DevicePage of={inverter} />;
}
