// One day of the plant or one of its devices: power and other quantities, energy of the day, highest power.
import type { Response } from '@heliograph/contract/calls.ts';
import { CHART_STEPS_MIN } from '@heliograph/contract/limits.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { Choice } from '../../../components/Choice.tsx';
import { EnergyFigure } from '../../../components/EnergyFigure.tsx';
import { PowerChart } from '../../../components/PowerChart.tsx';
import { power, type TemperatureUnit, wireNumber } from '../../../format/numbers.ts';
import { dayIn, time } from '../../../format/times.ts';
import { usePermission } from '../../../session/session.ts';
import { Bone, FigureBone } from '../../../ui/Bones.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Figure } from '../../../ui/Figure.tsx';
import classes from './detail.module.css';
import { deviceChoices, deviceName } from './deviceOrder.ts';
import { HistoryDownload } from './HistoryDownload.tsx';
import { LinePicker } from './LinePicker.tsx';
import { inReadersUnits } from './readersUnits.ts';
import { DayStepper } from './Stepper.tsx';
import type { SiteSearch } from './search.ts';
import { useDeviceDay } from './useDeviceDay.ts';
import { REFETCH_MS, useClock } from './useToday.ts';

const HEIGHT = 360;
const PRODUCTION = 'Production';

type Site = Response<'site/overview'>;
type Chart = Omit<Response<'site/statistics/echarts'>, 'expected' | 'yearBefore' | 'flowProvenance' | 'money'>;
type Total = Omit<Response<'site/statistics/date'>, 'money'>;

interface Props {
  site: Site | undefined;
  /** What the plant's readers measure temperature in. */
  temperatureUnit: TemperatureUnit | undefined;
  search: SiteSearch;
  change: (changed: Partial<SiteSearch>) => void;
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

  const {
    map,
    known,
    lines,
    chart: ofDevice,
  } = useDeviceDay({
    ...{ sid, sn, day, today, step, lines: search.lines ?? [PRODUCTION] },
  });
  const ofSite = useCall(
    'site/statistics/echarts',
    { sid, types: step === 15 ? 11 : 1, date: day },
    { enabled: sn === '', keepsPrevious: true, ...refetch },
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
        <DayStepper day={day} today={today} onDay={goTo} />
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
          choices={CHART_STEPS_MIN.filter((minutes) => sn !== '' || minutes === 5 || minutes === 15).map((minutes) => ({
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
      {sn !== '' && <HistoryDownload key={sn} sid={sid} sn={sn} day={day} today={today} />}
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
