// One day of the plant or one of its devices: power and other quantities, energy of the day, highest power.
import type { Response } from '@heliograph/contract/calls.ts';
import { CHART_STEPS_MIN } from '@heliograph/contract/limits.ts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { Choice } from '../../../components/Choice.tsx';
import { largestOf } from '../../../components/chart/axes.ts';
import { type Beside, DayChart, type DayData } from '../../../components/DayChart.tsx';
import { EnergyFigure } from '../../../components/EnergyFigure.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { deviceChoices, deviceName, type SiteDevice } from '../../../components/plant/deviceOrder.ts';
import { HistoryDownload } from '../../../components/plant/history/HistoryDownload.tsx';
import { LinePicker } from '../../../components/plant/LinePicker.tsx';
import classes from '../../../components/plant/plant.module.css';
import { inReadersUnits } from '../../../components/plant/readersUnits.ts';
import { DayStepper } from '../../../components/plant/Stepper.tsx';
import type { SiteSearch } from '../../../components/plant/search.ts';
import { useClock } from '../../../components/plant/useToday.ts';
import { ZoomHint } from '../../../components/ZoomHint.tsx';
import { likeOf, powerLike, type TemperatureUnit, wireNumber } from '../../../format/numbers.ts';
import { dayIn, dayText, time } from '../../../format/times.ts';
import { usePermission } from '../../../session/session.ts';
import { Bone, FigureBone } from '../../../ui/Bones.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Figure } from '../../../ui/Figure.tsx';
import { siteLike } from '../siteLike.ts';
import { worthBasisText } from '../worthBasisText.ts';
import { inSlotsOf, stepOf, zoomOf, zoomStep } from './beside.ts';
import { Compare } from './Compare.tsx';
import { type Subject, usePower } from './usePower.ts';
import { useWeather } from './useWeather.ts';

const HEIGHT = 360;
/** Of the choice of lines in one row. */
const LINES_HEIGHT = 58;
const PRODUCTION = 'Production';
/** What flows both ways. */
const SIGNED: ReadonlySet<string> = new Set(['Grid Power', 'Battery Power']);

type Site = Response<'site/overview'>;
type Total = Response<'device/statistics/date'>;

interface Props {
  site: Site | undefined;
  /** What the plant's readers measure temperature in. */
  temperatureUnit: TemperatureUnit | undefined;
  search: SiteSearch;
  change: (changed: Partial<SiteSearch>) => void;
}

interface Figures {
  chart: DayData | undefined;
  peak: DayData['peak'];
  likeW: number;
  total: Total | undefined;
  /** What it is compared with. */
  beside: { who: string; total: Total | undefined } | undefined;
  timeZone: string;
  isOfDevice: boolean;
  /** Does not come by waiting. */
  hasFailed: boolean;
}

function DayFigures({ chart, peak, likeW, total, beside, timeZone, isOfDevice, hasFailed }: Figures) {
  const { t } = useTranslation();
  if (!chart && !total) {
    return hasFailed ? null : (
      <div className={classes.hero}>
        <FigureBone size="lg" />
        <FigureBone />
        <FigureBone withNote={false} />
      </div>
    );
  }
  const basis = total && worthBasisText(total.worthBasis, total.economicUnit, t, isOfDevice);
  return (
    <div className={classes.hero}>
      <EnergyFigure
        size="lg"
        label={t('plant.dayEnergy')}
        energy={total?.power}
        besideKwh={beside?.total?.power}
        provenance={total?.provenance}
        worth={total && { amount: total.economic, currency: total.economicUnit, basis }}
      />
      <Figure
        label={t('plant.dayPeak')}
        figure={powerLike(peak?.powerW, likeW)}
        note={peak && peak.powerW > 0 ? t('plant.at', { time: time(peak.atIso, timeZone) }) : ''}
      />
      {beside && (
        <EnergyFigure
          label={beside.who}
          energy={beside.total?.power}
          besideKwh={total?.power}
          provenance={beside.total?.provenance}
        />
      )}
      {chart?.sun.rise && chart.sun.set && (
        <Figure
          label={t('plant.daylight')}
          figure={{ text: `${time(chart.sun.rise, timeZone)} – ${time(chart.sun.set, timeZone)}`, unit: '' }}
        />
      )}
    </div>
  );
}

/** What stands beside the day; null: nothing does. */
function besideOf({ sid, device, search, day }: { sid: string; device: string; search: SiteSearch; day: string }) {
  const own = { sid, sn: device, module: search.module ?? null, day };
  if (search.besideDay) return { ...own, day: search.besideDay };
  if (search.module !== undefined) return null;
  if (search.besideDevice) return { ...own, sn: search.besideDevice };
  return search.besideSite && search.besideSite !== sid ? { ...own, sid: search.besideSite, sn: '' } : null;
}

