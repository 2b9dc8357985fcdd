// One day of a device: its quantities, the shown ones, and their chart.
import type { Request } from '@heliograph/contract/calls.ts';
import { useCall } from '../../api/useCall.ts';
import { REFETCH_MS } from './useToday.ts';

interface DeviceDay {
  sid: string;
  /** Serial number; "" for none. */
  sn: string;
  day: string;
  today: string;
  /** Minutes per slot. */
  step: number;
  /** Names of quantities; those that the device does not send are left out. */
  lines: readonly string[];
  /** Further fields of the request. */
  more?: Pick<Request<'device/statistics/echarts'>, 'fromMinute' | 'toMinute' | 'withBands'>;
}

export function useDeviceDay({ sid, sn, day, today, step, lines: requested, more }: DeviceDay) {
  const map = useCall('device/powerParamateMap', { sid, sn }, { enabled: sn !== '' });
  const known = map.data?.list ?? [];
  const available = requested.filter((name) => known.some((quantity) => quantity.name === name));
  const lines = available.length > 0 ? available : known.slice(0, 1).map(({ name }) => name);
  const chart = useCall(
    'device/statistics/echarts',
    { sid, sn, types: 1, date: day, minInterval: step, lines, withExpected: true, ...more },
    {
      enabled: sn !== '' && lines.length > 0,
      keepsPrevious: true,
      // A past day does not change.
      ...(day === today ? { refetchIntervalMs: REFETCH_MS } : {}),
    },
  );
  return { map, known, lines, chart };
}
