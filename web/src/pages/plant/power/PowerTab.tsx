// One day of the plant or one of its devices: power and other quantities, energy of the day, highest power.
import type { Response } from '@heliograph/contract/calls.ts';
import { CHART_STEPS_MIN } from '@heliograph/contract/limits.ts';
import type { TFunction } from 'i18next';
import { type ComponentProps, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { Choice } from '../../../components/Choice.tsx';
import { largestOf } from '../../../components/chart/axes.ts';
import { type Comparison, DayChart, type DayData } from '../../../components/DayChart.tsx';
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
import { Card } from '../../../ui/Card.tsx';
import { Figure } from '../../../ui/Figure.tsx';
import { FigureSkeleton, Skeleton } from '../../../ui/Skeleton.tsx';
import { siteLike } from '../siteLike.ts';
import { valuationBasisText } from '../valuationBasisText.ts';
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
  /** Temperature unit of the plant's viewers. */
  temperatureUnit: TemperatureUnit | undefined;
  search: SiteSearch;
  change: (changed: Partial<SiteSearch>) => void;
}

interface Figures {
  chart: DayData | undefined;
  peak: DayData['peak'];
  likeW: number;
  total: Total | undefined;
  /** The day it is compared with. */
  beside: { who: string; total: Total | undefined } | undefined;
  timeZone: string;
  isOfDevice: boolean;
  /** Loading has failed: no skeleton. */
  hasFailed: boolean;
}

