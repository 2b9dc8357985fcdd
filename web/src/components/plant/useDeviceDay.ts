// One day of a device: what it sends, which of it is shown, and the chart of that.
import type { Request } from '@heliograph/contract/calls.ts';
import { useCall } from '../../api/useCall.ts';
import { REFETCH_MS } from './useToday.ts';

interface Asked {
  sid: string;
  /** "": none is asked for. */
  sn: string;
  day: string;
  today: string;
  /** Minutes of a slot. */
  step: number;
  /** Names of quantities; those that it does not send are left out. */
  lines: readonly string[];
  /** What is asked for besides. */
  more?: Pick<Request<'device/statistics/echarts'>, 'fromMinute' | 'toMinute' | 'withBands'>;
}

export function useDeviceDay({ sid, sn, day, today, step, lines: wanted, more }: Asked) {
  const map = useCall('device/powerParamateMap', { sid, sn }, { enabled: sn !== '' });
  const known = map.data?.list ?? [];
  const sent = wanted.filter((name) => known.some((quantity) => quantity.name === name));
  const lines = sent.length > 0 ? sent : known.slice(0, 1).map(({ name }) => name);
  const chart = useCall(
    'device/statistics/echarts',
    { sid, sn, types: 1, date: day, minInterval: step, lines, withExpected: true, ...more },
    {
      enabled: sn !== '' && lines.length > 0,
      keepsPrevious: true,
      // A day that is over does not change by itself.
      ...(day === today ? { refetchIntervalMs: REFETCH_MS } : {}),
    },
  );
  return { map, known, lines, chart };
}
