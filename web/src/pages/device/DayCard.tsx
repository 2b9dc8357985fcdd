// Chart of a device's measurements of one day, with the selection of the day.
import { CHART_STEPS_MIN } from '@heliograph/contract/limits.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/Choice.tsx';
import { PowerChart } from '../../components/PowerChart.tsx';
import { deviceName } from '../../components/plant/deviceOrder.ts';
import { LinePicker } from '../../components/plant/LinePicker.tsx';
import detailClasses from '../../components/plant/plant.module.css';
import { DayStepper } from '../../components/plant/Stepper.tsx';
import { chartResult } from '../../components/plant/spokenResult.ts';
import { useDeviceDay } from '../../components/plant/useDeviceDay.ts';
import { inUserUnits } from '../../components/plant/userUnits.ts';
import { useClock } from '../../components/plant/useToday.ts';
import { ZoomHint } from '../../components/ZoomHint.tsx';
import type { TemperatureUnit } from '../../format/numbers.ts';
import { dayIn } from '../../format/times.ts';
import { Card } from '../../ui/Card.tsx';
import { type Device, deviceLike } from './kinds.ts';
import type { DeviceSearch } from './search.ts';

const HEIGHT = 280;

interface Props {
  device: Device;
  temperatureUnit: TemperatureUnit | undefined;
  /** Names of the lines shown by default. */
  defaultLines: readonly string[];
  search: DeviceSearch;
  change: (changed: Partial<DeviceSearch>) => void;
}

export function DayCard({ defaultLines, device, temperatureUnit, search, change }: Props) {
  const { t } = useTranslation();
  const nowMs = useClock();
  const { sid, sn, timezone } = device;
  const today = dayIn(nowMs, timezone);
  const day = search.day && search.day < today ? search.day : today;
  const step = search.step ?? 5;
  const { map, known, lines, chart } = useDeviceDay({ sid, sn, day, today, step, lines: search.lines ?? defaultLines });
  const chartData = useMemo(
    () => chart.data && inUserUnits(chart.data, temperatureUnit),
    [chart.data, temperatureUnit],
  );
  // A device that never reported any of its lines has an empty chart and no line picker.
  const emptyChart =
    map.data && known.length === 0 ? { series: [], xAxisIso: [], sun: { rise: null, set: null } } : undefined;
  return (
    <Card title={t('device.day')}>
      <div className={detailClasses.filters}>
        <DayStepper
          day={day}
          today={today}
          onDay={(next) => change({ day: next >= today ? undefined : next })}
          result={emptyChart ? t('chart.noData') : chartResult(chart, t)}
        />
        <Choice
          aria-label={t('plant.step')}
          widthPx={136}
          value={String(step)}
          choices={CHART_STEPS_MIN.map((minutes) => ({
            value: String(minutes),
            label: t('plant.minutes', { count: minutes }),
          }))}
          onChange={(chosen) => change({ step: Number(chosen) === 5 ? undefined : Number(chosen) })}
        />
      </div>
      <PowerChart
        data={chartData ?? emptyChart}
        name={deviceName(device)}
        day={day}
        timeZone={timezone}
        nowMs={day === today ? nowMs : null}
        likeW={deviceLike(device)}
        height={HEIGHT}
        error={chart.error ?? map.error}
        onRetry={() => void (map.error ? map.refetch() : chart.refetch())}
      />
      <ZoomHint data={chartData ?? emptyChart} className={detailClasses.hint} />
      {known.length > 1 && <LinePicker all={known} chosen={lines} onChange={(names) => change({ lines: names })} />}
    </Card>
  );
}
