// Live values of a module, and its day compared with the median of its neighbours.
import type { Response } from '@heliograph/contract/calls.ts';
import { MODULE_LINES } from '@heliograph/contract/moduleLines.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { LiveAge } from '../../../components/LiveAge.tsx';
import { PowerChart } from '../../../components/PowerChart.tsx';
import { LinePicker } from '../../../components/plant/LinePicker.tsx';
import classes from '../../../components/plant/plant.module.css';
import { DayStepper } from '../../../components/plant/Stepper.tsx';
import { chartResult } from '../../../components/plant/spokenResult.ts';
import { REFETCH_MS, useClock } from '../../../components/plant/useToday.ts';
import { inline, likeOf, powerLike, quantity } from '../../../format/numbers.ts';
import { dayIn, time } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';
import { Figure } from '../../../ui/Figure.tsx';
import { uploadEveryS, useIsDeviceStale } from '../live.ts';
import { type Module, nameOf } from './ModulePage.tsx';
import type { ModuleSearch } from './search.ts';

type Line = (typeof MODULE_LINES)[number];
const QUANTITIES = [
  { name: 'Power', unit: 'W' },
  { name: 'Voltage', unit: 'V' },
  { name: 'Current', unit: 'A' },
] as const satisfies readonly { name: Line; unit: string }[];
const HEIGHT = 280;

/** Maximum power in watts; null if unknown. */
const maxPowerOf = ({ peakPower, ratedPower }: Module): number | null => peakPower ?? ratedPower;
/** Watts that determine the unit of all powers of the module, in figures and chart. */
const moduleLike = (module: Module): number => likeOf(maxPowerOf(module) ?? 0, module.now, module.peak?.powerW);

interface Props {
  module: Module;
  search: ModuleSearch;
  change: (changed: Partial<ModuleSearch>) => void;
}

export function ModuleDay({ module, search, change }: Props) {
  const { t } = useTranslation();
  const nowMs = useClock();
  const { sid, sn, addr, timezone } = module;
  const today = dayIn(nowMs, timezone);
  const day = search.day && search.day < today ? search.day : today;
  const selected = MODULE_LINES.filter((line) => search.lines?.includes(line));
  const lines: Line[] = selected.length > 0 ? selected.slice(0, 2) : ['Power'];
  const chart = useCall(
    'device/modules/statistics/echarts',
    { sid, sn, input: addr, types: 1, date: day, lines, withExpected: true },
    { keepsPrevious: true, ...(day === today ? { refetchIntervalMs: REFETCH_MS } : {}) },
  );
  return (
    <Card>
      <Now module={module} />
      <div className={classes.filters}>
        <DayStepper
          day={day}
          today={today}
          onDay={(next) => change({ day: next >= today ? undefined : next })}
          result={chartResult(chart, t)}
        />
      </div>
      <PowerChart
        data={chart.data}
        name={nameOf(module)}
        day={day}
        timeZone={timezone}
        nowMs={day === today ? nowMs : null}
        likeW={moduleLike(module)}
        height={HEIGHT}
        error={chart.error}
        onRetry={() => void chart.refetch()}
      />
      <p className={classes.hint}>{chart.data ? neighboursText(chart.data, t) : '\u00a0'}</p>
      <LinePicker all={QUANTITIES} chosen={lines} onChange={(names) => change({ lines: names })} />
    </Card>
  );
}

function neighboursText({ neighbours }: Response<'device/modules/statistics/echarts'>, t: TFunction): string {
  return neighbours === 0 ? t('module.noNeighbours') : t('module.neighbours', { count: neighbours });
}

function Now({ module }: { module: Module }) {
  const { t } = useTranslation();
  const isStale = useIsDeviceStale(module);
  const { now, isEstimated, voltage, current, peak, timezone, lastUpdateIso } = module;
  const [maxPowerW, likeW] = [maxPowerOf(module), moduleLike(module)];
  return (
    <div className={classes.hero}>
      <Figure
        size="lg"
        label={t('plant.now')}
        figure={powerLike(now, likeW)}
        isStale={isStale}
        note={
          <>
            {isStale && lastUpdateIso !== null ? (
              <LiveAge at={lastUpdateIso} uploadEveryS={uploadEveryS(module)} timeZone={timezone} />
            ) : (
              maxPowerW !== null && t('plant.ofPeak', { peak: inline(powerLike(maxPowerW, likeW)) })
            )}
            {isEstimated && <div style={{ paddingBottom: 8 }}>{t('module.estimated')}</div>}
          </>
        }
      />
      <Figure label={t('device.voltage')} figure={quantity(voltage, 'V')} isStale={isStale} />
      <Figure label={t('device.current')} figure={quantity(current, 'A')} isStale={isStale} />
      <Figure
        label={t('module.peakToday')}
        figure={powerLike(peak?.powerW, likeW)}
        note={peak && peak.powerW > 0 ? t('plant.at', { time: time(peak.atIso, timezone) }) : ''}
      />
    </div>
  );
}