/** Of a plant, a device or a module of it, over one day. */
const bodyOf = ({ sid, sn, day }: Subject) => ({ sid, sn, types: 1 as const, date: day });

function useTotal(subject: Subject | null) {
  const { sid, sn, module, day } = subject ?? { sid: '', sn: '', module: null, day: '' };
  const isOf = { plant: subject !== null && sn === '', device: sn !== '' && module === null };
  const ofPlant = useCall('site/statistics/date', { sid, types: 1, date: day }, { enabled: isOf.plant });
  const ofDevice = useCall('device/statistics/date', bodyOf({ sid, sn, module, day }), { enabled: isOf.device });
  const ofModule = useCall(
    'device/modules/statistics/date',
    { ...bodyOf({ sid, sn, module, day }), input: module ?? 1 },
    { enabled: sn !== '' && module !== null },
  );
  return sn === '' ? ofPlant : module === null ? ofDevice : ofModule;
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
  const module = sn !== '' ? (search.module ?? null) : null;
  const zoom = useMemo(() => zoomOf(search.zoom) ?? null, [search.zoom]);
  const subject = { sid, sn, module, day };
  const lines = search.lines ?? [PRODUCTION];
  const uploadMin = device ? device.expectedUploadS / 60 : 1;
  const step =
    search.step ?? (zoom ? zoomStep(zoom, CHART_STEPS_MIN.find((each) => each >= uploadMin) ?? 60) : undefined);

  const shownDay = usePower({ ...subject, today, step, lines, zoom });
  const chart = shownDay.chart.data;
  const total = useTotal(subject);
  const other = besideOf({ sid, device: sn, search, day });
  const otherPlant = useCall(
    'site/detail',
    { sid: other?.sid ?? '' },
    { enabled: other !== null && other.sid !== sid },
  );
  const drawnStep = chart ? stepOf(chart.xAxisIso) : undefined;
  const otherDay = usePower({
    ...(other ?? subject),
    // Its whole day: where its clock was changed, the same minutes of the day are others of the clock.
    today,
    step: drawnStep ?? step,
    lines: shownDay.lines,
    zoom: null,
    enabled: other !== null && chart !== undefined,
  });
  const otherTotal = useTotal(other);
  const who = other && nameOfOther(other, { site, sn, plantName: otherPlant.data?.siteName ?? '' });
  const beside = useMemo<Beside | undefined>(() => {
    if (!chart || !otherDay.chart.data || !who) return undefined;
    const told = inReadersUnits(otherDay.chart.data, temperatureUnit);
    // A device that does not send any of the lines sends another one in their place.
    const names = new Set(chart.series.map(({ name }) => name));
    return { who, series: inSlotsOf(chart.xAxisIso, told).filter(({ name }) => names.has(name)) };
  }, [chart, otherDay.chart.data, who, temperatureUnit]);
  const shown = useMemo(() => chart && inReadersUnits(chart, temperatureUnit), [chart, temperatureUnit]);
  const weather = useWeather({ sid, day, lines, temperatureUnit, slots: chart?.xAxisIso });
  const goTo = (next: string) => change({ day: next >= today ? undefined : next });
  // What a device sends is not known at once: its place is kept, so that nothing moves when it is.
  const mayHaveLines = sn !== '' || site.energy.home.show || site.energy.grid.show || weather.known.length > 0;
  const isWaiting = mayHaveLines && shownDay.known.length === 0 && !shownDay.chart.error;
  const quantities = shownDay.known.length === 0 ? [] : [...shownDay.known, ...weather.known];
  const modules = device && isWithModules(device) ? inputsOf(shownDay.known, module) : [];
  const likeW = sn === '' ? siteLike(site) : likeOf(0, shownDay.peak?.powerW, largestOf(wattsOf(chart, beside)));
  const usualStep = drawnStep ?? step ?? 5;

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
            onChange={(chosen) =>
              // What it was compared with may be itself now.
              change({ device: chosen || undefined, step: undefined, module: undefined, besideDevice: undefined })
            }
          />
        )}
        {(modules.length > 0 || (isWaiting && device && isWithModules(device))) && (
          <Choice
            aria-label={t('power.module')}
            widthPx={160}
            value={String(module ?? '')}
            choices={[
              { value: '', label: t('power.wholeDevice') },
              ...modules.map((input) => ({ value: String(input), label: t('power.moduleOf', { n: input }) })),
            ]}
            onChange={(chosen) =>
              change({ module: chosen ? Number(chosen) : undefined, step: undefined, lines: undefined })
            }
          />
        )}
        <Choice
          aria-label={t('plant.step')}
          widthPx={136}
          value={String(usualStep)}
          choices={CHART_STEPS_MIN.filter(
            (minutes) => sn !== '' || minutes >= (shownDay.finestMin ?? 5) || minutes === usualStep,
          ).map((minutes) => ({ value: String(minutes), label: t('plant.minutes', { count: minutes }) }))}
          onChange={(chosen) => change({ step: Number(chosen) === 5 && !zoom ? undefined : Number(chosen) })}
        />
        <Compare
          search={search}
          change={change}
          day={day}
          today={today}
          devices={sn === '' || !showsDevices ? [] : site.deviceList.filter((each) => each.sn !== sn)}
          mayBeOther={module === null}
          siteName={otherPlant.data?.siteName}
        />
      </div>
      <DayFigures
        chart={chart}
        peak={shownDay.peak}
        likeW={likeW}
        total={total.data}
        beside={who ? { who, total: otherTotal.data } : undefined}
        timeZone={timezone}
        isOfDevice={sn !== ''}
        hasFailed={shownDay.chart.error !== null}
      />
      {other && (otherDay.chart.error ?? otherPlant.error) !== null && (
        <ErrorState compact error={otherDay.chart.error ?? otherPlant.error} onRetry={otherDay.retry} />
      )}
      <DayChart
        data={shown}
        beside={beside}
        more={weather.drawn}
        name={nameOf(device, module, site.siteName, t)}
        day={day}
        timeZone={timezone}
        nowMs={day === today ? nowMs : null}
        likeW={likeW}
        height={HEIGHT}
        emptyText={wireNumber(total.data?.power) === null ? undefined : t('chart.onlyEnergyOfDay')}
        error={shownDay.chart.error}
        onRetry={shownDay.retry}
        zoom={zoom}
        onZoom={(minutes) => change({ zoom: minutes ? minutes.join('-') : undefined })}
      />
      <ZoomHint data={shown} className={classes.hint} />
      {beside?.series.length === 0 && <p className={classes.hint}>{t('power.nothingAlike', { who: beside.who })}</p>}
      {shownDay.neighbours !== null && (
        <p className={classes.hint}>
          {shownDay.neighbours === 0 ? t('power.noNeighbours') : t('power.neighbours', { count: shownDay.neighbours })}
        </p>
      )}
      {shownDay.lines.some((name) => SIGNED.has(name)) && <p className={classes.hint}>{t('power.signs')}</p>}
      {weather.trouble !== null && (
        <p className={classes.limit} role="status">
          {t(`power.weather.${weather.trouble}`)}
        </p>
      )}
      {weather.drawn && <p className={classes.hint}>{t('power.weather.source')}</p>}
      {isWaiting && (
        <div className={classes.lines}>
          <Bone height={LINES_HEIGHT} />
        </div>
      )}
      {quantities.length > 1 && (
        <LinePicker
          all={quantities}
          chosen={[...shownDay.lines, ...weather.chosen]}
          onChange={(names) => change({ lines: names.length === 1 && names[0] === PRODUCTION ? undefined : names })}
        />
      )}
      {sn !== '' && <HistoryDownload key={sn} sid={sid} sn={sn} days={{ start: day, end: day }} today={today} />}
    </Card>
  );
}

