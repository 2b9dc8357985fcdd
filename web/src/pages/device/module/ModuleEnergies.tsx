// Energies of a module: the usual periods, each with its provenance, and a bar for each day of a month.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { EnergyChart } from '../../../components/EnergyChart.tsx';
import { EnergyFigure } from '../../../components/EnergyFigure.tsx';
import { addMonths } from '../../../components/plant/days.ts';
import { energySlots } from '../../../components/plant/energySlots.ts';
import classes from '../../../components/plant/plant.module.css';
import { Stepper } from '../../../components/plant/Stepper.tsx';
import { chartResult } from '../../../components/plant/spokenResult.ts';
import { useClock } from '../../../components/plant/useToday.ts';
import { dayIn, monthText } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';
import { type Module, nameOf } from './ModulePage.tsx';
import type { ModuleSearch } from './search.ts';

interface Props {
  module: Module;
  search: ModuleSearch;
  change: (changed: Partial<ModuleSearch>) => void;
}

const PERIODS = ['today', 'yesterday', 'month', 'year'] as const;
const LABELS = {
  today: 'plant.today',
  yesterday: 'plant.yesterday',
  month: 'plant.month',
  year: 'plant.year',
  total: 'plant.lifetime',
} as const;

export function ModuleEnergies({ module, search, change }: Props) {
  const { t } = useTranslation();
  const nowMs = useClock();
  const { sn, addr, timezone } = module;
  const today = dayIn(nowMs, timezone);
  const day = search.day && search.day < today ? search.day : today;
  const month = day.slice(0, 7);
  // Requested without the plant, so that reports do not refetch it: yearly sums read all days.
  const years = useCall('device/modules/statistics/overview', { sn, input: addr }, { staleMs: 600_000 });
  const chart = useCall(
    'device/modules/statistics/echarts',
    { sn, input: addr, types: 3, date: day },
    { keepsPrevious: true },
  );
  const data = chart.isPlaceholderData ? undefined : chart.data;
  const slots = useMemo(() => data && energySlots({ ...data, yearBefore: null }, 'day', today), [data, today]);
  const all = { ...module, year: years.data?.year ?? null, total: years.data?.total ?? null };
  const figure = (period: (typeof PERIODS)[number] | 'total') => (
    <EnergyFigure
      key={period}
      label={t(LABELS[period])}
      energy={all[period]?.energy}
      provenance={all[period]?.provenance}
    />
  );
  return (
    <>
      <Card className={classes.strip}>{[...PERIODS, 'total' as const].map(figure)}</Card>
      <Card title={t('module.byDay')}>
        <div className={classes.filters}>
          <Stepper
            onStep={(step) => {
              const next = addMonths(day, step);
              change({ day: next >= today ? undefined : next });
            }}
            isLast={month >= today.slice(0, 7)}
            text={monthText(month)}
            result={chartResult(chart, t)}
          >
            <span className={`${classes.field} num`}>{monthText(month)}</span>
          </Stepper>
        </div>
        <EnergyChart
          slots={slots}
          name={nameOf(module)}
          range={month}
          timeZone={timezone}
          height={240}
          error={chart.error}
          onRetry={() => void chart.refetch()}
        />
      </Card>
    </>
  );
}
