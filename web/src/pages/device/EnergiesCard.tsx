// Chart of a device's energies: since midnight, or a bar per day, month or year.
import '../../ui/panelStyles.ts';
import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FlowBars } from '../../components/FlowBars.tsx';
import { PowerChart } from '../../components/PowerChart.tsx';
import { addMonths } from '../../components/plant/days.ts';
import { deviceName } from '../../components/plant/deviceOrder.ts';
import { flowLines } from '../../components/plant/flowLines.ts';
import detailClasses from '../../components/plant/plant.module.css';
import { DayStepper, Stepper } from '../../components/plant/Stepper.tsx';
import { chartResult } from '../../components/plant/spokenResult.ts';
import { REFETCH_MS, useClock } from '../../components/plant/useToday.ts';
import { dayIn, monthText } from '../../format/times.ts';
import { Card } from '../../ui/Card.tsx';
import type { Device, DeviceKind } from './kinds.ts';
import type { DeviceSearch, Energies } from './search.ts';

const HEIGHT = 280;
const TYPES = { midnight: 1, day: 3, month: 5, year: 6 } as const satisfies Record<Energies, number>;
const LABELS = {
  midnight: 'device.sinceMidnight',
  day: 'plant.byDay',
  month: 'plant.byMonth',
  year: 'plant.byYear',
} as const satisfies Record<Energies, string>;

interface Props extends NonNullable<DeviceKind<unknown>['energyCharts']> {
  device: Device;
  search: DeviceSearch;
  change: (changed: Partial<DeviceSearch>) => void;
}

export function EnergiesCard({ energies, useEnergies, device, search, change }: Props) {
  const { t } = useTranslation();
  const nowMs = useClock();
  const { sid, sn, timezone } = device;
  const today = dayIn(nowMs, timezone);
  const day = search.day && search.day < today ? search.day : today;
  const by = energies.find((each) => each === search.energies) ?? energies[0]!;
  const query = useEnergies(
    { sid, sn, types: TYPES[by], date: day },
    { keepsPrevious: true, refetchIntervalMs: REFETCH_MS },
  );
  const goTo = (next: string) => change({ day: next >= today ? undefined : next });
  // Placeholder data belongs to another period and would be read with the wrong calendar.
  const data = query.isPlaceholderData ? undefined : query.data;
  const bars = useMemo(() => {
    if (!data || by === 'midnight') return undefined;
    return flowLines(data, by, today);
  }, [data, by, today]);
  const range = { midnight: day, day: day.slice(0, 7), month: day.slice(0, 4), year: '' }[by];
  const name = deviceName(device);
  const chartProps = { timeZone: timezone, height: HEIGHT, error: query.error, onRetry: () => void query.refetch() };
  return (
    <Card title={t('device.energiesChart')}>
      <div className={detailClasses.filters}>
        {energies.length > 1 && (
          <SegmentedControl
            aria-label={t('device.energiesChart')}
            value={by}
            onChange={(value) => change({ energies: value === energies[0] ? undefined : (value as Energies) })}
            data={energies.map((value) => ({ value, label: t(LABELS[value]) }))}
          />
        )}
        {by === 'midnight' && <DayStepper day={day} today={today} onDay={goTo} result={chartResult(query, t)} />}
        {by === 'day' && (
          <Stepper
            onStep={(step) => goTo(addMonths(day, step))}
            isLast={range >= today.slice(0, 7)}
            text={monthText(range)}
            result={chartResult(query, t)}
          >
            <span className={`${detailClasses.field} num`}>{monthText(range)}</span>
          </Stepper>
        )}
        {by === 'month' && (
          <Stepper
            onStep={(step) => goTo(addMonths(day, 12 * step))}
            isLast={range >= today.slice(0, 4)}
            text={range}
            result={chartResult(query, t)}
          >
            <span className={`${detailClasses.field} num`}>{range}</span>
          </Stepper>
        )}
      </div>
      {by === 'midnight' ? (
        <PowerChart data={data} name={name} day={day} nowMs={day === today ? nowMs : null} {...chartProps} />
      ) : (
        <FlowBars lines={bars} name={name} range={range || t('plant.byYear')} {...chartProps} />
      )}
    </Card>
  );
}
