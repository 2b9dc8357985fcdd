// One day of the plant or one of its devices: power and other quantities, energy of the day, highest power.
import type { Response } from '@heliograph/contract/calls.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { Choice } from '../../../components/Choice.tsx';
import { unitText } from '../../../components/chart/lines.ts';
import { EnergyFigure } from '../../../components/EnergyFigure.tsx';
import { PowerChart } from '../../../components/PowerChart.tsx';
import { power, type TemperatureUnit, wireNumber } from '../../../format/numbers.ts';
import { dayIn, time } from '../../../format/times.ts';
import { usePermission } from '../../../session/session.ts';
import { Bone, FigureBone } from '../../../ui/Bones.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Figure } from '../../../ui/Figure.tsx';
import { addDays } from './days.ts';
import classes from './detail.module.css';
import { deviceChoices, deviceName } from './deviceOrder.ts';
import { HistoryDownload } from './HistoryDownload.tsx';
import { LinePicker } from './LinePicker.tsx';
import { DayField, Stepper } from './Stepper.tsx';
import { type SiteSearch, STEPS } from './search.ts';
import { REFETCH_MS, useClock } from './useToday.ts';

const HEIGHT = 360;
const PRODUCTION = 'Production';

type Site = Response<'site/overview'>;
type Chart = Omit<Response<'site/statistics/echarts'>, 'expected' | 'yearBefore'>;
type Total = Response<'site/statistics/date'>;

interface Props {
  site: Site | undefined;
  /** What the plant's readers measure temperature in. */
  temperatureUnit: TemperatureUnit | undefined;
  search: SiteSearch;
  change: (changed: Partial<SiteSearch>) => void;
}

/** Temperatures travel in degrees Celsius. */
export function inReadersUnits<C extends Pick<Chart, 'series'>>(chart: C, unit: TemperatureUnit | undefined): C {
  if (unit !== 'Fahrenheit') return chart;
  const series = chart.series.map((line) =>
    unitText(line.unit) === '°C'
      ? { ...line, unit: '°F', data: line.data.map((value) => (value === null ? null : (value * 9) / 5 + 32)) }
      : line,
  );
  return { ...chart, series };
}

function DayFigures({ chart, total, timeZone }: { chart?: Chart; total?: Total; timeZone: string }) {
  const { t } = useTranslation();
  const peak = chart?.peak;
  if (!chart && !total) {
    return (
      <div className={classes.hero}>
        <FigureBone size="lg" />
        <FigureBone />
        <FigureBone withNote={false} />
      </div>
    );
  }
  return (
    <div className={classes.hero}>
      <EnergyFigure
        size="lg"
        label={t('plant.dayEnergy')}
        energy={total?.power}
        provenance={total?.provenance}
        worth={total && { amount: total.economic, currency: total.economicUnit }}
      />
      <Figure
        label={t('plant.dayPeak')}
        figure={power(peak?.powerW)}
        note={peak ? t('plant.at', { time: time(peak.atIso, timeZone) }) : ''}
      />
      {chart?.sun.rise && chart.sun.set && (
        <Figure
          label={t('plant.daylight')}
          figure={{ text: `${time(chart.sun.rise, timeZone)} – ${time(chart.sun.set, timeZone)}`, unit: '' }}
        />
      )}
    </div>
  );
}

function Loaded({ site, temperatureUnit, search, change }: Props & { site: Site }) {
  const { t } = useTranslation();
  const showsDevices = usePermission('SiteDevices');
  const nowMs = useClock();
  const { sid, timezone } = site;
  const today = dayIn(nowMs, timezone);
  const day = search.day && search.day < today ? search.day : today;
  const device = site.deviceList.find(({ sn }) => sn === search.device);
  const sn = device?.sn ?? '';
  const step = search.step ?? 5;
  // A day that is over does not change by itself.
  const refetch = day === today ? { refetchIntervalMs: REFETCH_MS } : {};

  const map = useCall('device/powerParamateMap', { sid, sn }, { enabled: sn !== '' });
  const known = map.data?.list ?? [];
  const wanted = (search.lines ?? [PRODUCTION]).filter((name) => known.some((quantity) => quantity.name === name));
  const lines = wanted.length > 0 ? wanted : known.slice(0, 1).map(({ name }) => name);

  const ofSite = useCall(
    'site/statistics/echarts',
    { sid, types: step === 15 ? 11 : 1, date: day },
    { enabled: sn === '', keepsPrevious: true, ...refetch },
  );
  const ofDevice = useCall(
    'device/statistics/echarts',
    { sid, sn, types: 1, date: day, minInterval: step, lines },
    { enabled: sn !== '' && lines.length > 0, keepsPrevious: true, ...refetch },
  );
  const siteTotal = useCall('site/statistics/date', { sid, types: 1, date: day }, { enabled: sn === '' });
  const deviceTotal = useCall('device/statistics/date', { sid, sn, types: 1, date: day }, { enabled: sn !== '' });
  const chart = sn === '' ? ofSite : ofDevice;
  const total = sn === '' ? siteTotal : deviceTotal;
  const shown = useMemo(() => chart.data && inReadersUnits(chart.data, temperatureUnit), [chart.data, temperatureUnit]);
  const failed = chart.error ?? (sn === '' ? null : map.error);
  const goTo = (next: string) => change({ day: next >= today ? undefined : next });

  return (
    <Card>
      <div className={classes.filters}>
        <Stepper onStep={(by) => goTo(addDays(day, by))} isLast={day >= today}>
          <DayField label={t('plant.day')} day={day} max={today} onDay={goTo} />
        </Stepper>
        {showsDevices && site.deviceList.length > 0 && (
          <Choice
            aria-label={t('plant.source')}
            widthPx={240}
            value={sn}
            choices={[{ value: '', label: t('plant.wholePlant') }, ...deviceChoices(site.deviceList)]}
            onChange={(chosen) => change({ device: chosen || undefined, step: undefined })}
          />
        )}
        <Choice
          aria-label={t('plant.step')}
          widthPx={136}
          value={String(step)}
          choices={STEPS.filter((minutes) => sn !== '' || minutes === 5 || minutes === 15).map((minutes) => ({
            value: String(minutes),
            label: t('plant.minutes', { count: minutes }),
          }))}
          onChange={(chosen) => change({ step: Number(chosen) === 5 ? undefined : Number(chosen) })}
        />
      </div>
      <DayFigures chart={chart.data} total={total.data} timeZone={timezone} />
      <PowerChart
        data={shown}
        name={device ? deviceName(device) : site.siteName}
        day={day}
        timeZone={timezone}
        nowMs={day === today ? nowMs : null}
        height={HEIGHT}
        emptyText={wireNumber(total.data?.power) === null ? undefined : t('chart.onlyEnergyOfDay')}
        error={failed}
        onRetry={() => void (map.error ? map.refetch() : chart.refetch())}
      />
      <p className={classes.hint}>{t('plant.zoomHint', { zone: timezone })}</p>
      {sn !== '' && known.length > 1 && (
        <LinePicker all={known} chosen={lines} onChange={(names) => change({ lines: names })} />
      )}
      {sn !== '' && <HistoryDownload sid={sid} sn={sn} day={day} />}
    </Card>
  );
}

export function PowerTab({ site, ...rest }: Props) {
  if (site) return <Loaded site={site} {...rest} />;
  return (
    <Card>
      <div className={classes.hero}>
        <FigureBone />
      </div>
      <Bone height={HEIGHT + 28} />
    </Card>
  );
}