/** All lines of a chart that one axis of watts is for. */
function wattsOf(chart: DayData | undefined, beside: Beside | undefined): (readonly (number | null)[])[] {
  const lines = [...(chart?.series ?? []), ...(beside?.series ?? [])].filter(({ unit }) => unit === 'W');
  return [...lines, ...(chart?.expected ? [chart.expected] : [])].map(({ data }) => data);
}

/** Whose inputs are modules of their own. */
const isWithModules = ({ kind }: SiteDevice): boolean => kind === 'microinverter';

/** By the quantities that a device sends of each; the one that is shown knows no others. */
function inputsOf(known: readonly { name: string }[], shown: number | null): number[] {
  const told = known.flatMap(({ name }) => /^(?:Power|DC Voltage|DC Current)_(\d+)$/.exec(name)?.[1] ?? []).map(Number);
  return [...new Set(shown === null ? told : [...told, shown])].toSorted((one, next) => one - next);
}

function nameOf(device: SiteDevice | undefined, module: number | null, siteName: string, t: TFunction): string {
  if (!device) return siteName;
  return module === null ? deviceName(device) : `${deviceName(device)}, ${t('power.moduleOf', { n: module })}`;
}

/** In the legend: what differs. */
function nameOfOther(other: Subject, { site, sn, plantName }: { site: Site; sn: string; plantName: string }): string {
  if (other.sid !== site.sid) return plantName;
  const device = site.deviceList.find((each) => each.sn === other.sn);
  return other.sn === sn ? dayText(other.day) : device ? deviceName(device) : other.sn;
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
