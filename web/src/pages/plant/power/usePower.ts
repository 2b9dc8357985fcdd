// Chart data of one day of a plant, a device or a module.
import { MODULE_LINES } from '@heliograph/contract/moduleLines.ts';
import { useMemo } from 'react';
import { useCall } from '../../../api/useCall.ts';
import type { DayData } from '../../../components/DayChart.tsx';
import type { Quantity } from '../../../components/plant/LinePicker.tsx';
import { useDeviceDay } from '../../../components/plant/useDeviceDay.ts';
import { REFETCH_MS } from '../../../components/plant/useToday.ts';

/** The plant, device or module whose day a chart shows. */
export interface Subject {
  sid: string;
  /** "": the whole plant. */
  sn: string;
  /** Input of the device; null: the whole device. */
  module: number | null;
  day: string;
}

interface PowerOptions extends Subject {
  today: string;
  /** Length of a slot in minutes; undefined: the default. */
  step: number | undefined;
  lines: readonly string[];
  zoom: readonly [from: number, to: number] | null;
  /** False: no request is sent yet. */
  enabled?: boolean;
}

const MODULE_UNITS: Record<(typeof MODULE_LINES)[number], string> = { Power: 'W', Voltage: 'V', Current: 'A' };
const MODULE_QUANTITIES: readonly Quantity[] = MODULE_LINES.map((name) => ({ name, unit: MODULE_UNITS[name] }));

interface Power {
  chart: { data: DayData | undefined; error: unknown };
  /** Peak production of the day, independent of the lines drawn. */
  peak: DayData['peak'];
  /** Repeats the failed request. */
  retry: () => void;
  /** Quantities offered, and names of the selected ones. */
  known: readonly Quantity[];
  lines: readonly string[];
  /** Minutes: shorter steps of a plant contain only some of its devices. */
  finestMin: number | null;
  /** Number of neighbouring modules in the median that a module is compared with. */
  neighbours: number | null;
}

export function usePower({ sid, sn, module, day, today, step, zoom, enabled = true, ...rest }: PowerOptions): Power {
  const zoomRange = zoom ? { fromMinute: zoom[0], toMinute: zoom[1] } : {};
  const options = { keepsPrevious: true, ...(day === today ? { refetchIntervalMs: REFETCH_MS } : {}) };
  const isEnabled = { plant: enabled && sn === '', device: enabled && sn !== '' && module === null };
  const plantChart = useCall(
    'site/statistics/echarts',
    {
      sid,
      types: 1,
      date: day,
      withBands: true,
      withFlows: true,
      withSoc: true,
      withExpected: true,
      ...(step === undefined ? {} : { minInterval: step }),
      ...zoomRange,
    },
    { enabled: isEnabled.plant, ...options },
  );
  const deviceDay = useDeviceDay({
    sid,
    sn: isEnabled.device ? sn : '',
    day,
    today,
    step: step ?? 5,
    lines: rest.lines,
    more: { withBands: true, ...zoomRange },
  });
  const selected = MODULE_LINES.filter((line) => rest.lines.includes(line));
  const moduleLines = selected.length > 0 ? selected : (['Power'] as const);
  const moduleChart = useCall(
    'device/modules/statistics/echarts',
    {
      sid,
      sn,
      input: module ?? 1,
      types: 1,
      date: day,
      lines: [...moduleLines],
      withBands: true,
      withExpected: true,
      ...(step === undefined ? {} : { minInterval: step }),
      ...zoomRange,
    },
    { enabled: enabled && sn !== '' && module !== null, ...options },
  );
  const drawnPlant = useSelectedSeries(plantChart.data, rest.lines);
  if (sn === '')
    return {
      chart: { data: drawnPlant, error: plantChart.error },
      peak: plantChart.data?.peak,
      neighbours: null,
      known: plantChart.data?.series ?? [],
      lines: drawnPlant?.series.map(({ name }) => name) ?? [],
      finestMin: plantChart.data?.finestMin ?? null,
      retry: () => void plantChart.refetch(),
    };
  if (module !== null)
    return {
      chart: { data: moduleChart.data, error: moduleChart.error },
      peak: moduleChart.data?.peak,
      known: MODULE_QUANTITIES,
      lines: moduleLines,
      finestMin: moduleChart.data?.finestMin ?? null,
      neighbours: moduleChart.data?.neighbours ?? null,
      retry: () => void moduleChart.refetch(),
    };
  const { map, chart } = deviceDay;
  return {
    chart: { data: chart.data, error: chart.error ?? map.error },
    peak: chart.data?.peak,
    known: deviceDay.known,
    lines: deviceDay.lines,
    finestMin: chart.data?.finestMin ?? null,
    neighbours: null,
    retry: () => void (map.error ? map.refetch() : chart.refetch()),
  };
}

/** Returns the chart with the selected series only, or with production if it has none of them. Expected power and peak belong to production. */
function useSelectedSeries(data: DayData | undefined, names: readonly string[]): DayData | undefined {
  const joined = names.join();
  return useMemo(() => {
    if (!data) return undefined;
    const selected = joined.split(',');
    const isOn = data.series.map(({ name }) => selected.includes(name));
    if (!isOn.includes(true)) isOn[0] = true;
    return {
      ...data,
      series: data.series.filter((_, index) => isOn[index]),
      bands: (data.bands ?? []).filter((_, index) => isOn[index]),
      ...(isOn[0] ? {} : { expected: null, peak: null }),
    };
  }, [data, joined]);
}