function DayFigures({ chart, peak, likeW, total, beside, timeZone, isOfDevice, hasFailed }: Figures) {
  const { t } = useTranslation();
  if (!chart && !total) {
    return hasFailed ? null : (
      <div className={classes.hero}>
        <FigureSkeleton size="lg" />
        <FigureSkeleton />
        <FigureSkeleton withNote={false} />
      </div>
    );
  }
  const basis = total && valuationBasisText(total.worthBasis, total.economicUnit, t, isOfDevice);
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

/** The day that the search compares with; null: none. */
function otherOf({ sid, device, search, day }: { sid: string; device: string; search: SiteSearch; day: string }) {
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

interface ComparisonOptions {
  site: Site;
  search: SiteSearch;
  /** The day that it is compared with. */
  subject: Subject;
  today: string;
  /** Minutes; undefined: the server's choice. */
  step: number | undefined;
  lines: readonly string[];
  /** Chart of the subject, which gives the slots. */
  chart: DayData | undefined;
  temperatureUnit: TemperatureUnit | undefined;
}

/** Another day, device or plant that the search compares the subject with. */
function useComparison({ site, search, subject, today, step, lines, chart, temperatureUnit }: ComparisonOptions) {
  const { sid, sn, day } = subject;
  const other = otherOf({ sid, device: sn, search, day });
  const otherPlant = useCall(
    'site/detail',
    { sid: other?.sid ?? '' },
    { enabled: other !== null && other.sid !== sid },
  );
  const otherDay = usePower({
    ...(other ?? subject),
    // Its whole day: on a day of a clock change, the same minutes are other clock times.
    today,
    step: (chart && stepOf(chart.xAxisIso)) ?? step,
    lines,
    zoom: null,
    enabled: other !== null && chart !== undefined,
  });
  const otherTotal = useTotal(other);
  const who = other && nameOfOther(other, { site, sn, plantName: otherPlant.data?.siteName ?? '' });
  const beside = useMemo<Comparison | undefined>(() => {
    if (!chart || !otherDay.chart.data || !who) return undefined;
    const converted = inReadersUnits(otherDay.chart.data, temperatureUnit);
    // A device that reports none of the lines returns another one instead.
    const names = new Set(chart.series.map(({ name }) => name));
    return { who, series: inSlotsOf(chart.xAxisIso, converted).filter(({ name }) => names.has(name)) };
  }, [chart, otherDay.chart.data, who, temperatureUnit]);
  return {
    other,
    who,
    beside,
    total: otherTotal.data,
    plantName: otherPlant.data?.siteName,
    error: otherDay.chart.error ?? otherPlant.error,
    retry: otherDay.retry,
  };
}

interface FilterProps {
  change: Props['change'];
}

function DeviceFilter({ devices, sn, change }: FilterProps & { devices: readonly SiteDevice[]; sn: string }) {
  const { t } = useTranslation();
  return (
    <Choice
      aria-label={t('plant.source')}
      widthPx={240}
      value={sn}
      choices={[{ value: '', label: t('plant.wholePlant') }, ...deviceChoices(devices)]}
      onChange={(chosen) =>
        // The device it was compared with may be the chosen one.
        change({ device: chosen || undefined, step: undefined, module: undefined, besideDevice: undefined })
      }
    />
  );
}

function ModuleFilter({ modules, module, change }: FilterProps & { modules: number[]; module: number | null }) {
  const { t } = useTranslation();
  return (
    <Choice
      aria-label={t('power.module')}
      widthPx={160}
      value={String(module ?? '')}
      choices={[
        { value: '', label: t('power.wholeDevice') },
        ...modules.map((input) => ({ value: String(input), label: t('power.moduleOf', { n: input }) })),
      ]}
      onChange={(chosen) => change({ module: chosen ? Number(chosen) : undefined, step: undefined, lines: undefined })}
    />
  );
}

interface StepFilterProps extends FilterProps {
  /** Minutes. */
  step: number;
  /** Finer steps are not offered. */
  leastMin: number;
  isZoomed: boolean;
}

function StepFilter({ step, leastMin, isZoomed, change }: StepFilterProps) {
  const { t } = useTranslation();
  return (
    <Choice
      aria-label={t('plant.step')}
      widthPx={136}
      value={String(step)}
      choices={CHART_STEPS_MIN.filter((minutes) => minutes >= leastMin || minutes === step).map((minutes) => ({
        value: String(minutes),
        label: t('plant.minutes', { count: minutes }),
      }))}
      onChange={(chosen) => change({ step: Number(chosen) === 5 && !isZoomed ? undefined : Number(chosen) })}
    />
  );
}

interface LineChoiceProps extends FilterProps {
  isWaiting: boolean;
  quantities: ComponentProps<typeof LinePicker>['all'];
  chosen: string[];
}

function LineChoice({ isWaiting, quantities, chosen, change }: LineChoiceProps) {
  return (
    <>
      {isWaiting && (
        <div className={classes.lines}>
          <Skeleton height={LINES_HEIGHT} />
        </div>
      )}
      {quantities.length > 1 && (
        <LinePicker
          all={quantities}
          chosen={chosen}
          onChange={(names) => change({ lines: names.length === 1 && names[0] === PRODUCTION ? undefined : names })}
        />
      )}
    </>
  );
}

interface HintsProps {
  neighbours: number | null;
  lines: readonly string[];
  weather: ReturnType<typeof useWeather>;
}

/** How to read the chart: what neighbours are, which way is positive, where the weather comes from. */
function Hints({ neighbours, lines, weather }: HintsProps) {
  const { t } = useTranslation();
  return (
    <>
      {neighbours !== null && (
        <p className={classes.hint}>
          {neighbours === 0 ? t('power.noNeighbours') : t('power.neighbours', { count: neighbours })}
        </p>
      )}
      {lines.some((name) => SIGNED.has(name)) && <p className={classes.hint}>{t('power.signs')}</p>}
      {weather.trouble !== null && (
        <p className={classes.limit} role="status">
          {t(`power.weather.${weather.trouble}`)}
        </p>
      )}
      {weather.drawn && <p className={classes.hint}>{t('power.weather.source')}</p>}
    </>
  );
}

/** What the search shows: the plant, a device or a module, on one day, all of it or a part. */
function useShown(site: Site, search: SiteSearch, today: string) {
  const day = search.day && search.day < today ? search.day : today;
  const device = site.deviceList.find(({ sn }) => sn === search.device);
  const sn = device?.sn ?? '';
  const module = sn !== '' ? (search.module ?? null) : null;
  const zoom = useMemo(() => zoomOf(search.zoom) ?? null, [search.zoom]);
  const lines = search.lines ?? [PRODUCTION];
  const uploadMin = device ? device.expectedUploadS / 60 : 1;
  const step =
    search.step ?? (zoom ? zoomStep(zoom, CHART_STEPS_MIN.find((each) => each >= uploadMin) ?? 60) : undefined);
  return { device, subject: { sid: site.sid, sn, module, day }, zoom, lines, step };
}

interface FiltersProps extends FilterProps {
  site: Site;
  search: SiteSearch;
  today: string;
  subject: Subject;
  /** Inputs of the device; null: without a choice of them. */
  modules: number[] | null;
  /** Minutes. */
  step: number;
  /** Minutes; null: not known. */
  finestMin: number | null;
  isZoomed: boolean;
  /** Name of the plant that it is compared with. */
  otherSiteName: string | undefined;
}

function Filters({ site, search, change, today, subject, modules, step, ...more }: FiltersProps) {
  const showsDevices = usePermission('SiteDevices');
  const { sn, module, day } = subject;
  return (
    <div className={classes.filters}>
      <DayStepper day={day} today={today} onDay={(next) => change({ day: next >= today ? undefined : next })} />
      {showsDevices && site.deviceList.length > 0 && <DeviceFilter devices={site.deviceList} sn={sn} change={change} />}
      {modules && <ModuleFilter modules={modules} module={module} change={change} />}
      <StepFilter
        step={step}
        leastMin={sn === '' ? (more.finestMin ?? 5) : 0}
        isZoomed={more.isZoomed}
        change={change}
      />
      <Compare
        search={search}
        change={change}
        day={day}
        today={today}
        devices={sn === '' || !showsDevices ? [] : site.deviceList.filter((each) => each.sn !== sn)}
        mayBeOther={module === null}
        siteName={more.otherSiteName}
      />
    </div>
  );
}

function Loaded({ site, temperatureUnit, search, change }: Props & { site: Site }) {
  const { t } = useTranslation();
  const nowMs = useClock();
  const { sid, timezone } = site;
  const today = dayIn(nowMs, timezone);
  const { device, subject, zoom, lines, step } = useShown(site, search, today);
  const { sn, module, day } = subject;

  const shownDay = usePower({ ...subject, today, step, lines, zoom });
  const chart = shownDay.chart.data;
  const total = useTotal(subject);
  const shownLines = shownDay.lines;
  const comparison = useComparison({ site, search, subject, today, step, lines: shownLines, chart, temperatureUnit });
  const { other, who, beside } = comparison;
  const shown = useMemo(() => chart && inReadersUnits(chart, temperatureUnit), [chart, temperatureUnit]);
  const weather = useWeather({ sid, day, lines, temperatureUnit, slots: chart?.xAxisIso });
  // The quantities of a device are not known at once: a placeholder keeps the layout from moving.
  const mayHaveLines = sn !== '' || site.energy.home.show || site.energy.grid.show || weather.known.length > 0;
  const isWaiting = mayHaveLines && shownDay.known.length === 0 && !shownDay.chart.error;
  const quantities = shownDay.known.length === 0 ? [] : [...shownDay.known, ...weather.known];
  const inputs = device && isWithModules(device) ? inputsOf(shownDay.known, module) : null;
  const modules = inputs && (isWaiting || inputs.length > 0) ? inputs : null;
  const likeW = sn === '' ? siteLike(site) : likeOf(0, shownDay.peak?.powerW, largestOf(wattsOf(chart, beside)));

  return (
    <Card>
      <Filters
        site={site}
        search={search}
        change={change}
        today={today}
        subject={subject}
        modules={modules}
        step={(chart && stepOf(chart.xAxisIso)) ?? step ?? 5}
        finestMin={shownDay.finestMin}
        isZoomed={zoom !== null}
        otherSiteName={comparison.plantName}
      />
      <DayFigures
        chart={chart}
        peak={shownDay.peak}
        likeW={likeW}
        total={total.data}
        beside={who ? { who, total: comparison.total } : undefined}
        timeZone={timezone}
        isOfDevice={sn !== ''}
        hasFailed={shownDay.chart.error !== null}
      />
      {other && comparison.error !== null && <ErrorState compact error={comparison.error} onRetry={comparison.retry} />}
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
      <Hints neighbours={shownDay.neighbours} lines={shownLines} weather={weather} />
      <LineChoice
        isWaiting={isWaiting}
        quantities={quantities}
        chosen={[...shownLines, ...weather.chosen]}
        change={change}
      />
      {sn !== '' && <HistoryDownload key={sn} sid={sid} sn={sn} days={{ start: day, end: day }} today={today} />}
    </Card>
  );
}

/** Data of all lines that share the axis of watts. */
function wattsOf(chart: DayData | undefined, beside: Comparison | undefined): (readonly (number | null)[])[] {
  const lines = [...(chart?.series ?? []), ...(beside?.series ?? [])].filter(({ unit }) => unit === 'W');
  return [...lines, ...(chart?.expected ? [chart.expected] : [])].map(({ data }) => data);
}

/** Each input of a microinverter is one module. */
const isWithModules = ({ kind }: SiteDevice): boolean => kind === 'microinverter';

/** Inputs for which the device reports quantities; a module's own day lists no others, so the shown one is added. */
function inputsOf(known: readonly { name: string }[], shown: number | null): number[] {
  const reported = known
    .flatMap(({ name }) => /^(?:Power|DC Voltage|DC Current)_(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number);
  return [...new Set(shown === null ? reported : [...reported, shown])].toSorted((one, next) => one - next);
}

function nameOf(device: SiteDevice | undefined, module: number | null, siteName: string, t: TFunction): string {
  if (!device) return siteName;
  return module === null ? deviceName(device) : `${deviceName(device)}, ${t('power.moduleOf', { n: module })}`;
}

/** Name in the legend: what differs from the shown day. */
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
        <FigureSkeleton />
      </div>
      <Skeleton height={HEIGHT + 28} />
    </Card>
  );
}
