// One day of a plant, of a device or of one of its modules, as its chart takes it.
import { MODULE_LINES } from '@heliograph/contract/moduleLines.ts';
import { useMemo } from 'react';
import { useCall } from '../../../api/useCall.ts';
import type { DayData } from '../../../components/DayChart.tsx';
import type { Quantity } from '../../../components/plant/LinePicker.tsx';
import { useDeviceDay } from '../../../components/plant/useDeviceDay.ts';
import { REFETCH_MS } from '../../../components/plant/useToday.ts';

/** What a chart is of. */
export interface Subject {
  sid: string;
  /** "": the whole plant. */
  sn: string;
  /** Of the device; null: all of it. */
  module: number | null;
  day: string;
}

interface Asked extends Subject {
  today: string;
  /** Minutes of a slot; undefined: as usual. */
  step: number | undefined;
  lines: readonly string[];
  zoom: readonly [from: number, to: number] | null;
  /** False: not asked yet. */
  enabled?: boolean;
}

const MODULE_UNITS: Record<(typeof MODULE_LINES)[number], string> = { Power: 'W', Voltage: 'V', Current: 'A' };
const OF_MODULE: readonly Quantity[] = MODULE_LINES.map((name) => ({ name, unit: MODULE_UNITS[name] }));

interface Power {
  chart: { data: DayData | undefined; error: unknown };
  /** The highest production of the day, whatever is drawn. */
  peak: DayData['peak'];
  /** Asks again what failed. */
  retry: () => void;
  /** What may be chosen, and what is. */
  known: readonly Quantity[];
  lines: readonly string[];
  /** Minutes: shorter steps of a plant hold some of its devices alone. */
  finestMin: number | null;
  /** How many modules the median beside a module is of. */
  neighbours: number | null;
}

export function usePower({ sid, sn, module, day, today, step, zoom, enabled = true, ...asked }: Asked): Power {
  const part = zoom ? { fromMinute: zoom[0], toMinute: zoom[1] } : {};
  const options = { keepsPrevious: true, ...(day === today ? { refetchIntervalMs: REFETCH_MS } : {}) };
  const isOf = { plant: enabled && sn === '', device: enabled && sn !== '' && module === null };
  const ofPlant = useCall(
    'site/statistics/echarts',
    {
      sid,
      types: 1,
      date: day,
      withBands: true,
      withFlows: true,
      withExpected: true,
      ...(step === undefined ? {} : { minInterval: step }),
      ...part,
    },
    { enabled: isOf.plant, ...options },
  );
  const ofDevice = useDeviceDay({
    sid,
    sn: isOf.device ? sn : '',
    day,
    today,
    step: step ?? 5,
    lines: asked.lines,
    more: { withBands: true, ...part },
  });
  const wanted = MODULE_LINES.filter((line) => asked.lines.includes(line));
  const moduleLines = wanted.length > 0 ? wanted : (['Power'] as const);
  const ofModule = useCall(
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
      ...part,
    },
    { enabled: enabled && sn !== '' && module !== null, ...options },
  );
  const drawnOfPlant = useChosen(ofPlant.data, asked.lines);
  if (sn === '')
    return {
      chart: { data: drawnOfPlant, error: ofPlant.error },
      peak: ofPlant.data?.peak,
      neighbours: null,
      known: ofPlant.data?.series ?? [],
      lines: drawnOfPlant?.series.map(({ name }) => name) ?? [],
      finestMin: ofPlant.data?.finestMin ?? null,
      retry: () => void ofPlant.refetch(),
    };
  if (module !== null)
    return {
      chart: { data: ofModule.data, error: ofModule.error },
      peak: ofModule.data?.peak,
      known: OF_MODULE,
      lines: moduleLines,
      finestMin: ofModule.data?.finestMin ?? null,
      neighbours: ofModule.data?.neighbours ?? null,
      retry: () => void ofModule.refetch(),
    };
  const { map, chart } = ofDevice;
  return {
    chart: { data: chart.data, error: chart.error ?? map.error },
    peak: chart.data?.peak,
    known: ofDevice.known,
    lines: ofDevice.lines,
    finestMin: chart.data?.finestMin ?? null,
    neighbours: null,
    retry: () => void (map.error ? map.refetch() : chart.refetch()),
  };
}

/** Of all that a plant measures what is chosen; production where it measures none of that. A clear sky and the highest of the day belong to production. */
function useChosen(data: DayData | undefined, names: readonly string[]): DayData | undefined {
  const wanted = names.join();
  return useMemo(() => {
    if (!data) return undefined;
    const chosen = wanted.split(',');
    const isOn = data.series.map(({ name }) => chosen.includes(name));
    if (!isOn.includes(true)) isOn[0] = true;
    return {
      ...data,
      series: data.series.filter((_, place) => isOn[place]),
      bands: (data.bands ?? []).filter((_, place) => isOn[place]),
      ...(isOn[0] ? {} : { expected: null, peak: null }),
    };
  }, [data, wanted]);
}
